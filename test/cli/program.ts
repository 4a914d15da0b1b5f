/** The program as a child process of the runtime that runs the tests. */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { SUPERVISOR_FLAGS } from "../../lib/runtime/mod.ts";

const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
/** What the runtime is told before the program's own arguments. */
export const RUNTIME_ARGUMENTS = "Deno" in globalThis
  ? ["run", "--quiet", ...SUPERVISOR_FLAGS, main]
  : ["run", main];

/** What a run of the program printed and how it ended. */
export interface ProgramResult {
  code: number | null;
  out: string;
  error: string;
}

/**
 * Runs one command line to its end, outside of any project and under no setting but the given ones.
 * @param argv arguments after the program's name
 */
export function program(
  argv: readonly string[],
  { input = "", variables = {} }: { input?: string; variables?: Record<string, string> } = {},
): ProgramResult {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      !/^(SKILL_RETRIEV|HERMES|NO_COLOR|FORCE_COLOR)/.test(name)
    ),
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [...RUNTIME_ARGUMENTS, ...argv], {
    cwd: tmpdir(),
    encoding: "utf8",
    env: { ...inherited, ...variables },
    input,
  });
  return { code: status, out: stdout, error: stderr };
}

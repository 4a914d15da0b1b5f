/**
 * Measures anew every table of docs/benchmarks.md, or of the page that is named:
 * `bun scripts/bench_docs.ts [docs/dense.md]`, from the project's folder.
 *
 * The page names the command of each table in a comment before it; what the command prints replaces the
 * lines up to the closing comment. Build the executable first, on a machine that is otherwise quiet.
 */
import { resolve } from "@std/path";
import {
  FileAccess,
  programArguments,
  ProgramError,
  runProgram,
  setExitCode,
  writeError,
} from "../lib/runtime/mod.ts";

const page = programArguments()[0] ?? "docs/benchmarks.md";
const PAGE = resolve(import.meta.dirname!, "..", page);
const MAX_PAGE_BYTES = 1024 * 1024;
/** A table: its command, and what was measured last. */
const TABLE = /<!-- run: (.+) -->\n[^]*?<!-- end -->/g;

/** Runs a command. @returns its output @throws {ProgramError} when it fails */
function outputOf(command: string): string {
  const [program, ...args] = command.split(" ");
  const { exitCode, output, errors } = runProgram(program!, args);
  if (exitCode !== 0) throw new ProgramError(`${command} ended with ${exitCode}: ${errors.trim()}`);
  return output.trimEnd();
}

function measured(command: string): string {
  writeError(`${command}\n`);
  return `<!-- run: ${command} -->\n\n${outputOf(command)}\n\n<!-- end -->`;
}

try {
  const files = new FileAccess({ read: [PAGE], write: [PAGE] });
  const text = files.readText(PAGE, MAX_PAGE_BYTES);
  files.writeText(PAGE, text.replace(TABLE, (_, command: string) => measured(command)));
  outputOf(`deno fmt --quiet ${page}`);
} catch (error) {
  if (!(error instanceof ProgramError)) throw error;
  writeError(`bench_docs: ${error.message}.\n`);
  setExitCode(1);
}

/**
 * How the executable is built with Bun: once for `dist/`, and for every target of a release.
 *
 * Bytecode and minification halve the start time; autoloading of `.env` and `bunfig.toml` is off,
 * since a file in the working directory must never change what an installed binary does.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import process from "node:process";

/** The repository. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Builds an executable.
 * @param outfile path; its name is part of what is built, so that equal builds need equal names
 * @param target Bun's name of the target, or null for this machine
 * @param module path of the entry, absolute or relative to the repository
 * @throws when Bun fails; it says why on stderr
 */
export function buildExecutable(
  outfile: string,
  target: string | null,
  module = "main.ts",
): void {
  execFileSync(
    process.execPath,
    [
      "build",
      "--compile",
      "--minify",
      "--bytecode",
      "--splitting",
      "--format=esm",
      "--no-compile-autoload-dotenv",
      "--no-compile-autoload-bunfig",
      ...(target === null ? [] : [`--target=${target}`]),
      "--define",
      `BUILD_COMMIT=${JSON.stringify(commit())}`,
      "--define",
      `BUILD_TARGET=${JSON.stringify(target ?? "")}`,
      "--outfile",
      outfile,
      module,
    ],
    { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] },
  );
}

/** The first ten digits of the commit that is built, `+` for changes beside it; empty without Git. */
export function commit(): string {
  try {
    const hash = git("rev-parse", "--short=10", "HEAD");
    return git("status", "--porcelain", "--untracked-files=no") === "" ? hash : `${hash}+`;
  } catch {
    return "";
  }
}

function git(...args: string[]): string {
  return execFileSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
    .trim();
}

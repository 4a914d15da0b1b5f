/**
 * Builds `dist/skill-retrieval` for this machine with Bun.
 *
 * Bytecode and minification halve the start time; autoloading of `.env` and `bunfig.toml` is off,
 * since a file in the working directory must never change what an installed binary does.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import process from "node:process";

const root = fileURLToPath(new URL("..", import.meta.url));
const suffix = process.platform === "win32" ? ".exe" : "";

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
    "--outfile",
    `dist/skill-retrieval${suffix}`,
    "main.ts",
  ],
  { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
);
console.log(`Built dist/skill-retrieval${suffix}`);

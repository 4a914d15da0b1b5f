/**
 * Builds `dist/skill-retrieval-deno` with `deno compile`, or says in one line why it cannot be done.
 *
 * `deno compile` fetches a runtime file that no package registry serves.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import process from "node:process";
import { SUPERVISOR_FLAGS, WORKER_MODULES } from "../lib/runtime/mod.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { status, stderr } = spawnSync(
  "deno",
  [
    "compile",
    ...SUPERVISOR_FLAGS,
    "--unstable-worker-options",
    // Workers are started by address, which the compiler does not follow.
    ...WORKER_MODULES.flatMap((path) => ["--include", path]),
    "--output",
    "dist/skill-retrieval-deno",
    "main.ts",
  ],
  {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "inherit", "pipe"],
  },
);
if (status === 0) {
  console.log("Built dist/skill-retrieval-deno");
} else {
  const lines = stderr.split("\n").map((line) => line.trim());
  const reason = lines.find((line) => /denort|download|fetch|sending request/i.test(line)) ??
    lines.find((line) => /error/i.test(line)) ?? "no reason given";
  console.error(
    `deno compile is not possible here (${reason}); the executable of "deno task build" is the tested one.`,
  );
  process.exitCode = 1;
}

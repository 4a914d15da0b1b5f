/**
 * Everything CI checks, in CI's order: format, lint, both type checks, all tests on Deno, all tests on
 * Bun, then the built binary and a real Hermes. The last line is the true total of all test runs.
 *
 * A check that fails counts as one failure, so that the last line never looks green by mistake.
 * `bun scripts/test.ts --tests` leaves out the checks, `--fast` leaves out the end-to-end tests.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "skill-retrieval-tests-"));
const options = new Set(process.argv.slice(2));
const totals = { passed: 0, failed: 0, skipped: 0 };

/** The runtimes that npm or Deno installed beside this project come first. */
const environment = {
  ...process.env,
  PATH: [join(root, "node_modules", ".bin"), process.env.PATH].join(
    process.platform === "win32" ? ";" : ":",
  ),
  NO_COLOR: "1",
};

if (!options.has("--tests")) {
  check("format", "deno", ["fmt", "--check"]);
  check("lint", "deno", ["lint"]);
  check("types on Deno", "deno", ["check", "main.ts", "lib", "test", "scripts"]);
  check("types on Bun", "bun", ["check"]);
}
tests("Deno", "deno", (report) => [
  "test",
  "--allow-all",
  "--no-check",
  "--quiet",
  `--junit-path=${report}`,
  "--ignore=test/e2e,test/executable",
  "test",
]);
tests("Bun", "bun", (report) => [
  "test",
  "--timeout",
  "60000",
  "--reporter=junit",
  `--reporter-outfile=${report}`,
  "--path-ignore-patterns=test/e2e/**",
  "--path-ignore-patterns=test/executable/**",
  "test",
]);
check("executable", "bun", ["scripts/build.ts"]);
if (!options.has("--fast")) {
  tests("the executable and a real Hermes", "bun", (report) => [
    "test",
    "--timeout",
    "300000",
    "--reporter=junit",
    `--reporter-outfile=${report}`,
    "./test/executable",
    "./test/e2e",
  ]);
}
rmSync(reports, { recursive: true, force: true });
const { passed, failed, skipped } = totals;
console.log(
  `${passed} passed, ${failed} failed` + (skipped > 0 ? `, ${skipped} skipped` : ""),
);
process.exitCode = failed > 0 ? 1 : 0;

/** Runs a command that only passes or fails. */
function check(name: string, command: string, args: readonly string[]): void {
  console.log(`── ${name}`);
  if (run(command, args) !== 0) {
    console.log(`── ${name} FAILED`);
    totals.failed++;
  }
}

/** Runs tests and adds up their JUnit report. */
function tests(
  name: string,
  command: string,
  argsFor: (report: string) => readonly string[],
): void {
  console.log(`── tests: ${name}`);
  const report = join(reports, `${name.replaceAll(" ", "-")}.xml`);
  const status = run(command, argsFor(report));
  const count = readReport(report);
  // A runner that died without a report has failed, whatever it counted.
  if (status !== 0 && count.failed === 0) count.failed = 1;
  totals.passed += count.passed;
  totals.failed += count.failed;
  totals.skipped += count.skipped;
  console.log(
    `── tests: ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`,
  );
}

function run(command: string, args: readonly string[]): number {
  const { status } = spawnSync(command, args, { cwd: root, env: environment, stdio: "inherit" });
  return status ?? 1;
}

function readReport(path: string): { passed: number; failed: number; skipped: number } {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const cases = text.match(/<testcase\b[^>]*?(?:\/>|>[\s\S]*?<\/testcase>)/g) ?? [];
  const failed = cases.filter((entry) => /<(?:failure|error)\b/.test(entry)).length;
  const skipped = cases.filter((entry) => /<skipped\b/.test(entry)).length;
  return { passed: cases.length - failed - skipped, failed, skipped };
}

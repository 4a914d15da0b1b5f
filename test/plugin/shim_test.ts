/**
 * Runs the Python tests of the shim and reports each of their cases. Python 3.11 or newer is the
 * only thing they need; where it is missing, that is said by one skipped test.
 */
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import process from "node:process";
import { assertEquals } from "@std/assert";
import { SETTINGS } from "../../lib/config/mod.ts";

interface Case {
  name: string;
  outcome: "passed" | "failed" | "skipped";
  detail: string;
}

const plugin = fileURLToPath(new URL("../../plugin/__init__.py", import.meta.url));

/** Runs Python; null where there is none, or one that is too old. */
function python(...args: string[]): string | null {
  const check = "import sys; sys.exit(sys.version_info < (3, 11))";
  // The fake server is started by its first line, which Windows does not know.
  if (process.platform === "win32" || spawnSync("python3", ["-c", check]).status !== 0) return null;
  const { stdout, stderr } = spawnSync("python3", args, { encoding: "utf8" });
  if (stdout === "") throw new Error(`python3 ${args.join(" ")}: ${stderr}`);
  return stdout;
}

const report = python(fileURLToPath(new URL("shim_unit.py", import.meta.url)));

if (report === null) {
  test("shim_unit.py needs python3 (3.11 or newer) on a POSIX system", { skip: true }, () => {});
} else {
  for (const { name, outcome, detail } of JSON.parse(report) as Case[]) {
    test(`shim: ${name}`, { skip: outcome === "skipped" }, () => assertEquals(detail, ""));
  }
}

test(
  "shim knows the key of every setting that a config may hold",
  { skip: report === null },
  () => {
    const script = "import ast, json, sys\n" +
      "tree = ast.parse(open(sys.argv[1], encoding='utf-8').read())\n" +
      "for node in tree.body:\n" +
      "    if isinstance(node, ast.Assign) and node.targets[0].id == 'SETTING_KEYS':\n" +
      "        print(json.dumps(ast.literal_eval(node.value)))\n";
    assertEquals(
      JSON.parse(python("-c", script, plugin)!),
      Object.values(SETTINGS).flatMap(({ key }) => key ?? []),
    );
  },
);

import { test } from "node:test";
import process from "node:process";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { LineProgram, ProgramError, runProgram } from "../../lib/runtime/mod.ts";
import { makeHome } from "../helpers/home.ts";

/** Arguments that make this test's runtime run a script. */
function script(text: string): string[] {
  const path = join(makeHome({ "script.mjs": text }), "script.mjs");
  return "Deno" in globalThis ? ["run", "-A", path] : [path];
}

test("runProgram() gives output, errors and exit code, and passes the input on", () => {
  const run = runProgram(
    process.execPath,
    script(`import fs from "node:fs";
process.stdout.write(fs.readFileSync(0, "utf8").toUpperCase());
process.stderr.write("problem");
process.exitCode = 3;`.replace("import fs", 'import process from "node:process";\nimport fs')),
    "hello é",
  );
  assertEquals([run.exitCode, run.output, run.errors], [3, "HELLO É", "problem"]);
  assert(run.elapsedMs > 0);
});

test("runProgram() says which program is not there", () => {
  assertThrows(
    () => runProgram("no-such-program", []),
    ProgramError,
    "no-such-program cannot be run",
  );
});

test("LineProgram speaks line by line and ends with its input", async () => {
  const program = new LineProgram(
    process.execPath,
    script(`import process from "node:process";
import { createInterface } from "node:readline";
createInterface({ input: process.stdin }).on("line", (line) => console.log(line + "!"));`),
  );
  program.send("one");
  program.send("two");
  assertEquals([await program.nextLine(), await program.nextLine()], ["one!", "two!"]);
  await program.end();
  await assertRejects(() => program.nextLine(), ProgramError, "has ended");
});

test("LineProgram reports a program that is not there where its answer is awaited", async () => {
  const program = new LineProgram("no-such-program", []);
  program.send("one");
  await assertRejects(() => program.nextLine(), ProgramError, "there is no such program");
  await program.end();
});

import { test } from "node:test";
import * as fs from "node:fs";
import { spawn } from "node:child_process";
import { join } from "@std/path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { abLine, type AbRecord, appendRecord, MAX_LOG_BYTES } from "../../lib/rerank/mod.ts";
import { FileError } from "../../lib/runtime/mod.ts";
import { makeHome } from "../helpers/home.ts";
import { recordOf } from "./_records.ts";

const APPENDER = fileURLToPath(new URL("./_append_records.ts", import.meta.url));

/** Queries of the records in a file, all of whose lines must be whole. */
function queriesIn(path: string): string[] {
  const lines = fs.readFileSync(path, "utf8").split("\n");
  assertEquals(lines.pop(), "");
  return lines.map((line) => (JSON.parse(line) as AbRecord).query);
}

/** Runs two programs that append at the same time. */
async function appendFromTwo(
  log: string,
  { count, characters, maxBytes }: Record<"count" | "characters" | "maxBytes", number>,
): Promise<void> {
  const runtime = "Deno" in globalThis ? ["run", "-A"] : ["run"];
  const codes = await Promise.all(
    ["one", "two"].map((name) =>
      new Promise<number | null>((resolve) => {
        const numbers = [count, characters, maxBytes].map(String);
        spawn(process.execPath, [...runtime, APPENDER, log, name, ...numbers], { stdio: "inherit" })
          .on("close", resolve);
      })
    ),
  );
  assertEquals(codes, [0, 0]);
}

test("appendRecord() moves a file that is too large aside (SR-101, SR-A122)", () => {
  const log = join(makeHome(), "a", "b", "log.jsonl");
  for (const query of ["1", "2", "3"]) appendRecord(log, recordOf(query, 200), { maxBytes: 100 });
  assertEquals(queriesIn(`${log}.1`), ["2"]);
  assertEquals(queriesIn(log), ["3"]);
  // Lines are longer than 100 bytes, so the limit is larger for the first to be in the old file.
  const two = join(makeHome(), "log");
  for (const query of ["1", "2", "3"]) appendRecord(two, recordOf(query, 300), { maxBytes: 500 });
  assertEquals([queriesIn(`${two}.1`), queriesIn(two)], [["1", "2"], ["3"]]);
  const exact = join(makeHome(), "log.jsonl");
  appendRecord(exact, recordOf("1", 300), { maxBytes: 300 });
  appendRecord(exact, recordOf("2", 300), { maxBytes: 300 });
  assertEquals(queriesIn(exact), ["1", "2"]);
  assertEquals(fs.readdirSync(join(log, "..")).sort(), ["log.jsonl", "log.jsonl.1"]);
});

test("appendRecord() goes on where another holds the lock, and takes away a forgotten one (SR-101)", () => {
  const log = join(makeHome(), "log");
  appendRecord(log, recordOf("1", 300));
  fs.writeFileSync(`${log}.lock`, "");
  appendRecord(log, recordOf("2", 300), { maxBytes: 100 });
  assertEquals(queriesIn(log), ["1", "2"]);
  const then = new Date(Date.now() - 11_000);
  fs.utimesSync(`${log}.lock`, then, then);
  appendRecord(log, recordOf("3", 300), { maxBytes: 100 });
  assertEquals([queriesIn(`${log}.1`), queriesIn(log)], [["1", "2"], ["3"]]);
  assertEquals(fs.existsSync(`${log}.lock`), false);
});

test("appendRecord() begins a line of its own after an append that failed", () => {
  const log = join(makeHome({ log: '{"ts":"2026' }), "log");
  fs.rmSync(log);
  fs.writeFileSync(log, '{"torn":');
  appendRecord(log, recordOf("1", 0), { afterFailure: true });
  assertEquals(fs.readFileSync(log, "utf8"), `{"torn":\n${abLine(recordOf("1", 0))}`);
});

test("appendRecord() throws a FileError on a full disk", {
  skip: fs.existsSync("/dev/full") ? false : "there is no /dev/full here",
}, () => {
  const log = join(makeHome(), "log");
  fs.symlinkSync("/dev/full", log);
  assertThrows(() => appendRecord(log, recordOf("1", 0)), FileError);
});

/** Records of each program. */
const ROUND = 5_000;

test("appendRecord() loses no line of two programs over one rotation (SR-101, SR-111)", async () => {
  const log = join(makeHome(), "log");
  const characters = 700;
  // One rotation: the file fills once, and the rest does not fill it again.
  const maxBytes = MAX_LOG_BYTES;
  await appendFromTwo(log, { count: ROUND, characters, maxBytes });
  const queries = [...queriesIn(`${log}.1`), ...queriesIn(log)];
  assertEquals(queries.length, 2 * ROUND);
  assertEquals(new Set(queries).size, 2 * ROUND);
  assert(fs.statSync(`${log}.1`).size > maxBytes && fs.statSync(log).size < maxBytes);
  for (const name of ["one", "two"]) {
    const own = queries.filter((query) => query.startsWith(name));
    assertEquals(own, Array.from({ length: ROUND }, (_, number) => `${name}-${number}`));
  }
});

test("appendRecord() keeps the newest lines whole over many rotations (SR-101, SR-111)", async () => {
  const log = join(makeHome(), "log");
  const maxBytes = MAX_LOG_BYTES;
  await appendFromTwo(log, { count: ROUND, characters: 1_400, maxBytes });
  const queries = [...queriesIn(`${log}.1`), ...queriesIn(log)];
  assertEquals(new Set(queries).size, queries.length);
  assert(fs.statSync(`${log}.1`).size > maxBytes);
  for (const name of ["one", "two"]) {
    const own = queries.filter((query) => query.startsWith(name));
    // The last of each program, without a gap.
    const first = ROUND - own.length;
    assertEquals(own, Array.from(own, (_, at) => `${name}-${first + at}`));
  }
  assertEquals(fs.existsSync(`${log}.lock`), false);
});

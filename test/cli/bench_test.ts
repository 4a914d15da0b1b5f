import { test } from "node:test";
import * as fs from "node:fs";
import process from "node:process";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { STAGES } from "../../lib/bench/mod.ts";
import { benchCommand, benchOutput } from "../../lib/cli/bench.ts";
import { CommandError, parseArguments, UsageError } from "../../lib/cli/command.ts";
import { makeHome } from "../helpers/home.ts";

const PROJECT = join(import.meta.dirname!, "..", "..");
const HOME = join(PROJECT, "fixtures", "home");

interface BenchDocument {
  skills: { read: number; visible: number };
  queries: { count: number; source: string };
  stages: {
    stage: string;
    preset: string | null;
    unit: string;
    runs: number;
    min: number;
    p50: number;
    p90: number;
    p99: number;
    max: number;
    budget: { limit: number; figure: string; within: boolean } | null;
  }[];
  skipped: { stage: string; reason: string }[];
}

async function bench(...argv: string[]): Promise<BenchDocument> {
  const args = parseArguments(benchCommand, ["--json", "--seconds", "0.01", ...argv]);
  return JSON.parse(await benchOutput(args)) as BenchDocument;
}

/** The program as one file that can be run: its sources under the runtime of this test. */
function programFile(): string {
  const path = join(makeHome(), "program");
  const runtime = "Deno" in globalThis ? `"${process.execPath}" run -A` : `"${process.execPath}"`;
  fs.writeFileSync(path, `#!/bin/sh\nexec ${runtime} "${join(PROJECT, "main.ts")}" "$@"\n`);
  fs.chmodSync(path, 0o755);
  return path;
}

test("benchOutput() measures every stage under every preset, or says why not", async () => {
  const { skills, queries, stages, skipped } = await bench("--home", HOME);
  assertEquals(skills.read, 24);
  assertEquals(queries.count, 24);
  assertEquals(
    [...stages, ...skipped].map(({ stage }) => stage)
      .filter((stage, at, all) => all.indexOf(stage) === at).toSorted(),
    Object.keys(STAGES).toSorted(),
  );
  assertEquals(
    skipped.map(({ stage }) => stage),
    ["cold_start", "serve_turn", "serve_memory"],
  );
  assertEquals(
    stages.filter(({ stage }) => stage === "query").map(({ preset }) => preset).toSorted(),
    ["bm25", "default", "eagle-eye"],
  );
  for (const { min, p50, p90, p99, max, runs } of stages) {
    assert(runs > 0 && min <= p50 && p50 <= p90 && p90 <= p99 && p99 <= max);
  }
});

test("benchOutput() measures SR-A023 as the best of 10 runs", async () => {
  const { stages } = await bench("--home", HOME, "--preset", "default");
  const line = stages.find(({ stage }) => stage === "three_terms")!;
  assertEquals([line.preset, line.runs, line.budget?.limit, line.budget?.figure], [
    "bm25",
    10,
    50,
    "min",
  ]);
  assert(stages.every(({ stage, preset }) => stage === "three_terms" || preset !== "bm25"));
});

test("benchOutput() starts the program for the stages that need one", {
  skip: process.platform === "win32",
}, async () => {
  const { stages, skipped } = await bench(
    "--root",
    join(HOME, "skills"),
    "--preset",
    "bm25",
    "--binary",
    programFile(),
  );
  assertEquals(skipped, []);
  const units = stages.filter(({ stage }) =>
    ["cold_start", "serve_turn", "serve_memory"].includes(stage)
  )
    .map(({ stage, unit }) => [stage, unit]);
  assertEquals(units, [["cold_start", "ms"], ["serve_turn", "ms"], ["serve_memory", "MiB"]]);
});

test("benchOutput() makes up a library of the size asked for, in the words of a corpus", async () => {
  const corpus = join(
    makeHome({
      "corpus.jsonl": JSON.stringify({
        id: "a",
        name: "send-mail",
        description: "Send a mail to people",
        body: "Write the mail and send it.",
      }),
    }),
    "corpus.jsonl",
  );
  const { skills, stages } = await bench("--corpus", corpus, "--size", "12", "--preset", "bm25");
  assertEquals(skills.read, 12);
  assertEquals(stages.find(({ stage }) => stage === "stat_pass")?.budget?.limit, 1.5);
});

test("benchOutput() asks the messages of the files given", async () => {
  const queries = join(
    makeHome({
      "queries.jsonl": `{"id":"1","query":"send a mail","gold":[]}\n{"id":"2"}\n`,
    }),
    "queries.jsonl",
  );
  const document = await bench("--home", HOME, "--quiet", "--preset", "bm25", "--queries", queries);
  assertEquals(document.queries, { count: 1, source: "of queries.jsonl" });
});

test("benchOutput() prints a Markdown table", async () => {
  const args = parseArguments(benchCommand, [
    "--markdown",
    "--seconds",
    "0.01",
    "--home",
    HOME,
    "--preset",
    "bm25",
  ]);
  const text = await benchOutput(args);
  assert(
    text.includes("\n| stage | preset | unit | runs | p50 | p90 | p99 | max | budget |"),
    text,
  );
  assert(text.includes("\n| query in process | bm25 | ms |"), text);
});

test("benchOutput() refuses wrong options with a sentence that names them", async () => {
  await assertRejects(() => bench("--size", "1.5"), UsageError, "--size is a whole number");
  await assertRejects(() => bench("--seconds", "0"), UsageError, "--seconds is a number above 0");
  await assertRejects(() => bench("--preset", "best"), UsageError, "--preset must be one of");
  await assertRejects(
    () => bench("--corpus", "a.jsonl", "--home", HOME),
    UsageError,
    "not both",
  );
});

test("benchOutput() says what cannot be read or run", async () => {
  const empty = makeHome({ "config.yaml": "{}\n", "skills/": "" });
  await assertRejects(() => bench("--home", empty), CommandError, "no skill with a description");
  await assertRejects(() => bench("--corpus", "no-such.jsonl"), CommandError, "does not exist");
  await assertRejects(
    () => bench("--home", HOME, "--binary", "no-such-program"),
    CommandError,
    "there is no such program",
  );
});

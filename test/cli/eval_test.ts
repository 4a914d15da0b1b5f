import { test } from "node:test";
import * as fs from "node:fs";
import { join } from "@std/path";
import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { CommandError, parseArguments, UsageError } from "../../lib/cli/command.ts";
import {
  evalCommand,
  type EvalOutput,
  evaluateFiles,
  type RankerRegistry,
} from "../../lib/cli/eval.ts";
import { makeHome } from "../helpers/home.ts";

/** Ranks by the number of shared words; injects the first when it shares two or more. */
const REGISTRY: RankerRegistry = {
  createCorpusRanker(corpus, { without }) {
    const documents = corpus.map(({ id, name, description }) => ({
      id,
      words: new Set(`${name} ${without === "description" ? "" : description}`.split(" ")),
    }));
    return {
      name: "overlap",
      rank(query) {
        const asked = [...new Set(query.split(" "))];
        const hits = documents
          .map(({ id, words }) => ({ id, score: asked.filter((word) => words.has(word)).length }))
          .filter(({ score }) => score > 0)
          .sort((left, right) => right.score - left.score);
        const score = hits[0]?.score ?? 0;
        const ranked = hits.map(({ id }) => id);
        return Promise.resolve({
          ranked,
          injected: score >= 2 ? ranked.slice(0, 1) : [],
          confidence: score / (score + 1),
        });
      },
    };
  },
  ablatableParts: (preset) =>
    preset === "bm25" ? [] : [{ name: "description", description: "words of descriptions" }],
};

const CORPUS = [
  { id: "git/commit", name: "commit", description: "write a commit message" },
  { id: "git/rebase", name: "rebase", description: "rebase a branch" },
];
const MORE = [
  { id: "git/commit", name: "copy", description: "a second copy" },
  { id: "ops/deploy", name: "deploy", description: "deploy a branch to a server" },
];
const QUERIES = [
  { id: "1", query: "write a message", gold: ["git/commit"], lang: "en" },
  { id: "2", query: "deploy my branch", gold: ["ops/deploy"], lang: "en" },
  {
    id: "3",
    query: "hello",
    gold: [],
    expect_none: true,
    kind: "none",
    sub: "greeting",
    lang: "en",
  },
  { id: "4", query: "rebase a branch", gold: [], forbidden: ["git/rebase"], kind: "near" },
];

/** Writes files of JSON lines (texts stay as they are) and returns the path of a name. */
function dataFiles(files: Record<string, readonly unknown[]>): (name: string) => string {
  const line = (row: unknown) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`;
  const directory = makeHome(
    Object.fromEntries(
      Object.entries(files).map(([name, rows]) => [name, rows.map(line).join("")]),
    ),
  );
  return (name) => join(directory, name);
}

async function run(...argv: string[]): Promise<EvalOutput> {
  return await evaluateFiles(parseArguments(evalCommand, argv), REGISTRY);
}

test("evaluateFiles() takes corpora as repeated options and as positionals", async () => {
  const path = dataFiles({ a: CORPUS, b: MORE, q: QUERIES });
  const repeated = await run(
    "--corpus",
    path("a"),
    "--corpus",
    path("b"),
    "--queries",
    path("q"),
    "--json",
  );
  const positional = await run("--corpus", path("a"), path("b"), "--queries", path("q"), "--json");
  const withoutTimes = ({ text }: EvalOutput) => text.replace(/"(build|rank)_ms": [\d.e-]+/g, "");
  assertEquals(withoutTimes(positional), withoutTimes(repeated));
  const document = JSON.parse(positional.text);
  assertEquals(document.corpus, { files: [path("a"), path("b")], skills: 3, duplicates: 1 });
  assertEquals(document.measures.hit_at_1.value, 1);
  assertEquals(document.measures.none_injected.value, 0);
  assertEquals(document.measures.forbidden_injected.value, 1);
  assertEquals(document.gate.near.forbidden_injected, { count: 1, rows: 1 });
  assertEquals(positional.warnings, [
    "1 skill dropped, since an earlier row has the same id",
  ]);
});

test("evaluateFiles() prints a readable table", async () => {
  const path = dataFiles({ a: [...CORPUS, MORE[1]], q: QUERIES });
  const { text, warnings } = await run(
    "--corpus",
    path("a"),
    "--queries",
    path("q"),
    "--by",
    "kind",
  );
  assertEquals(warnings, []);
  assertMatch(text, /^preset \S+ · 3 skills · 4 messages, 2 with a right skill · built in /);
  assertStringIncludes(text, "  nDCG@10    100.0  100.0 … 100.0         2\n");
  assertStringIncludes(text, "\nby kind\n");
  assertEquals(text.includes("\nby lang\n"), false);
  assertStringIncludes(text, "    greeting                             0 of 1 (0.0 %)\n");
  assertStringIncludes(text, "  near-miss: forbidden skill first     1 of 1 (100.0 %)\n");
  assertStringIncludes(text, "expected calibration error");
});

test("evaluateFiles() writes a run and compares with it", async () => {
  const path = dataFiles({ a: [...CORPUS, MORE[1]], q: QUERIES, less: CORPUS });
  const first = await run("--corpus", path("less"), "--queries", path("q"), "--run", path("out"));
  assertEquals(first.warnings, [
    "1 message with right skills that the corpus lacks, counted as missed: ops/deploy",
  ]);
  assertEquals(
    fs.readFileSync(path("out"), "utf8").split("\n").map((line) => line.slice(0, 40)),
    [
      '{"id":"1","ranked":["git/commit","git/re',
      '{"id":"2","ranked":["git/rebase"],"injec',
      '{"id":"3","ranked":[],"injected":[],"con',
      '{"id":"4","ranked":["git/rebase","git/co',
      "",
    ],
  );
  const second = await run("--corpus", path("a"), "--queries", path("q"), "--against", path("out"));
  assertStringIncludes(second.text, `against ${path("out")}: 4 messages in both\n`);
  assertStringIncludes(
    second.text,
    "largest gains (nDCG@10, rank of the first right skill)\n" +
      "  id  points  then  now  message\n" +
      "  2   +100.0     –    1  deploy my branch\n",
  );
  assertEquals(second.text.includes("largest losses"), false);
});

test("evaluateFiles() says which answers of another run have no partner", async () => {
  const others = [{ id: "1", ranked: [], injected: [], confidence: null }, {
    id: "9",
    ranked: [],
    injected: [],
    confidence: null,
  }];
  const path = dataFiles({ a: [...CORPUS, MORE[1]], q: QUERIES, r: others });
  const { warnings } = await run(
    "--corpus",
    path("a"),
    "--queries",
    path("q"),
    "--against",
    path("r"),
  );
  assertEquals(warnings, [
    `${path("r")} has no answer to 3 messages; the comparison leaves them out`,
    `${path("r")} answers 1 message that ${path("q")} does not ask; ignored`,
  ]);
});

test("evaluateFiles() switches off parts, or says that there are none", async () => {
  const path = dataFiles({ a: [...CORPUS, MORE[1]], q: QUERIES });
  const files = ["--corpus", path("a"), "--queries", path("q"), "--ablate"];
  const { text } = await run(...files, "--preset", "default");
  assertStringIncludes(text, "without one part, difference in points\n");
  assertMatch(text, /\n {2}description +-50\.0 +-50\.0 .* words of descriptions\n$/);
  assertStringIncludes(
    (await run(...files, "--preset", "bm25")).text,
    "preset bm25 has no part that can be switched off\n",
  );
});

test("evaluateFiles() names bad rows and counts the rest", async () => {
  const bad = Array.from({ length: 7 }, () => "{");
  const path = dataFiles({ a: [...CORPUS, MORE[1]], q: [...bad, ...QUERIES] });
  const { warnings } = await run("--corpus", path("a"), "--queries", path("q"));
  assertEquals(warnings.length, 6);
  assertEquals(warnings[0], `${path("q")}:1 is not valid JSON; the row is left out`);
  assertEquals(warnings[5], "2 more bad message rows left out");
});

test("evaluateFiles() rejects wrong usage with the option and the fix", async () => {
  const usage = (argv: string[], sentence: string) =>
    assertRejects(() => run(...argv), UsageError, sentence);
  await usage(["--queries", "q"], "eval needs --corpus FILE");
  await usage(["--corpus", "c"], "eval needs --queries FILE");
  const files = ["--corpus", "c", "--queries", "q"];
  await usage([...files, "--k", "0"], '--k must be a whole number from 1 to 100, not "0".');
  await usage([...files, "--by", "cat"], '--by must be one of lang, kind, sub, not "cat".');
  await usage([...files, "--preset", "best"], "--preset must be one of default, ");
});

test("evaluateFiles() fails with a sentence for files that cannot be used", async () => {
  const path = dataFiles({ a: CORPUS, empty: [], bad: ["nonsense"], q: QUERIES, r: [] });
  const fails = (argv: string[], sentence: string) =>
    assertRejects(() => run(...argv), CommandError, sentence);
  await fails(["--corpus", path("no"), "--queries", path("q")], `${path("no")} does not exist.`);
  await fails(["--corpus", path("empty"), "--queries", path("q")], "holds no usable skill.");
  await fails(
    ["--corpus", path("a"), "--queries", path("bad")],
    `holds no usable message (${path("bad")}:1 is not valid JSON`,
  );
  await fails(
    ["--corpus", path("a"), "--queries", path("q"), "--against", path("r")],
    "holds no usable answer.",
  );
});

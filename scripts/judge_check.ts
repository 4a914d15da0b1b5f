/**
 * What the bands of a judge do with judges of known accuracy: `bun scripts/judge_check.ts [BENCH]`.
 * A server on this machine answers as Jev does. It knows the right skills of each message of a
 * development set and errs at a fixed rate, by a generator that gives the same on every run, so the
 * table says what the order makes of a judge, and nothing about how good a real one is.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { createCorpusRanker } from "../lib/rank/mod.ts";
import {
  evaluate,
  type MeasureKey,
  parseCorpus,
  parseQueries,
  type QueryEntry,
  runRanker,
} from "../lib/eval/mod.ts";

const SET = "marketing_en";
/** Rank to which nDCG counts. */
const CUTOFF = 10;
/**
 * Judges: one that is right about a whole message or wrong about it (then a wrong skill is its choice
 * and the right one is not), one whose errors fall on each skill by itself, and one that never decides.
 */
type Judge = { by: "message" | "skill"; right: number } | "undecided";
const JUDGES: readonly (Judge | null)[] = [
  null,
  "undecided",
  ...[1, 0.9, 0.75, 0.5].map((right): Judge => ({ by: "message", right })),
  ...[0.95, 0.9, 0.75].map((right): Judge => ({ by: "skill", right })),
];
/** What ranks, with further settings. */
const RANKINGS: readonly { name: string; preset: string; variables: Record<string, string> }[] = [
  { name: "default", preset: "default", variables: {} },
  { name: "bm25", preset: "bm25", variables: {} },
  {
    name: "bm25, 6 of 12",
    preset: "bm25",
    variables: { SKILL_RETRIEVAL_TOP_K: "12", SKILL_RETRIEVAL_INJECT_K: "6" },
  },
];
const COLUMNS: readonly [MeasureKey, string][] = [
  ["hit_at_1", "Hit@1"],
  ["ndcg", `nDCG@${CUTOFF}`],
  ["right_injected", "right shown"],
  ["mean_injected", "skills shown"],
];

const bench = process.argv[2] ?? fileURLToPath(new URL("../../shared/bench/", import.meta.url));
const file = (name: string) => ({ path: name, text: readFileSync(`${bench}/${name}`, "utf8") });
const corpus = parseCorpus([file(`${SET}.corpus.jsonl`)]).entries;
const queries = parseQueries(file(`${SET}.queries.jsonl`)).entries;

let judge: Judge | null = null;
let current: QueryEntry;
let random = generator(1);

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => body += chunk);
  request.on("end", () => {
    const { questions } = JSON.parse(body) as { questions: object };
    const ids = Object.keys(questions).map((key) => key.slice("rel_".length));
    const probabilities = verdicts(ids);
    const answers = Object.fromEntries(
      ids.map((id, at) => [`rel_${id}`, { type: "noul", noul: probabilities[at] }]),
    );
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ answers, usage: { input_tokens: Math.ceil(body.length / 4) } }));
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

console.log(`| ranking | judge | ${COLUMNS.map(([, name]) => name).join(" | ")} |`);
console.log(`| --- | --- | ${COLUMNS.map(() => "---:").join(" | ")} |`);
for (const ranking of RANKINGS) {
  for (judge of JUDGES) console.log(await row(ranking));
}
server.close();
server.closeAllConnections();

async function row({ name, preset, variables }: (typeof RANKINGS)[number]): Promise<string> {
  random = generator(1);
  const all: Record<string, string> = judge === null ? variables : {
    ...variables,
    SKILL_RETRIEVAL_RERANK: "jev",
    SKILL_RETRIEVAL_RERANK_BASE_URL: base,
    TYPESAFE_API_KEY: "simulated",
  };
  const ranker = createCorpusRanker(corpus, { preset, environment: (name) => all[name] });
  const answers = [];
  for (const query of queries) {
    current = query;
    answers.push(...await runRanker(ranker, [query]));
  }
  if (ranker.warnings.length > 0) throw new Error(ranker.warnings.join("\n"));
  const { measures } = evaluate(queries, answers, CUTOFF, []);
  const cells = COLUMNS.map(([key]) => {
    const { value } = measures.find((measure) => measure.key === key)!;
    return key === "mean_injected" ? value!.toFixed(2) : (100 * value!).toFixed(1);
  });
  return `| ${name} | ${judgeInWords()} | ${cells.join(" | ")} |`;
}

function judgeInWords(): string {
  if (judge === null) return "none";
  if (judge === "undecided") return "always 0.5";
  return `right about ${100 * judge.right} % of the ${judge.by}s`;
}

/** What the judge says of the skills it is asked about: clearly yes or no, by truth or in error. */
function verdicts(ids: readonly string[]): number[] {
  if (judge === null || judge === "undecided") return ids.map(() => 0.5);
  const { by, right } = judge;
  const isTrue = (id: string) => current.gold.includes(id);
  if (by === "skill") return ids.map((id) => probability(isTrue(id) === random() < right));
  if (random() < right) return ids.map((id) => probability(isTrue(id)));
  const wrong = ids.filter((id) => !isTrue(id));
  const chosen = wrong[Math.floor(random() * wrong.length)];
  return ids.map((id) => probability(id === chosen));
}

function probability(fits: boolean): number {
  return fits ? 0.65 + 0.35 * random() : 0.35 * random();
}

/** Numbers from 0 to 1 that are the same on every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

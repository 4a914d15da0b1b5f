/**
 * What typo repair and clauses are worth, which the development sets as they are cannot show:
 * `bun scripts/parts_check.ts [BENCH]`. Messages are altered by rule: two letters of the longest word
 * swapped; two messages with different right skills joined by "and then".
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type CorpusRanker, createCorpusRanker } from "../lib/rank/mod.ts";

interface Row {
  query: string;
  gold: string[];
}

const bench = process.argv[2] ?? fileURLToPath(new URL("../../shared/bench/", import.meta.url));
/** Longest message that is joined with another. */
const SHORT = 80;
/** Shortest word that is misspelt. */
const LETTERS = 6;

const rows = (name: string) =>
  readFileSync(`${bench}/${name}`, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const ranker = (corpus: string, without?: string): CorpusRanker =>
  createCorpusRanker(rows(`${corpus}.corpus.jsonl`), {
    preset: "default",
    ...(without === undefined ? {} : { without }),
  });

console.log("| set | messages | figure | with | without |\n| --- | ---: | --- | ---: | ---: |");
for (const set of ["dotnet_en", "marketing_en"]) {
  const messages: Row[] = rows(`${set}.queries.jsonl`);
  const misspelt = messages.map(({ query, gold }) => ({ query: misspell(query), gold }));
  const hits = (ranker: CorpusRanker) =>
    share(
      misspelt,
      async ({ query, gold }) => gold.includes((await ranker.rank(query, [])).ranked[0]!),
    );
  print(
    set,
    misspelt.length,
    "misspelt: Hit@1",
    await hits(ranker(set)),
    await hits(ranker(set, "repair")),
  );
  const short = messages.filter(({ query }) => query.length <= SHORT);
  const joined = short.flatMap((first, at) => {
    const second = short[(at + 7) % short.length]!;
    return first.gold[0] === second.gold[0] ? [] : [{
      query: `${first.query.replace(/[.?!]$/, "")} and then ${second.query}`,
      gold: [first.gold[0]!, second.gold[0]!],
    }];
  });
  const both = (ranker: CorpusRanker) =>
    share(joined, async ({ query, gold }) => {
      const { injected } = await ranker.rank(query, []);
      return gold.every((id) => injected.includes(id));
    });
  print(
    set,
    joined.length,
    "joined: both shown",
    await both(ranker(set)),
    await both(ranker(set, "clauses")),
  );
}

function misspell(text: string): string {
  const words = text.match(/[a-z]+/g) ?? [];
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
  if (longest.length < LETTERS) return text;
  const swapped = longest[0]! + longest[2]! + longest[1]! + longest.slice(3);
  return text.replace(longest, swapped);
}

async function share(
  rows: readonly Row[],
  right: (row: Row) => Promise<boolean>,
): Promise<number> {
  const verdicts = await Promise.all(rows.map(right));
  return 100 * verdicts.filter(Boolean).length / rows.length;
}

function print(set: string, count: number, figure: string, on: number, off: number): void {
  console.log(`| ${set} | ${count} | ${figure} | ${on.toFixed(1)} | ${off.toFixed(1)} |`);
}

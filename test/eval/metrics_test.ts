import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import {
  labelOf,
  meanOf,
  measure,
  type MeasureKey,
  MEASURES,
  type QueryEntry,
  RANKING_DEPTH,
  type RunEntry,
  scoredRanking,
  valuesOf,
} from "../../lib/eval/mod.ts";
import { answer, message } from "./_fixtures.ts";

function value(key: MeasureKey, query: QueryEntry, given: RunEntry, cutoff = 10): number {
  return measure(key).value(query, given, cutoff);
}

// c a d b is scored: right skills at ranks 2 and 4.
const TWO_GOLD = message("q", { gold: ["a", "b"], also: ["x"] });
const TWO_GOLD_ANSWER = answer("q", "x c a d b");

test("MEASURES nDCG is the binary discounted gain over the ideal one", () => {
  const second = 1 / Math.log2(3);
  const fourth = 1 / Math.log2(5);
  assertEquals(value("ndcg", TWO_GOLD, TWO_GOLD_ANSWER), (second + fourth) / (1 + second));
  assertAlmostEquals(value("ndcg", TWO_GOLD, TWO_GOLD_ANSWER), 0.650921, 1e-6);
});

test("MEASURES nDCG looks only at the ranks of the cut-off", () => {
  assertAlmostEquals(value("ndcg", TWO_GOLD, TWO_GOLD_ANSWER, 2), 0.386853, 1e-6);
  assertEquals(value("ndcg", TWO_GOLD, TWO_GOLD_ANSWER, 1), 0);
});

test("MEASURES nDCG is 1 when the first ranks hold all right skills that fit", () => {
  assertEquals(value("ndcg", message("q", { gold: ["a", "b", "c"] }), answer("q", "c a"), 2), 1);
});

test("MEASURES Hit@1, Recall@5, MAP and MRR have their textbook values", () => {
  assertEquals(value("hit_at_1", TWO_GOLD, TWO_GOLD_ANSWER), 0);
  assertEquals(value("recall_at_5", TWO_GOLD, TWO_GOLD_ANSWER), 1);
  assertEquals(value("map", TWO_GOLD, TWO_GOLD_ANSWER), (1 / 2 + 2 / 4) / 2);
  assertEquals(value("mrr", TWO_GOLD, TWO_GOLD_ANSWER), 0.5);
  const missed = answer("q", "1 2 3 4 a 5 6");
  assertEquals(value("recall_at_5", TWO_GOLD, missed), 0.5);
  assertEquals(value("map", TWO_GOLD, missed), 0.1);
  assertEquals(value("mrr", TWO_GOLD, answer("q", "1 2")), 0);
  assertEquals(value("hit_at_1", TWO_GOLD, answer("q", "x b")), 1);
  assertEquals(value("hit_at_1", TWO_GOLD, answer("q", "")), 0);
});

test("MEASURES ranking figures do not apply to messages without gold", () => {
  const none = message("q");
  for (const key of ["ndcg", "hit_at_1", "recall_at_5", "map", "mrr", "right_injected"] as const) {
    assertEquals(value(key, none, answer("q", "a")), NaN);
  }
});

test("MEASURES injection figures apply by what a message is for", () => {
  const injected = answer("q", "a b", "a b");
  const silent = answer("q", "a b");
  const right = message("q", { gold: ["b"] });
  const near = message("q", { forbidden: ["a"] });
  const none = message("q", { expectNone: true });
  const figures = (query: QueryEntry, given: RunEntry) =>
    MEASURES.slice(5).map(({ value }) => value(query, given, 10));
  assertEquals(figures(right, injected), [1, 2, 1, NaN, NaN]);
  assertEquals(figures(right, silent), [0, 0, 0, NaN, NaN]);
  assertEquals(figures(near, injected), [1, 2, NaN, NaN, 1]);
  assertEquals(figures(near, answer("q", "a b", "b")), [1, 1, NaN, NaN, 0]);
  assertEquals(figures(none, injected), [1, 2, NaN, 1, NaN]);
  assertEquals(figures(none, silent), [0, 0, NaN, 0, NaN]);
});

test("scoredRanking() removes skills that are neither right nor wrong and keeps 100", () => {
  const query = message("q", { gold: ["a"], also: ["x", "a"] });
  assertEquals(scoredRanking(query, ["x", "b", "a"]), ["b", "a"]);
  const many = Array.from({ length: RANKING_DEPTH + 5 }, (_, index) => String(index));
  assertEquals(scoredRanking(message("q"), many).length, RANKING_DEPTH);
  assertEquals(scoredRanking(query, ["x", ...many]).at(-1), "99");
});

test("valuesOf() and meanOf() leave out messages a figure does not apply to", () => {
  const queries = [message("1", { gold: ["a"] }), message("2"), message("3", { gold: ["b"] })];
  const answers = [answer("1", "a"), answer("2", "a"), answer("3", "a")];
  const values = valuesOf(measure("hit_at_1"), queries, answers, 10);
  assertEquals([...values], [1, NaN, 0]);
  assertEquals(meanOf(values), { value: 0.5, rows: 2 });
  assertEquals(meanOf(Float64Array.of(NaN)), { value: null, rows: 0 });
});

test("labelOf() names the cut-off", () => {
  assertEquals(labelOf(measure("ndcg"), 5), "nDCG@5");
  assertEquals(labelOf(measure("mrr"), 5), "MRR");
});

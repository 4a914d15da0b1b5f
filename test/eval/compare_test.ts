import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { compareRuns } from "../../lib/eval/mod.ts";
import { answer, message } from "./_fixtures.ts";

const QUERIES = [
  message("1", { gold: ["a"] }),
  message("2", { gold: ["a"] }),
  message("3", { gold: ["a"] }),
  message("4", { expectNone: true }),
  message("5", { gold: ["a"] }),
];
const NOW = [
  answer("1", "a", "a"),
  answer("2", "b a"),
  answer("3", "a", "a"),
  answer("4", "a", "a"),
  answer("5", "a"),
];
const THEN = [
  answer("4", "a"),
  answer("2", "a", "a"),
  answer("1", "b c"),
  answer("3", "a", "a"),
  answer("elsewhere", "a"),
];

test("compareRuns() pairs answers by id and counts those without a partner", () => {
  const { rows, missing, unknown } = compareRuns(QUERIES, NOW, THEN, 10);
  assertEquals({ rows, missing, unknown }, { rows: 4, missing: 1, unknown: 1 });
});

test("compareRuns() gives each figure with its difference and the messages it changed for", () => {
  const { measures } = compareRuns(QUERIES, NOW, THEN, 10);
  const hit = measures.find(({ key }) => key === "hit_at_1")!;
  assertEquals(
    { ...hit, low: 0, high: 0 },
    {
      key: "hit_at_1",
      value: 2 / 3,
      baseline: 2 / 3,
      difference: 0,
      low: 0,
      high: 0,
      p: 1,
      rows: 3,
      rose: 1,
      fell: 1,
    },
  );
  assertEquals(measures.find(({ key }) => key === "none_injected"), {
    key: "none_injected",
    value: 1,
    baseline: 0,
    difference: 1,
    low: 1,
    high: 1,
    p: 1,
    rows: 1,
    rose: 1,
    fell: 0,
  });
  assertEquals(measures.some(({ key }) => key === "forbidden_injected"), false);
});

test("compareRuns() lists gains and losses with the rank of the first right skill", () => {
  const { wins, losses } = compareRuns(QUERIES, NOW, THEN, 10);
  assertEquals(wins, [
    { id: "1", query: "message 1", difference: 1, rank: 1, baselineRank: null },
  ]);
  assertEquals(losses, [
    { id: "2", query: "message 2", difference: 1 / Math.log2(3) - 1, rank: 2, baselineRank: 1 },
  ]);
});

test("compareRuns() lists at most ten, largest first", () => {
  const queries = Array.from({ length: 12 }, (_, index) => message(`q${index}`, { gold: ["a"] }));
  const perfect = queries.map(({ id }) => answer(id, "a"));
  const worse = queries.map(({ id }, index) => answer(id, `${"x ".repeat(index + 1)}a`));
  const { wins, losses } = compareRuns(queries, worse, perfect, 100);
  assertEquals(wins, []);
  assertEquals(losses.map(({ id }) => id), [
    "q11",
    "q10",
    "q9",
    "q8",
    "q7",
    "q6",
    "q5",
    "q4",
    "q3",
    "q2",
  ]);
});

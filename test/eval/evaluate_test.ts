import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { ablate, evaluate, evaluationDocument, type RankerFactory } from "../../lib/eval/mod.ts";
import { answer, message, skill } from "./_fixtures.ts";

const QUERIES = [
  message("1", { gold: ["a"], lang: "en", kind: "pos" }),
  message("2", { gold: ["b"], lang: "zh", kind: "pos" }),
  message("3", { expectNone: true, lang: "en", kind: "none" }),
];
const ANSWERS = [answer("1", "a", "a"), answer("2", "a b", "a"), answer("3", "a", "")];

test("evaluate() counts messages without gold only in gate figures (DESIGN §5)", () => {
  const { rows, positives, measures, confidence } = evaluate(QUERIES, ANSWERS, 10);
  assertEquals([rows, positives, confidence], [3, 2, null]);
  const values = Object.fromEntries(measures.map(({ key, value, rows }) => [key, [value, rows]]));
  const second = 1 / Math.log2(3);
  assertEquals(values, {
    ndcg: [(1 + second) / 2, 2],
    hit_at_1: [0.5, 2],
    recall_at_5: [1, 2],
    map: [0.75, 2],
    mrr: [0.75, 2],
    share_injected: [2 / 3, 3],
    mean_injected: [2 / 3, 3],
    right_injected: [0.5, 2],
    none_injected: [0, 1],
    forbidden_injected: [null, 0],
  });
});

test("evaluate() splits by the fields that differ", () => {
  const { groups } = evaluate(QUERIES, ANSWERS, 10);
  assertEquals(
    groups.map(({ by, groups }) => [by, groups.map(({ name, rows }) => `${name} ${rows}`)]),
    [["lang", ["en 2", "zh 1"]], ["kind", ["pos 2", "none 1"]]],
  );
  const english = groups[0]!.groups[0]!;
  assertEquals(english.measures.slice(0, 2), [
    { key: "ndcg", value: 1, rows: 1 },
    { key: "hit_at_1", value: 1, rows: 1 },
  ]);
});

test("evaluate() shows the one field asked for even when it does not split the set", () => {
  const { groups } = evaluate(QUERIES, ANSWERS, 10, ["sub"]);
  assertEquals(groups.map(({ by, groups }) => [by, groups.length]), [["sub", 1]]);
  assertEquals(groups[0]!.groups[0]!.name, "-");
});

test("ablate() compares every part switched off with the whole", async () => {
  const built: (string | undefined)[] = [];
  const rankerOf: RankerFactory = (corpus, { without }) => {
    built.push(without);
    const ranked = corpus.map(({ id }) => id);
    return {
      name: "stub",
      rank: () =>
        Promise.resolve({
          ranked: without === "order" ? ranked.toReversed() : ranked,
          injected: [],
          confidence: null,
        }),
    };
  };
  const queries = [message("1", { gold: ["a"] })];
  const parts = [
    { name: "order", description: "best first" },
    { name: "nothing", description: "no effect" },
  ];
  const ablation = await ablate(
    [skill("a"), skill("b")],
    queries,
    [answer("1", "a b")],
    parts,
    rankerOf,
    10,
  );
  assertEquals(built, ["order", "nothing"]);
  assertEquals(
    ablation.map(({ name, description, measures }) => [
      name,
      description,
      measures.find(({ key }) => key === "hit_at_1")!.difference,
    ]),
    [["order", "best first", -1], ["nothing", "no effect", 0]],
  );
});

test("evaluationDocument() has figures by key, in snake case", () => {
  const document = evaluationDocument(evaluate(QUERIES, ANSWERS, 10, [])) as {
    measures: Record<string, unknown>;
    gate: { none: Record<string, unknown>; positives: Record<string, unknown> };
  };
  assertEquals(document.measures["hit_at_1"], {
    value: 0.5,
    rows: 2,
    interval: { low: 0, high: 1 },
  });
  assertEquals(document.gate.positives["right_injected"], { count: 1, rows: 2 });
  assertEquals(document.gate.none["by_sub"], [{ name: "none", count: 0, rows: 1 }]);
});

import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { createDenseIndex, quantise, type RankingIndex } from "../../lib/rank/mod.ts";
import { createFieldsModel } from "../../lib/rank/fields_model.ts";
import { skill } from "./_fields.ts";

const LIMITS = { results: 10, pool: 10, inject: 3, gate: false };

/** An index over descriptions, whose skills are named `s0`, `s1`, … */
function indexOf(descriptions: readonly string[]): RankingIndex {
  const model = createFieldsModel();
  return model.index(
    descriptions.map((description, at) =>
      model.analyse(skill(`s${at}: ${description}`).source, "")
    ),
  );
}

/** Vectors by which the cosine of the message with each skill is as given. */
function denseOf(cosines: readonly number[]) {
  const index = createDenseIndex(
    cosines.map((cosine) => quantise(Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine)))),
  );
  return { index, vector: Float32Array.of(1, 0) };
}

function rank(index: RankingIndex, text: string, cosines?: readonly number[], gate = false) {
  const query = { text, earlier: [], ...(cosines ? { dense: denseOf(cosines) } : {}) };
  const { hits, injected, confidence } = index.rank(query, { ...LIMITS, gate });
  return { query, hits, injected, confidence, positions: hits.map(({ position }) => position) };
}

const ENGLISH = [
  "Convert a video into another format",
  "Repair a bicycle",
  "Water the flowers of a garden",
  "Write a letter to a bank",
];

test("FieldsIndex.rank() adds 0.2 of the standardised cosine in one script (dense.md)", () => {
  const index = indexOf(ENGLISH);
  // One word, so that nothing is added for adjacent ones.
  const text = "bicycle";
  const words = rank(index, text);
  assertEquals(words.positions, [1]);
  // Mean 0.3: the first stands at 1, the second at 0, the others below.
  const both = rank(index, text, [0.6, 0.3, 0.1, 0.2]);
  assertEquals(both.positions.slice(0, 2), [1, 0]);
  assertAlmostEquals(both.hits[1]!.score, 0.2 * words.hits[0]!.score, 0.02);
  assertAlmostEquals(both.hits[0]!.score, words.hits[0]!.score, 0.02);
});

test("FieldsIndex.rank() gives vectors all the weight of words in another script (dense.md)", () => {
  const index = indexOf(ENGLISH);
  // Characters that no lexicon holds.
  const { positions, hits } = rank(index, "龘靐齉龗 bicycle", [0.1, 0.1, 0.9, 0.1]);
  assertEquals(positions.slice(0, 2).toSorted(), [1, 2]);
  const score = (position: number) => hits.find((hit) => hit.position === position)!.score;
  assertAlmostEquals(score(2), score(1), 0.02 * score(1));
});

test("FieldsIndex.rank() gives vectors half of it where the lexicon translates", () => {
  const index = indexOf(ENGLISH);
  const words = rank(index, "修理自行车");
  assertEquals(words.positions[0], 1);
  const { hits } = rank(index, "修理自行车", [0.1, 0.1, 0.9, 0.1]);
  assertEquals(hits[0]!.position, 1);
  const flowers = hits.find(({ position }) => position === 2)!;
  assertAlmostEquals(flowers.score, 0.5 * words.hits[0]!.score, 0.01 * words.hits[0]!.score);
});

test("FieldsIndex.rank() ranks by vectors alone where no word meets, and shows nothing", () => {
  const index = indexOf(ENGLISH);
  const { positions, injected, confidence } = rank(index, "plants thirsty", [0, 0, 0.9, 0.2], true);
  assertEquals(positions[0], 2);
  assertEquals([injected, confidence! < 0.1], [[], true]);
});

test("FieldsIndex.rank() is the same without vectors as before", () => {
  const index = indexOf(ENGLISH);
  const before = rank(index, "repair a video").hits;
  rank(index, "repair a video", [0.9, 0, 0, 0]);
  assertEquals(rank(index, "repair a video").hits, before);
});

test("FieldsIndex.evidence() tells what vectors brought", () => {
  const index = indexOf(ENGLISH);
  const { query } = rank(index, "repair my bicycle", [0.1, 0.9, 0.1, 0.1]);
  const dense = index.evidence(query, 1).find(({ field }) => field === "dense");
  assertAlmostEquals(dense!.score, 0.2, 1e-9);
  assertEquals(index.evidence(query, 0).some(({ field }) => field === "dense"), false);
});

test("FieldsIndex.rank() takes an index without skills", () => {
  assertEquals(rank(indexOf([]), "repair", []).hits, []);
});

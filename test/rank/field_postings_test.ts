import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { buildFieldPostings } from "../../lib/rank/field_postings.ts";
import { impactAt } from "../../lib/rank/field_scores.ts";
import type { FieldTerms } from "../../lib/rank/fields_document.ts";

/** A field: term → occurrences (halves allowed). */
function field(counts: Record<number, number>, cjkTokens = 0, length?: number): FieldTerms {
  const terms = Object.keys(counts).map(Number);
  return {
    terms: Uint32Array.from(terms),
    frequencies: Uint16Array.from(terms, (term) => counts[term]! * 2),
    length: length ?? Object.values(counts).reduce((sum, count) => sum + count, 0),
    cjkTokens,
  };
}

const PARAMETERS = { k1: 1.2, b: 0.5, cjkThreshold: 1 };
const never = () => false;

/** Three documents of lengths 2, 1 and 3: the mean is 2. */
const THREE = [field({ 0: 1, 1: 1 }), field({ 0: 1 }), field({ 2: 3 })];

test("buildFieldPostings() inverts documents: rows by term, positions ascending", () => {
  const { offsets, documents } = buildFieldPostings(THREE, 4, PARAMETERS, never);
  assertEquals(offsets, Uint32Array.of(0, 2, 3, 4, 4));
  assertEquals(documents, Uint16Array.of(0, 1, 0, 2));
});

test("buildFieldPostings() gives idf = ln(1 + (N − df + ½)/(df + ½)), 0 for an absent term", () => {
  const { idf } = buildFieldPostings(THREE, 4, PARAMETERS, never);
  const expected = [Math.log(1 + 1.5 / 2.5), Math.log(1 + 2.5 / 1.5), Math.log(1 + 2.5 / 1.5), 0];
  expected.forEach((value, term) => assertAlmostEquals(idf[term]!, value, 1e-7));
});

test("buildFieldPostings() gives impacts idf·tf·(k1+1)/(tf + k1·(1 − b + b·length/mean))", () => {
  const { impacts } = buildFieldPostings(THREE, 4, PARAMETERS, never);
  const expected = [
    Math.log(1.6) * 2.2 / (1 + 1.2),
    Math.log(1.6) * 2.2 / (1 + 1.2 * 0.75),
    Math.log(1 + 2.5 / 1.5) * 2.2 / (1 + 1.2),
    Math.log(1 + 2.5 / 1.5) * 3 * 2.2 / (3 + 1.2 * 1.25),
  ];
  expected.forEach((value, at) => assertAlmostEquals(impacts[at]!, value, 1e-7));
});

test("buildFieldPostings() counts an occurrence of half weight as a half", () => {
  const { impacts } = buildFieldPostings([field({ 0: 0.5 }, 0, 1)], 1, PARAMETERS, never);
  assertAlmostEquals(impacts[0]!, Math.log(1 + 0.5 / 1.5) * 0.5 * 2.2 / (0.5 + 1.2), 1e-7);
});

test("buildFieldPostings() places N of CJK terms between the CJK documents and all", () => {
  // 2 of 16 documents hold CJK text: N = 2^0.6 · 16^0.4.
  const fields = [
    field({ 0: 1 }, 1),
    field({ 1: 1 }, 1),
    ...Array.from({ length: 14 }, () => field({ 2: 1 })),
  ];
  const { idf } = buildFieldPostings(fields, 3, PARAMETERS, (term) => term < 2);
  const collection = 2 ** 0.6 * 16 ** 0.4;
  assertAlmostEquals(idf[0]!, Math.log(1 + (collection - 0.5) / 1.5), 1e-6);
  assertEquals(idf[1], idf[0]);
  assertAlmostEquals(idf[2]!, Math.log(1 + 2.5 / 14.5), 1e-7);
});

test("buildFieldPostings() takes documents below the threshold for no CJK documents", () => {
  const parameters = { ...PARAMETERS, cjkThreshold: 3 };
  const { idf } = buildFieldPostings(
    [field({ 0: 1 }, 2), field({ 1: 1 })],
    2,
    parameters,
    (term) => term === 0,
  );
  // No CJK document at all: N is never below df, so that no idf is negative.
  assertAlmostEquals(idf[0]!, Math.log(1 + 0.5 / 1.5), 1e-7);
});

test("buildFieldPostings() takes no documents and empty ones", () => {
  const none = buildFieldPostings([], 2, PARAMETERS, never);
  assertEquals([none.offsets.length, none.documents.length, [...none.idf]], [3, 0, [0, 0]]);
  const empty = buildFieldPostings([field({}), field({})], 0, PARAMETERS, never);
  assertEquals([empty.offsets.length, empty.impacts.length], [1, 0]);
});

test("impactAt() finds the impact of a term on a document, else 0", () => {
  const postings = buildFieldPostings(THREE, 4, PARAMETERS, never);
  assertEquals(impactAt(postings, 0, 1), postings.impacts[1]);
  assertEquals(impactAt(postings, 2, 2), postings.impacts[3]);
  assertEquals(
    [[0, 2], [1, 1], [3, 0], [4, 0], [99, 0], [-1, 0]].map(([term, position]) =>
      impactAt(postings, term!, position!)
    ),
    [0, 0, 0, 0, 0, 0],
  );
});

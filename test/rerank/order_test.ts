import { test } from "node:test";
import fc from "fast-check";
import { assertEquals } from "@std/assert";
import { bandOf, judgedOrder } from "../../lib/rerank/mod.ts";

/** The order of letters for their probabilities. */
function order(probabilities: Record<string, number>): string {
  const ids = Object.keys(probabilities);
  return judgedOrder(Object.values(probabilities)).map((at) => ids[at]).join(" ");
}

test("judgedOrder() has three bands, the low one by probability too (SR-94, E36 to E39)", () => {
  assertEquals(order({ s0: .2, s1: .95, s2: .1, s3: .9 }), "s1 s3 s0 s2");
  assertEquals(order({ a: .5, b: .65, c: .35, d: .66, e: .36, f: 0 }), "d b a e c f");
  assertEquals(order({ a: .7, b: .7, c: .9, d: .2 }), "c a b d");
  assertEquals(order({ a: .5, b: .5, c: .5 }), "a b c");
  assertEquals(order({ a: .1, b: .9 }), "b a");
});

test("judgedOrder() loses and doubles none, and never mixes bands", () => {
  fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (probabilities) => {
    const places = judgedOrder(probabilities);
    assertEquals(places.toSorted((a, b) => a - b), probabilities.map((_, at) => at));
    const bands = places.map((at) => bandOf(probabilities[at]!));
    assertEquals(
      bands,
      [
        ...bands.filter((band) => band === "high"),
        ...bands.filter((band) => band === "middle"),
        ...bands.filter((band) => band === "low"),
      ],
    );
  }));
});

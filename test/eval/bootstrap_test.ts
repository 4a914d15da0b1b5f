import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import {
  bootstrapInterval,
  pairedDifference,
  randomIntegers,
  signFlipProbability,
  withoutNaN,
} from "../../lib/eval/mod.ts";

test("randomIntegers() gives the published sequence of xoshiro128** from state 1, 2, 3, 4", () => {
  const next = randomIntegers([1, 2, 3, 4]);
  assertEquals([next(), next(), next(), next()], [11520, 0, 5927040, 70819200]);
});

test("bootstrapInterval() of equal values is that value", () => {
  assertEquals(bootstrapInterval(Float64Array.of(0.25, 0.25, 0.25)), { low: 0.25, high: 0.25 });
});

test("bootstrapInterval() without values is null", () => {
  assertEquals(bootstrapInterval(new Float64Array()), null);
});

test("bootstrapInterval() of 50 hits in 100 is the binomial one, the same on every run", () => {
  const values = Float64Array.from({ length: 100 }, (_, index) => index % 2);
  // Normal approximation: .5 ± 1.96 · √(.25 / 100) = .402 … .598.
  assertEquals(bootstrapInterval(values), { low: 0.4, high: 0.6 });
  assertEquals(bootstrapInterval(values), bootstrapInterval(values));
});

test("bootstrapInterval() of 1 hit in 2 reaches both ends", () => {
  assertEquals(bootstrapInterval(Float64Array.of(0, 1)), { low: 0, high: 1 });
});

test("signFlipProbability() counts all sign patterns of few differences", () => {
  assertEquals(signFlipProbability(Float64Array.of(1, 1, 1)), 2 / 8);
  assertEquals(signFlipProbability(Float64Array.of(0.5, 0, 0.5, 0)), 2 / 4);
  assertEquals(signFlipProbability(Float64Array.of(1, -1)), 1);
  // |sum| ≥ 4 of ±1 ±2 ±3: +++ and −++ (4), and their mirror images.
  assertEquals(signFlipProbability(Float64Array.of(-1, 2, 3)), 4 / 8);
});

test("signFlipProbability() is 1 without a difference", () => {
  assertEquals(signFlipProbability(Float64Array.of(0, 0)), 1);
  assertEquals(signFlipProbability(new Float64Array()), 1);
});

test("signFlipProbability() samples patterns of many differences", () => {
  const balanced = Float64Array.from({ length: 40 }, (_, index) => index % 2 === 0 ? 1 : -1);
  assertEquals(signFlipProbability(balanced), 1);
  assertEquals(signFlipProbability(new Float64Array(40).fill(1)), 1 / 10_001);
  // Exact: P(|S| ≥ 14 of 40 coins) = 2 · P(heads ≥ 27) = .0385.
  const mostly = Float64Array.from({ length: 40 }, (_, index) => index < 27 ? 1 : -1);
  assertAlmostEquals(signFlipProbability(mostly), 0.0385, 0.004);
});

test("pairedDifference() leaves out messages without both values", () => {
  const difference = pairedDifference(
    Float64Array.of(1, 0.5, NaN, 1),
    Float64Array.of(0.5, 0, 1, NaN),
  );
  assertEquals(difference, { difference: 0.5, low: 0.5, high: 0.5, p: 0.5, rows: 2 });
  assertEquals(pairedDifference(Float64Array.of(NaN), Float64Array.of(1)), null);
});

test("withoutNaN() keeps order", () => {
  assertEquals([...withoutNaN(Float64Array.of(NaN, 2, NaN, 1))], [2, 1]);
});

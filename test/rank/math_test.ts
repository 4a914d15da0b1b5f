import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { exp, ln, logistic } from "../../lib/rank/mod.ts";

const positive = fc.double({ min: 1e-300, max: 1e300, noNaN: true });

/** Distance relative to the size of the expected value, which is not 0. */
const relativeError = (actual: number, expected: number) =>
  Math.abs(actual - expected) / Math.abs(expected);

test("ln() gives the same bits on every engine", () => {
  assertEquals(ln(1), 0);
  assertEquals(ln(2), 0.6931471805599453);
  assertEquals(ln(0.5), -0.6931471805599453);
  assertEquals(ln(1024), 6.931471805599453);
  assertEquals(ln(Math.E), 1);
  // One unit in the last place off; what counts is the same bits on every engine.
  assertEquals(ln(10), 2.3025850929940455);
});

test("ln() agrees with Math.log to the last digits", () => {
  fc.assert(fc.property(positive, (x) => assertAlmostEquals(ln(x), Math.log(x), 1e-12)));
  // Near 1 the logarithm is near 0, where only the relative error says anything.
  for (const x of [1 + 1e-9, 1 - 1e-9, 1.0001, 0.9999]) {
    assertEquals(relativeError(ln(x), Math.log(x)) < 1e-14, true);
  }
});

test("exp() agrees with Math.exp over its range", () => {
  assertEquals([exp(0), exp(710), exp(-746)], [1, Infinity, 0]);
  fc.assert(
    fc.property(fc.double({ min: -700, max: 709, noNaN: true }), (x) => {
      assertEquals(relativeError(exp(x), Math.exp(x)) < 1e-12, true);
    }),
  );
});

test("exp() undoes ln()", () => {
  fc.assert(
    fc.property(positive, (x) => assertEquals(relativeError(exp(ln(x)), x) < 1e-12, true)),
  );
});

test("logistic() runs from 0 to 1 through a half", () => {
  assertEquals([logistic(0), logistic(-1_000), logistic(1_000)], [0.5, 0, 1]);
  assertAlmostEquals(logistic(2), 0.8807970779778823, 1e-15);
  assertAlmostEquals(logistic(-2), 1 - 0.8807970779778823, 1e-15);
});

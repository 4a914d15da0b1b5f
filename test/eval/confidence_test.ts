import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import {
  areaUnderRoc,
  confidenceFigures,
  expectedCalibrationError,
  reliabilityBins,
  riskCoverageArea,
} from "../../lib/eval/mod.ts";
import { answer, message } from "./_fixtures.ts";

test("areaUnderRoc() counts pairs in order, ties half", () => {
  assertEquals(areaUnderRoc([0.9, 0.5], [0.5, 0.1]), 3.5 / 4);
  assertEquals(areaUnderRoc([1, 1], [0]), 1);
  assertEquals(areaUnderRoc([0], [1, 2]), 0);
  assertEquals(areaUnderRoc([3], [3]), 0.5);
  assertEquals(areaUnderRoc([], [1]), null);
  assertEquals(areaUnderRoc([1], []), null);
});

test("riskCoverageArea() is the mean risk while messages are accepted by falling confidence", () => {
  const judged = [
    { confidence: 0.7, right: true },
    { confidence: 0.9, right: true },
    { confidence: 0.8, right: false },
  ];
  assertAlmostEquals(riskCoverageArea(judged)!, (0 + 1 / 2 + 1 / 3) / 3, 1e-12);
  assertEquals(riskCoverageArea([]), null);
});

test("riskCoverageArea() accepts equal confidences together", () => {
  const tied = [{ confidence: 0.9, right: true }, { confidence: 0.9, right: false }];
  assertEquals(riskCoverageArea(tied), 0.5);
  assertEquals(riskCoverageArea(tied.toReversed()), 0.5);
});

test("reliabilityBins() and expectedCalibrationError() compare confidence with share right", () => {
  const bins = reliabilityBins([
    { confidence: 1, right: true },
    { confidence: 0.95, right: true },
    { confidence: 0.15, right: false },
  ]);
  assertEquals(bins.length, 10);
  assertEquals(bins[0], { low: 0, high: 0.1, rows: 0, meanConfidence: null, shareRight: null });
  assertEquals(bins[1], { low: 0.1, high: 0.2, rows: 1, meanConfidence: 0.15, shareRight: 0 });
  assertEquals(bins[9], { low: 0.9, high: 1, rows: 2, meanConfidence: 0.975, shareRight: 1 });
  assertAlmostEquals(expectedCalibrationError(bins)!, (1 * 0.15 + 2 * 0.025) / 3, 1e-12);
  assertEquals(expectedCalibrationError([]), null);
});

const QUERIES = [
  message("p1", { gold: ["a"] }),
  message("p2", { gold: ["a"] }),
  message("p3", { gold: ["a"], also: ["x"] }),
  message("n1", { expectNone: true, sub: "greeting" }),
  message("n2", { expectNone: true, sub: "absent" }),
  message("m1", { forbidden: ["a"] }),
  message("m2", { forbidden: ["a"] }),
];
const ANSWERS = [
  answer("p1", "a b", "", 0.9),
  answer("p2", "b a", "", 0.6),
  answer("p3", "x a", "", 0.8),
  answer("n1", "", "", null),
  answer("n2", "b", "", 0.6),
  answer("m1", "a", "", 0.7),
  answer("m2", "b", "", 0.95),
];

test("confidenceFigures() judges what is known to be right or wrong", () => {
  const figures = confidenceFigures(QUERIES, ANSWERS)!;
  assertEquals(figures.auroc, {
    // Positives .9 .6 .8 against 0 and .6, of which one pair ties.
    positiveAgainstNone: 5.5 / 6,
    positiveAgainstSub: [{ name: "greeting", value: 1 }, { name: "absent", value: 2.5 / 3 }],
    positiveAgainstForbidden: 2 / 3,
    // p1 against p2, n1 and n2; p3 is not judged.
    rightAgainstWrong: 1,
  });
  // p1 right, then p2 and n2 wrong together, then n1.
  assertAlmostEquals(figures.riskCoverageArea!, (0 + 2 / 3 + 2 / 3 + 3 / 4) / 4, 1e-12);
  assertEquals(figures.reliability.map(({ rows }) => rows), [1, 0, 0, 0, 0, 0, 2, 0, 0, 1]);
  assertAlmostEquals(figures.expectedCalibrationError!, (0 + 2 * 0.6 + 0.1) / 4, 1e-12);
});

test("confidenceFigures() sweeps the threshold", () => {
  const { curve } = confidenceFigures(QUERIES, ANSWERS)!;
  assertEquals(curve.length, 21);
  assertEquals(curve[0], {
    threshold: 0,
    coverage: 1,
    risk: 3 / 4,
    positives: 1,
    rightFirst: 1 / 3,
    none: 1,
    forbiddenFirst: 1 / 2,
  });
  assertEquals(curve[12], {
    threshold: 0.6,
    coverage: 3 / 4,
    risk: 2 / 3,
    positives: 1,
    rightFirst: 1 / 3,
    none: 1 / 2,
    forbiddenFirst: 1 / 2,
  });
  assertEquals(curve[20], {
    threshold: 1,
    coverage: 0,
    risk: null,
    positives: 0,
    rightFirst: 0,
    none: 0,
    forbiddenFirst: 0,
  });
});

test("confidenceFigures() is null when the preset has no confidence", () => {
  assertEquals(confidenceFigures([message("1")], [answer("1", "a")]), null);
});

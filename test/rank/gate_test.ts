import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  admitted,
  openingConfidence,
  openingFeatures,
  opens,
  skillConfidence,
  type SkillEvidence,
  skillFeatures,
} from "../../lib/rank/gate.ts";
import model from "../../lib/rank/gate_model.json" with { type: "json" };

const NOTHING: SkillEvidence = {
  description: 0,
  body: 0,
  whole: 0,
  phrases: 0,
  third: 0,
  synonyms: 0,
  negativeOnly: 0,
  relative: 0,
};
const SOME: SkillEvidence = {
  description: 2,
  body: 1.5,
  whole: 3,
  phrases: 0.5,
  third: 0.25,
  synonyms: 0.1,
  negativeOnly: 0.7,
  relative: 0.8,
};

/** b + Σ wᵢ·fᵢ */
const logit = (bias: number, weights: number[], features: number[]) =>
  features.reduce((sum, feature, at) => sum + weights[at]! * feature, bias);
const logistic = (x: number) => 1 / (1 + Math.exp(-x));

test("openingFeatures() are logarithms of evidence above a floor of a twentieth, and phrases up to 3", () => {
  const expected = [2.05, 3.05, Math.exp(0.5), 0.3, 0.15].map(Math.log);
  openingFeatures(SOME).forEach((value, at) => assertAlmostEquals(value, expected[at]!, 1e-12));
  assertEquals(openingFeatures({ ...SOME, phrases: 7 })[2], 3);
  openingFeatures(NOTHING).forEach((value, at) =>
    assertAlmostEquals(value, at === 2 ? 0 : Math.log(0.05), 1e-12)
  );
});

test("skillFeatures() are logarithms of evidence, negative words and the share of the first score", () => {
  const features = skillFeatures(SOME);
  [2.05, 1.55, 3.05].forEach((value, at) =>
    assertAlmostEquals(features[at]!, Math.log(value), 1e-12)
  );
  assertEquals(features.slice(3), [0.7, 0.8]);
});

test("gate_model.json has one weight for each feature", () => {
  assertEquals(model.opening.weights.length, openingFeatures(SOME).length);
  assertEquals(model.skill.weights.length, skillFeatures(SOME).length);
});

test("openingConfidence() is the calibrated logistic model of the fitted file", () => {
  for (const evidence of [NOTHING, SOME]) {
    const { bias, weights } = model.opening;
    const { slope, offset } = model.calibration;
    const expected = logistic(slope * logit(bias, weights, openingFeatures(evidence)) + offset);
    assertAlmostEquals(openingConfidence(evidence), expected, 1e-12);
  }
});

test("skillConfidence() is the logistic model of the fitted file", () => {
  for (const evidence of [NOTHING, SOME]) {
    const { bias, weights } = model.skill;
    assertAlmostEquals(
      skillConfidence(evidence),
      logistic(logit(bias, weights, skillFeatures(evidence))),
      1e-12,
    );
  }
});

test("openingConfidence() and skillConfidence() grow with what speaks for a skill", () => {
  const amount = fc.double({ min: 0, max: 20, noNaN: true });
  fc.assert(fc.property(amount, amount, amount, amount, (description, whole, phrases, more) => {
    const less = { ...SOME, description, whole, phrases };
    const greater = { ...less, description: description + more, whole: whole + more };
    assertEquals(openingConfidence(greater) >= openingConfidence(less), true);
    assertEquals(skillConfidence(greater) >= skillConfidence(less), true);
    const against = { ...less, negativeOnly: less.negativeOnly + more };
    assertEquals(skillConfidence(against) <= skillConfidence(less), true);
  }));
});

test("openingConfidence() stays far below any threshold without evidence", () => {
  assertEquals(openingConfidence(NOTHING) < 0.01, true);
});

test("opens() for a sure message of any length", () => {
  assertEquals(opens(0.9, 40, [0.9, 0.9]), true);
  assertEquals(opens(0.9, 1, []), true);
});

test("opens() for no unsure message of many terms", () => {
  assertEquals(opens(0.3, 4, [0.9, 0]), false);
  assertEquals(opens(0.05, 4, [0.9]), false);
});

test("opens() for a terse message where one skill is four times likelier than the next", () => {
  assertEquals(opens(0.3, 3, [0.8, 0.2, 0.1]), true);
  assertEquals(opens(0.3, 3, [0.8, 0.21]), false);
  assertEquals(opens(0.3, 3, [0.2, 0.1, 0.8]), true);
  assertEquals(opens(0.3, 3, [0.8]), true);
});

test("opens() for no terse message without any evidence", () => {
  assertEquals(opens(0.19, 1, [0.8]), false);
  assertEquals(opens(0, 0, []), false);
});

test("admitted() keeps the order of hits and leaves out unlikely ones", () => {
  assertEquals(admitted([0.9, 0.5, 0.001, 0.3]), [0, 1, 3]);
  assertEquals(admitted([0.5, 0.9]), [0, 1]);
});

test("admitted() leaves out a skill far less likely than the best", () => {
  assertEquals(admitted([0.04]), [0]);
  assertEquals(admitted([0.99, 0.04]), [0]);
});

test("admitted() shows nothing where nothing is likely", () => {
  assertEquals(admitted([0, 0]), []);
  assertEquals(admitted([]), []);
});

import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  admitted,
  type Candidate,
  openingConfidence,
  openingFeatures,
  opens,
  skillConfidence,
  type SkillEvidence,
  skillFeatures,
} from "../../lib/rank/gate.ts";
import type { SpeechAct } from "../../lib/text/mod.ts";
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

/** One hit with its probability. */
const hit = (evidence: SkillEvidence, confidence: number): Candidate => ({ evidence, confidence });

test("openingFeatures() are logarithms of evidence above a floor of a twentieth, and phrases up to 3", () => {
  const of = (evidence: SkillEvidence) => openingFeatures([hit(evidence, 0.5)]).slice(0, 5);
  const expected = [2.05, 3.05, Math.exp(0.5), 0.3, 0.15].map(Math.log);
  of(SOME).forEach((value, at) => assertAlmostEquals(value, expected[at]!, 1e-12));
  assertEquals(of({ ...SOME, phrases: 7 })[2], 3);
  of(NOTHING).forEach((value, at) =>
    assertAlmostEquals(value, at === 2 ? 0 : Math.log(0.05), 1e-12)
  );
});

test("openingFeatures() read the likeliest hit, wherever it ranks, and how far it stands out", () => {
  const features = openingFeatures([hit(NOTHING, 0.099), hit(SOME, 0.399), hit(NOTHING, 0.019)]);
  assertEquals(features.slice(0, 5), openingFeatures([hit(SOME, 0.9)]).slice(0, 5));
  assertAlmostEquals(features[5]!, Math.log(0.4), 1e-12);
  assertAlmostEquals(features[6]!, Math.log(4), 1e-12);
  assertAlmostEquals(openingFeatures([hit(SOME, 0.399)])[6]!, Math.log(400), 1e-9);
});

test("skillFeatures() are logarithms of evidence, negative words and the share of the first score", () => {
  const features = skillFeatures(SOME);
  [2.05, 1.55, 3.05].forEach((value, at) =>
    assertAlmostEquals(features[at]!, Math.log(value), 1e-12)
  );
  assertEquals(features.slice(3), [0.7, 0.8]);
});

test("gate_model.json has one weight for each feature", () => {
  assertEquals(model.opening.weights.length, openingFeatures([hit(SOME, 0.5)]).length);
  assertEquals(model.skill.weights.length, skillFeatures(SOME).length);
});

test("openingConfidence() is the calibrated logistic model of the fitted file", () => {
  for (const hits of [[hit(NOTHING, 0)], [hit(NOTHING, 0.1), hit(SOME, 0.6)]]) {
    const { bias, weights } = model.opening;
    const { slope, offset } = model.calibration;
    const expected = logistic(slope * logit(bias, weights, openingFeatures(hits)) + offset);
    assertAlmostEquals(openingConfidence(hits), expected, 1e-12);
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
    const opening = (evidence: SkillEvidence) =>
      openingConfidence([hit(evidence, skillConfidence(evidence))]);
    assertEquals(opening(greater) >= opening(less), true);
    assertEquals(skillConfidence(greater) >= skillConfidence(less), true);
    const against = { ...less, negativeOnly: less.negativeOnly + more };
    assertEquals(skillConfidence(against) <= skillConfidence(less), true);
  }));
});

test("openingConfidence() stays far below any threshold without evidence", () => {
  assertEquals(openingConfidence([hit(NOTHING, skillConfidence(NOTHING))]) < 0.01, true);
});

/** Whether a message gets skills. */
const opened = (
  confidence: number,
  terms: number,
  confidences: readonly number[],
  act: SpeechAct = "task",
) => opens({ confidence, terms, confidences, act });

test("opens() for a sure message of any length", () => {
  assertEquals(opened(0.9, 40, [0.9, 0.9]), true);
  assertEquals(opened(0.9, 1, []), true);
});

test("opens() for no unsure message of many terms", () => {
  assertEquals(opened(0.3, 4, [0.9, 0]), false);
  assertEquals(opened(0.05, 4, [0.9]), false);
});

test("opens() for a terse message where one skill is four times likelier than the next", () => {
  assertEquals(opened(0.3, 3, [0.8, 0.2, 0.1]), true);
  assertEquals(opened(0.3, 3, [0.8, 0.21]), false);
  assertEquals(opened(0.3, 3, [0.2, 0.1, 0.8]), true);
  assertEquals(opened(0.3, 3, [0.8]), true);
});

test("opens() for no terse message without any evidence", () => {
  assertEquals(opened(0.26, 1, [0.8]), false);
  assertEquals(opened(0, 0, []), false);
});

test("opens() for a follow-up by clear evidence alone, however terse", () => {
  assertEquals(opened(0.3, 1, [0.8], "follow-up"), false);
  assertEquals(opened(0.5, 1, [0.8], "follow-up"), true);
});

test("opens() for a question of knowledge only where it names a skill", () => {
  assertEquals(opened(0.94, 5, [0.9], "knowledge"), false);
  assertEquals(opened(0.95, 5, [0.95], "knowledge"), true);
});

test("admitted() keeps the order of hits and leaves out unlikely ones", () => {
  assertEquals(admitted([0.9, 0.5, 0.001, 0.3]), [0, 1, 3]);
  assertEquals(admitted([0.5, 0.9]), [0, 1]);
});

test("admitted() leaves out a skill far less likely than the best", () => {
  assertEquals(admitted([0.045]), [0]);
  assertEquals(admitted([0.99, 0.045]), [0]);
});

test("admitted() shows nothing where nothing is likely", () => {
  assertEquals(admitted([0, 0]), []);
  assertEquals(admitted([]), []);
});

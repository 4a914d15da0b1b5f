/**
 * The gate: evidence → calibrated confidence → what is shown.
 *
 * Two small logistic models, fitted by `scripts/fit_gate.ts` on ../shared/bench/gate_dev and
 * cross-validated by repository (docs/quality.md): one says whether a message asks for something that
 * a skill serves, by the evidence of the first hit; one says whether a given skill is right. All
 * evidence is divided by ln(1+N), the idf of a word that one skill holds, which makes figures from
 * libraries of 20 and of 20,000 skills comparable.
 */
import model from "./gate_model.json" with { type: "json" };
import { ln, logistic } from "./math.ts";

/** Evidence for one skill; the first six in units of ln(1+N). */
export interface SkillEvidence {
  /** BM25 in name, tags and positive description. */
  description: number;
  body: number;
  whole: number;
  /** Adjacent words. */
  phrases: number;
  /** Share of `description` that its third strongest word brings: breadth of the evidence. */
  third: number;
  /** Share of `description` that synonyms bring. */
  synonyms: number;
  /** Words that stand in the negative clauses and nowhere in name or positive description. */
  negativeOnly: number;
  /** Score divided by that of the first hit. */
  relative: number;
}

/** A logistic model: bias and weights by feature. */
export interface LogisticModel {
  bias: number;
  weights: readonly number[];
}

/** The fitted file. */
interface GateModel {
  opening: LogisticModel;
  skill: LogisticModel;
  /** Opening logit → probability that the first hit is right. */
  calibration: { slope: number; offset: number };
}

const GATE = model as GateModel;

/** Confidence below which a message stays without skills; chosen on the curve of docs/quality.md. */
const OPENING_THRESHOLD = 0.5;
/**
 * A terse message ("vacuum the hallway") can bring little evidence. With at most this many terms it is
 * enough that the evidence is some and that one skill stands out.
 */
const TERSE_TERMS = 3;
const TERSE_THRESHOLD = 0.2;
/** How many times likelier than the next the skill must be. */
const TERSE_DOMINANCE = 4;
/** A skill less likely right than this is not shown … */
const SKILL_THRESHOLD = 0.03;
/** … nor one this much less likely than the best. */
const RELATIVE_THRESHOLD = 0.05;
/** Added before logarithms: evidence of a twentieth of a rare word counts as none. */
const LOG_FLOOR = 0.05;
/** Phrase evidence is capped, so that a pasted sentence is no more than a phrase. */
const MAX_PHRASES = 3;

/** Features of the opening model, in the order of its weights. */
export function openingFeatures(evidence: SkillEvidence): number[] {
  return [
    ln(evidence.description + LOG_FLOOR),
    ln(evidence.whole + LOG_FLOOR),
    Math.min(evidence.phrases, MAX_PHRASES),
    ln(evidence.third + LOG_FLOOR),
    ln(evidence.synonyms + LOG_FLOOR),
  ];
}

/** Features of the skill model, in the order of its weights. */
export function skillFeatures(evidence: SkillEvidence): number[] {
  return [
    ln(evidence.description + LOG_FLOOR),
    ln(evidence.body + LOG_FLOOR),
    ln(evidence.whole + LOG_FLOOR),
    evidence.negativeOnly,
    evidence.relative,
  ];
}

/** Probability that the first hit is right, by its evidence. */
export function openingConfidence(first: SkillEvidence): number {
  const { slope, offset } = GATE.calibration;
  return logistic(slope * logit(GATE.opening, openingFeatures(first)) + offset);
}

/** Probability that a skill is right, by its evidence. */
export function skillConfidence(evidence: SkillEvidence): number {
  return logistic(logit(GATE.skill, skillFeatures(evidence)));
}

/**
 * Whether a message gets skills.
 * @param confidence that its first hit is right
 * @param terms terms of the message itself
 * @param confidences of its first hits
 */
export function opens(
  confidence: number,
  terms: number,
  confidences: readonly number[],
): boolean {
  if (confidence >= OPENING_THRESHOLD) return true;
  if (terms > TERSE_TERMS || confidence < TERSE_THRESHOLD) return false;
  const [best, second] = [...confidences].sort((a, b) => b - a);
  return best! >= TERSE_DOMINANCE * (second ?? 0);
}

/** Which of the hits are shown once the gate is open: indices into `confidences`. */
export function admitted(confidences: readonly number[]): number[] {
  const best = Math.max(...confidences);
  return confidences.flatMap((confidence, at) =>
    confidence >= SKILL_THRESHOLD && confidence >= RELATIVE_THRESHOLD * best ? [at] : []
  );
}

function logit({ bias, weights }: LogisticModel, features: readonly number[]): number {
  let sum = bias;
  for (let at = 0; at < features.length; at++) sum += weights[at]! * features[at]!;
  return sum;
}

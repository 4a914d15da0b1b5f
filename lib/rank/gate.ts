/**
 * The gate: evidence → calibrated confidence → what is shown.
 *
 * Two small logistic models, fitted by `scripts/fit_gate.ts` on ../shared/bench/gate_dev and
 * cross-validated by repository (docs/quality.md): one says whether a given skill is right; one says
 * whether a message asks for something that a skill serves, by the evidence of the likeliest hit and by
 * how far it stands out. All
 * evidence is divided by ln(1+N), the idf of a word that one skill holds, which makes figures from
 * libraries of 20 and of 20,000 skills comparable.
 */
import type { SpeechAct } from "../text/mod.ts";
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
  /** Opening logit → probability that the likeliest hit is right. */
  calibration: { slope: number; offset: number };
}

const GATE = model as GateModel;

/** Confidence below which a message stays without skills; chosen on the curve of docs/quality.md. */
const OPENING_THRESHOLD = 0.48;
/** A question of knowledge gets only skills that it names. */
const KNOWLEDGE_THRESHOLD = 0.95;
/**
 * A terse message ("vacuum the hallway") can bring little evidence. With at most this many terms it is
 * enough that the evidence is some and that one skill stands out.
 */
const TERSE_TERMS = 3;
const TERSE_THRESHOLD = 0.265;
/** How many times likelier than the next the skill must be. */
const TERSE_DOMINANCE = 4;
/** A skill less likely right than this is not shown … */
const SKILL_THRESHOLD = 0.042;
/** … nor one this much less likely than the best. */
const RELATIVE_THRESHOLD = 0.05;
/** Added before logarithms: evidence of a twentieth of a rare word counts as none. */
const LOG_FLOOR = 0.05;
/** Added to probabilities before logarithms. */
const CONFIDENCE_FLOOR = 1e-3;
/** Phrase evidence is capped, so that a pasted sentence is no more than a phrase. */
const MAX_PHRASES = 3;

/** One of the first hits of a message. */
export interface Candidate {
  evidence: SkillEvidence;
  /** Probability that it is right. */
  confidence: number;
}

/**
 * Features of the opening model, in the order of its weights: evidence of the likeliest candidate, and
 * how far it stands out.
 * @param candidates the first hits, at least one
 */
export function openingFeatures(candidates: readonly Candidate[]): number[] {
  const [likeliest, next] = [...candidates].sort((a, b) => b.confidence - a.confidence) as [
    Candidate,
    ...(Candidate | undefined)[],
  ];
  const { evidence, confidence } = likeliest;
  const own = ln(confidence + CONFIDENCE_FLOOR);
  return [
    ln(evidence.description + LOG_FLOOR),
    ln(evidence.whole + LOG_FLOOR),
    Math.min(evidence.phrases, MAX_PHRASES),
    ln(evidence.third + LOG_FLOOR),
    ln(evidence.synonyms + LOG_FLOOR),
    own,
    own - ln((next?.confidence ?? 0) + CONFIDENCE_FLOOR),
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

/** Probability that the likeliest of the first hits is right. */
export function openingConfidence(candidates: readonly Candidate[]): number {
  const { slope, offset } = GATE.calibration;
  return logistic(slope * logit(GATE.opening, openingFeatures(candidates)) + offset);
}

/** Probability that a skill is right, by its evidence. */
export function skillConfidence(evidence: SkillEvidence): number {
  return logistic(logit(GATE.skill, skillFeatures(evidence)));
}

/** What the gate knows of a message. */
export interface Opening {
  /** Probability that the likeliest hit is right. */
  confidence: number;
  /** Of each of the first hits. */
  confidences: readonly number[];
  /** Terms of the message itself. */
  terms: number;
  act: SpeechAct;
}

/** Whether a message gets skills. */
export function opens({ confidence, confidences, terms, act }: Opening): boolean {
  if (act === "knowledge") return confidence >= KNOWLEDGE_THRESHOLD;
  if (confidence >= OPENING_THRESHOLD) return true;
  if (act !== "task" || terms > TERSE_TERMS || confidence < TERSE_THRESHOLD) return false;
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

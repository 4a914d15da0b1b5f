/**
 * What a hard trigger does to a ranking: its skill comes first and past the gate.
 */
import type { RankedDocument, RankingAnswer, RankingLimits } from "./model.ts";

/** Confidence in a triggered skill: as in one that is named outright (`fields.ts`). */
export const TRIGGER_CONFIDENCE = 0.95;
/** What the first place is above the best of the others. */
const TRIGGER_BONUS = 1;

/** The answer where a trigger ends the retrieval (EE-19). @param position of the triggered skill */
export function triggeredAlone(position: number): RankingAnswer {
  return {
    hits: [{ position, score: TRIGGER_BONUS, confidence: TRIGGER_CONFIDENCE }],
    confidence: TRIGGER_CONFIDENCE,
    injected: [position],
  };
}

/**
 * The answer with the triggered skill in front. Where nothing was calibrated, nothing becomes so.
 * @param position of the triggered skill
 */
export function triggeredFirst(
  answer: RankingAnswer,
  position: number,
  limits: Pick<RankingLimits, "inject" | "results">,
): RankingAnswer {
  const known = answer.hits.find((hit) => hit.position === position);
  const confidence = answer.confidence === null
    ? null
    : Math.max(TRIGGER_CONFIDENCE, known?.confidence ?? 0);
  const first: RankedDocument = {
    position,
    score: (answer.hits[0]?.score ?? 0) + TRIGGER_BONUS,
    confidence,
  };
  const others = answer.hits.filter((hit) => hit !== known);
  const injected = answer.injected.filter((other) => other !== position);
  return {
    hits: [first, ...others].slice(0, limits.results),
    confidence: confidence === null ? null : Math.max(confidence, answer.confidence ?? 0),
    injected: [position, ...injected].slice(0, limits.inject),
  };
}

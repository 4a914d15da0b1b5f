/**
 * What a judge made of a ranking, for people and for programs.
 */
import type { RerankOutcome } from "../rerank/mod.ts";

/** One sentence without its full stop. */
export function rerankSentence(
  { judge, applied, problem, inputTokens, latencyMs }: RerankOutcome,
): string {
  if (!applied) return `Judge ${judge} gave nothing, the ranking's own order holds: ${problem}`;
  const tokens = inputTokens === 0 ? "" : `, ${inputTokens} tokens`;
  return `The order is that of judge ${judge} (${Math.round(latencyMs)} ms${tokens})`;
}

/** The same as part of a JSON document. */
export function rerankDocument(outcome: RerankOutcome): unknown {
  return {
    judge: outcome.judge,
    applied: outcome.applied,
    problem: outcome.problem,
    order: outcome.order,
    probabilities: outcome.probabilities,
    input_tokens: outcome.inputTokens,
    latency_ms: Math.round(outcome.latencyMs),
  };
}

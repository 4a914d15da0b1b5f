/**
 * A ranking after a judge has looked at its shortlist.
 */
import { type Band, bandOf, type RerankOutcome } from "../rerank/mod.ts";
import type { Preset } from "./presets.ts";
import type { RankOutcome } from "./types.ts";

/** The ranking in the judge's order, or unchanged but for the reason why that does not hold. */
export function judgedOutcome(
  outcome: RankOutcome,
  rerank: RerankOutcome,
  preset: Preset,
): RankOutcome {
  if (!rerank.applied) {
    return {
      ...outcome,
      degraded: [...outcome.degraded, `${rerank.judge}: ${rerank.problem}`],
      rerank,
    };
  }
  const byId = new Map(outcome.results.map((hit) => [hit.id, hit]));
  const injected = judgedInjection(outcome.injected, rerank, preset);
  return {
    ...outcome,
    results: [
      ...rerank.order.flatMap((id) => byId.get(id) ?? []),
      ...outcome.results.slice(rerank.order.length),
    ],
    decision: injected.length > 0 ? "inject" : "silent",
    injected,
    layers: [...outcome.layers, rerank.judge],
    rerank,
  };
}

/**
 * Which skills are shown after judging. Without a gate the first ones (SR-80). With one, what the
 * judge takes as fitting is shown, what it takes as unfitting is not, and where it is undecided or was
 * not asked the gate's word holds.
 * @param passed what the gate let through
 */
export function judgedInjection(
  passed: readonly string[],
  { order, probabilities }: RerankOutcome,
  { gate, inject }: Pick<Preset, "gate" | "inject">,
): string[] {
  if (!gate) return order.slice(0, inject);
  const shown: Record<Band, (id: string) => boolean> = {
    high: () => true,
    middle: (id) => passed.includes(id),
    low: () => false,
  };
  return order.filter((id) => {
    const probability = probabilities?.[id];
    return shown[probability === undefined ? "middle" : bandOf(probability)](id);
  }).slice(0, inject);
}

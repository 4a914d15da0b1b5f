/**
 * The one way from a message to a ranking: index → rankers → gate, with its explanation.
 * Every surface (hook server, shell hook, command line, eval, bench) runs this.
 */
import { monotonicMs } from "../runtime/mod.ts";
import type { Query, RankingLimits } from "./model.ts";
import type { VisibleIndex } from "./library.ts";
import type { Preset } from "./presets.ts";
import type { Hit, RankOutcome } from "./types.ts";
import { whyRanked } from "./why.ts";

/**
 * Ranks the visible skills for a message.
 * @param results most hits in the answer
 * @param degraded layers that should run and cannot, each with a reason
 */
export function rankSkills(
  preset: Preset,
  visible: VisibleIndex,
  query: Query,
  results: number,
  degraded: readonly string[] = [],
): RankOutcome {
  const limits: RankingLimits = {
    results: Math.max(results, preset.pool),
    pool: preset.pool,
    inject: preset.inject,
    gate: preset.gate,
  };
  const start = monotonicMs();
  const answer = visible.index.rank(query, limits);
  const elapsedMs = monotonicMs() - start;
  const hits = answer.hits.map(({ position, score, confidence }): Hit => {
    const skill = visible.skills[position]!;
    const evidence = visible.index.evidence(query, position);
    return {
      id: skill.id,
      load: skill.load,
      name: skill.name,
      description: skill.description,
      category: skill.category,
      source: skill.source,
      path: skill.path,
      score,
      confidence,
      why: whyRanked(evidence),
      evidence,
    };
  });
  return {
    preset: preset.name,
    results: hits,
    decision: answer.injected.length > 0 ? "inject" : "silent",
    confidence: answer.confidence,
    injected: answer.injected.map((position) => visible.skills[position]!.id),
    layers: [...preset.layers, ...(query.dense === undefined ? [] : ["dense"])],
    degraded: [...degraded],
    elapsedMs,
  };
}

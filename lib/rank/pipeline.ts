/**
 * The one way from a message to a ranking: index → rankers → gate, with its explanation.
 * Every surface (hook server, shell hook, command line, eval, bench) runs this.
 */
import { monotonicMs } from "../runtime/mod.ts";
import type { Query, RankingLimits } from "./model.ts";
import type { VisibleIndex } from "./library.ts";
import type { Preset } from "./presets.ts";
import { triggeredAlone, triggeredFirst } from "./triggered_answer.ts";
import type { Evidence, Hit, RankOutcome, TriggeredSkill } from "./types.ts";
import { whyRanked } from "./why.ts";

/**
 * Ranks the visible skills for a message.
 * @param results most hits in the answer
 * @param degraded layers that should run and cannot, each with a reason
 * @param triggered the skill that the message names by a hard trigger
 */
export function rankSkills(
  preset: Preset,
  visible: VisibleIndex,
  query: Query,
  results: number,
  degraded: readonly string[] = [],
  triggered: TriggeredSkill | null = null,
): RankOutcome {
  const limits: RankingLimits = {
    results: Math.max(results, preset.pool),
    pool: preset.pool,
    inject: preset.inject,
    gate: preset.gate,
  };
  const start = monotonicMs();
  const ended = triggered !== null && preset.endsAtTrigger;
  const ranked = ended ? triggeredAlone(triggered.position) : visible.index.rank(query, limits);
  const answer = triggered === null || ended
    ? ranked
    : triggeredFirst(ranked, triggered.position, limits);
  const elapsedMs = monotonicMs() - start;
  const hits = answer.hits.map(({ position, score, confidence }): Hit => {
    const skill = visible.skills[position]!;
    const evidence = [
      ...(triggered?.position === position ? [triggerEvidence(triggered)] : []),
      ...visible.index.evidence(query, position),
    ];
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
    ...(triggered === null ? {} : { triggered }),
    layers: [
      ...(triggered === null ? [] : ["triggers"]),
      ...(ended ? [] : preset.layers),
      ...(query.dense === undefined || ended ? [] : ["dense"]),
    ],
    degraded: [...degraded],
    elapsedMs,
  };
}

/** A hard trigger as evidence for its skill. */
function triggerEvidence({ trigger }: TriggeredSkill): Evidence {
  return { field: "trigger", score: 1, terms: [{ term: trigger, score: 1 }] };
}

/**
 * What a judge has changed, and at what price (SR-102).
 */
import { type Band, bandOf } from "./order.ts";
import type { AbTurn } from "./read_log.ts";

/** Price of Jev's input, in dollars a million tokens (SR-102). */
export const DOLLARS_PER_MILLION_TOKENS = 0.042;

/** Figures over a set of turns. Those from `flips` on are null where the judge's order never counted. */
export interface AbFigures {
  turns: number;
  applied: number;
  skipped: number;
  /** Most frequent first; equal ones in the order of their first turn. */
  reasons: { reason: string; count: number }[];
  /** Turns whose first place changed. */
  flips: number | null;
  /** How many places a skill moved. */
  displacement: { mean: number; max: number; skills: number } | null;
  /** Probabilities by band. */
  bands: Record<Band, number> | null;
  latencyMs: { p50: number; p95: number } | null;
  /** Mean over the judged turns. */
  inputTokens: number | null;
  /** Mean over the judged turns. */
  dollars: number | null;
}

/** A log in figures. */
export interface AbReport {
  total: AbFigures;
  /** By local day, oldest first. */
  days: { day: string; figures: AbFigures }[];
  /** By session, most turns first. */
  sessions: { session: string; figures: AbFigures }[];
}

/** The report over a log. @param turns oldest first */
export function abReport(turns: readonly AbTurn[]): AbReport {
  const days = Map.groupBy(turns, ({ ts }) => ts.slice(0, 10));
  const sessions = Map.groupBy(turns, ({ sessionId }) => sessionId);
  return {
    total: abFigures(turns),
    days: [...days].toSorted(([a], [b]) => a < b ? -1 : 1)
      .map(([day, rows]) => ({ day, figures: abFigures(rows) })),
    sessions: [...sessions].toSorted(([, a], [, b]) => b.length - a.length)
      .map(([session, rows]) => ({ session, figures: abFigures(rows) })),
  };
}

/** The figures of SR-102 over some turns. */
export function abFigures(turns: readonly AbTurn[]): AbFigures {
  const judged = turns.filter(({ applied }) => applied);
  const reasons = Map.groupBy(
    turns.flatMap(({ reason }) => reason === null ? [] : countedReason(reason)),
    (reason) => reason,
  );
  const none = judged.length === 0;
  const moves = judged.flatMap(displacements);
  const probabilities = judged.flatMap((turn) => Object.values(turn.probabilities));
  const bands = { high: 0, middle: 0, low: 0 };
  for (const probability of probabilities) bands[bandOf(probability)]++;
  const latencies = judged.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  const inputTokens = mean(judged.map((turn) => turn.inputTokens));
  return {
    turns: turns.length,
    applied: judged.length,
    skipped: turns.length - judged.length,
    reasons: [...reasons].map(([reason, { length }]) => ({ reason, count: length }))
      .sort((a, b) => b.count - a.count),
    flips: none ? null : judged.filter(({ flipped }) => flipped).length,
    displacement: none ? null : {
      mean: mean(moves),
      max: moves.reduce((most, move) => Math.max(most, move), 0),
      skills: moves.length,
    },
    bands: none ? null : bands,
    latencyMs: none ? null : { p50: percentile(latencies, 50), p95: percentile(latencies, 95) },
    inputTokens: none ? null : inputTokens,
    dollars: none ? null : inputTokens * DOLLARS_PER_MILLION_TOKENS / 1_000_000,
  };
}

/** Refusals count by their status: each quotes another body. */
function countedReason(reason: string): string {
  return /^HTTP \d{3}\b/.exec(reason)?.[0] ?? reason;
}

/** How far each skill of a turn moved. */
export function displacements({ ranked, final }: AbTurn): number[] {
  const places = new Map(final.map((id, place) => [id, place]));
  return ranked.flatMap((id, place) => {
    const now = places.get(id);
    return now === undefined ? [] : Math.abs(now - place);
  });
}

/** SR-102: `sorted[min(⌊n·p/100⌋, n−1)]`. */
function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.min(Math.floor(sorted.length * percent / 100), sorted.length - 1)]!;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Is one run better than another over the same messages?
 */
import { type Difference, pairedDifference } from "./bootstrap.ts";
import { measure, type MeasureKey, MEASURES, scoredRanking, valuesOf } from "./metrics.ts";
import type { QueryEntry, RunEntry } from "./types.ts";

/** Messages listed on each side. */
const LISTED_CHANGES = 10;

/** Difference of one figure, with the number of messages it changed for. */
export interface MeasureDifference extends Difference {
  key: MeasureKey;
  /** Mean of the run under test over the compared messages. */
  value: number;
  /** Mean of the other run over them. */
  baseline: number;
  /** Messages where the figure rose. */
  rose: number;
  /** Messages where it fell. */
  fell: number;
}

/** A message whose nDCG changed. */
export interface Change {
  id: string;
  query: string;
  /** Difference of nDCG. */
  difference: number;
  /** Rank of the first right skill, or null when not found. */
  rank: number | null;
  /** The same in the other run. */
  baselineRank: number | null;
}

/** Two runs side by side. */
export interface Comparison {
  /** Messages in both runs. */
  rows: number;
  /** Messages that the other run has no answer to. */
  missing: number;
  /** Answers of the other run to messages that are not asked here. */
  unknown: number;
  /** Figures that apply to at least one message. */
  measures: MeasureDifference[];
  /** Largest gains of nDCG, at most ten. */
  wins: Change[];
  /** Largest losses of nDCG, at most ten. */
  losses: Change[];
}

/**
 * Compares two runs over the messages that both answer.
 * @param answers of the run under test, in query order
 * @param baseline answers of the other run, in any order
 * @param cutoff ranks that count for nDCG
 */
export function compareRuns(
  queries: readonly QueryEntry[],
  answers: readonly RunEntry[],
  baseline: readonly RunEntry[],
  cutoff: number,
): Comparison {
  const baselineById = new Map(baseline.map((answer) => [answer.id, answer]));
  const shared = queries.flatMap((query, index) => {
    const other = baselineById.get(query.id);
    return other === undefined ? [] : [{ query, answer: answers[index]!, other }];
  });
  const sharedQueries = shared.map(({ query }) => query);
  const now = shared.map(({ answer }) => answer);
  const then = shared.map(({ other }) => other);
  const columns = (key: MeasureKey) => ({
    values: valuesOf(measure(key), sharedQueries, now, cutoff),
    baselines: valuesOf(measure(key), sharedQueries, then, cutoff),
  });
  const { values, baselines } = columns("ndcg");
  const changes = shared.map(({ query, answer, other }, index): Change => ({
    id: query.id,
    query: query.query,
    difference: values[index]! - baselines[index]!,
    rank: firstRightRank(query, answer),
    baselineRank: firstRightRank(query, other),
  }));
  const byDifference = (left: Change, right: Change) => right.difference - left.difference;
  return {
    rows: shared.length,
    missing: queries.length - shared.length,
    unknown: baselineById.size - shared.length,
    measures: MEASURES.flatMap(({ key }) => {
      const { values, baselines } = columns(key);
      const difference = pairedDifference(values, baselines);
      return difference === null ? [] : [measureDifference(key, values, baselines, difference)];
    }),
    wins: changes
      .filter(({ difference }) => difference > 0)
      .sort(byDifference)
      .slice(0, LISTED_CHANGES),
    losses: changes
      .filter(({ difference }) => difference < 0)
      .sort((left, right) => byDifference(right, left))
      .slice(0, LISTED_CHANGES),
  };
}

function measureDifference(
  key: MeasureKey,
  values: Float64Array,
  baselines: Float64Array,
  difference: Difference,
): MeasureDifference {
  let [value, baseline, rose, fell] = [0, 0, 0, 0];
  for (const [index, now] of values.entries()) {
    if (Number.isNaN(now)) continue;
    const then = baselines[index]!;
    value += now;
    baseline += then;
    if (now > then) rose++;
    if (now < then) fell++;
  }
  const { rows } = difference;
  return { key, value: value / rows, baseline: baseline / rows, ...difference, rose, fell };
}

function firstRightRank(query: QueryEntry, answer: RunEntry): number | null {
  const index = scoredRanking(query, answer.ranked).findIndex((id) => query.gold.includes(id));
  return index < 0 ? null : index + 1;
}

/**
 * One evaluation: a set of messages, the answers to them, and every figure about these.
 */
import { bootstrapInterval, type Interval, withoutNaN } from "./bootstrap.ts";
import { compareRuns, type MeasureDifference } from "./compare.ts";
import { type ConfidenceFigures, confidenceFigures } from "./confidence.ts";
import { type GateFigures, gateFigures } from "./gate.ts";
import { meanOf, type MeasureKey, MEASURES, valuesOf } from "./metrics.ts";
import { runRanker } from "./run.ts";
import type { AblatablePart, CorpusEntry, QueryEntry, RankerFactory, RunEntry } from "./types.ts";

/** Fields of a message by which figures can be split. */
export const GROUPINGS = ["lang", "kind", "sub"] as const;

/** One of these fields. */
export type Grouping = (typeof GROUPINGS)[number];

/** A mean over the messages it applies to. */
export interface MeasureMean {
  key: MeasureKey;
  /** Null when it applies to none. */
  value: number | null;
  /** Messages it applies to. */
  rows: number;
}

/** A mean with its 95 % interval, null without messages. */
export interface MeasureEstimate extends MeasureMean {
  interval: Interval | null;
}

/** Figures of the messages that share a value of a field. */
export interface Group {
  /** The value, `-` where messages have none. */
  name: string;
  rows: number;
  measures: MeasureMean[];
}

/** Every figure of one run. */
export interface Evaluation {
  /** Messages asked. */
  rows: number;
  /** Messages with a right skill. */
  positives: number;
  measures: MeasureEstimate[];
  /** Figures by field; of several fields, those that do not split the set are left out. */
  groups: { by: Grouping; groups: Group[] }[];
  gate: GateFigures;
  confidence: ConfidenceFigures | null;
}

/** What one part is worth: the figures without it minus those with it. */
export interface Ablation extends AblatablePart {
  measures: MeasureDifference[];
}

/**
 * Computes every figure.
 * @param answers in query order
 * @param cutoff ranks that count for nDCG
 * @param groupings fields to split by
 */
export function evaluate(
  queries: readonly QueryEntry[],
  answers: readonly RunEntry[],
  cutoff: number,
  groupings: readonly Grouping[] = GROUPINGS,
): Evaluation {
  return {
    rows: queries.length,
    positives: queries.filter(({ gold }) => gold.length > 0).length,
    measures: MEASURES.map((figure) => {
      const values = withoutNaN(valuesOf(figure, queries, answers, cutoff));
      return { key: figure.key, ...meanOf(values), interval: bootstrapInterval(values) };
    }),
    groups: groupings
      .map((by) => ({ by, groups: groupsBy(by, queries, answers, cutoff) }))
      .filter(({ groups }) => groups.length > 1 || groupings.length === 1),
    gate: gateFigures(queries, answers),
    confidence: confidenceFigures(queries, answers),
  };
}

/**
 * Switches off one part after the other.
 * @param answers of the whole ranker, in query order
 */
export async function ablate(
  corpus: CorpusEntry[],
  queries: readonly QueryEntry[],
  answers: readonly RunEntry[],
  parts: readonly AblatablePart[],
  rankerOf: RankerFactory,
  cutoff: number,
): Promise<Ablation[]> {
  const rows: Ablation[] = [];
  for (const { name, description } of parts) {
    const reduced = await runRanker(rankerOf(corpus, { without: name }), queries);
    const { measures } = compareRuns(queries, reduced, answers, cutoff);
    rows.push({ name, description, measures });
  }
  return rows;
}

function groupsBy(
  by: Grouping,
  queries: readonly QueryEntry[],
  answers: readonly RunEntry[],
  cutoff: number,
): Group[] {
  const rows = queries.map((query, index) => ({ query, answer: answers[index]! }));
  return [...Map.groupBy(rows, ({ query }) => query[by] ?? "-")].map(([name, members]) => ({
    name,
    rows: members.length,
    measures: MEASURES.map((figure) => ({
      key: figure.key,
      ...meanOf(
        valuesOf(
          figure,
          members.map(({ query }) => query),
          members.map(({ answer }) => answer),
          cutoff,
        ),
      ),
    })),
  }));
}

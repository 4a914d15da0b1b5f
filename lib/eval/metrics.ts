/**
 * How good is an answer to one message, and how good on average?
 *
 * Every figure is the mean of a per-message value over the messages it applies to, so the overall
 * table, the groups, the comparison of runs and the ablation all use the one list `MEASURES`.
 */
import { type QueryEntry, roleOf, type RunEntry } from "./types.ts";

/** How deep a ranking is looked at for MAP and MRR (DESIGN §5). */
export const RANKING_DEPTH = 100;

/** Default cut-off of nDCG (DESIGN §5). */
export const NDCG_CUTOFF = 10;

const RECALL_CUTOFF = 5;

/** One figure: its value for one message and how to show it. */
export interface Measure {
  /** Key in JSON output. */
  key: MeasureKey;
  /** Heading of a table; `@k` is replaced by the cut-off. */
  label: string;
  /** `share` is shown in percent, `number` as it is. */
  unit: "share" | "number";
  /**
   * Value for one message, or NaN where the figure does not apply to it.
   * @param cutoff ranks that count for nDCG
   */
  value(query: QueryEntry, answer: RunEntry, cutoff: number): number;
}

/** Names of the figures. */
export type MeasureKey =
  | "ndcg"
  | "hit_at_1"
  | "recall_at_5"
  | "map"
  | "mrr"
  | "share_injected"
  | "mean_injected"
  | "right_injected"
  | "none_injected"
  | "forbidden_injected";

/** The figures, in the order of the tables. */
export const MEASURES: readonly Measure[] = [
  ranking("ndcg", "nDCG@k", normalizedDiscountedGain),
  ranking("hit_at_1", "Hit@1", (ranked, gold) => indicator(gold.has(ranked[0] ?? ""))),
  ranking("recall_at_5", "Recall@5", recall),
  ranking("map", "MAP", averagePrecision),
  ranking("mrr", "MRR", reciprocalRank),
  {
    key: "share_injected",
    label: "injected",
    unit: "share",
    value: (_, answer) => indicator(answer.injected.length > 0),
  },
  {
    key: "mean_injected",
    label: "skills",
    unit: "number",
    value: (_, answer) => answer.injected.length,
  },
  {
    key: "right_injected",
    label: "kept",
    unit: "share",
    value: (query, answer) =>
      roleOf(query) === "positive" ? indicator(overlap(answer.injected, query.gold)) : NaN,
  },
  {
    key: "none_injected",
    label: "false",
    unit: "share",
    value: (query, answer) =>
      roleOf(query) === "none" ? indicator(answer.injected.length > 0) : NaN,
  },
  {
    key: "forbidden_injected",
    label: "forbidden",
    unit: "share",
    value: (query, answer) =>
      query.forbidden.length > 0 ? indicator(overlap(answer.injected, query.forbidden)) : NaN,
  },
];

/** What the labels of `MEASURES` mean, for the foot of a table. */
export const MEASURES_LEGEND =
  "kept: the right skill is among those injected; false: something is injected where nothing should" +
  " be; forbidden: a skill known to be wrong is injected; skills: number injected a message.";

/** The figure with a key. */
export function measure(key: MeasureKey): Measure {
  return MEASURES.find((candidate) => candidate.key === key)!;
}

/** Label of a figure at a cut-off: `nDCG@10`. */
export function labelOf(figure: Measure, cutoff: number): string {
  return figure.label.replace("@k", `@${cutoff}`);
}

/**
 * Values of one figure for all messages, NaN where it does not apply.
 * @param answers in query order
 */
export function valuesOf(
  figure: Measure,
  queries: readonly QueryEntry[],
  answers: readonly RunEntry[],
  cutoff: number,
): Float64Array {
  return Float64Array.from(
    queries,
    (query, index) => figure.value(query, answers[index]!, cutoff),
  );
}

/** Mean of the values that are no NaN, with their number; the mean of none is null. */
export function meanOf(values: Float64Array): { value: number | null; rows: number } {
  let sum = 0;
  let rows = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    rows++;
  }
  return { value: rows === 0 ? null : sum / rows, rows };
}

/**
 * The ranking as it is scored: at most 100 ids, those of `also` removed, so that they neither help
 * nor push a right skill down.
 */
export function scoredRanking(query: QueryEntry, ranked: readonly string[]): readonly string[] {
  if (query.also.length === 0) return ranked.slice(0, RANKING_DEPTH);
  return ranked
    .filter((id) => !query.also.includes(id) || query.gold.includes(id))
    .slice(0, RANKING_DEPTH);
}

/** Whether two lists share an id. */
export function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((id) => others.includes(id));
}

function ranking(
  key: MeasureKey,
  label: string,
  score: (ranked: readonly string[], gold: ReadonlySet<string>, cutoff: number) => number,
): Measure {
  return {
    key,
    label,
    unit: "share",
    value: (query, answer, cutoff) =>
      query.gold.length === 0
        ? NaN
        : score(scoredRanking(query, answer.ranked), new Set(query.gold), cutoff),
  };
}

/**
 * nDCG with binary gains and the discount 1 / log2(rank + 1).
 * Source: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", TOIS 20 (2002),
 * in the form with log2(rank + 1) of Burges et al., ICML 2005.
 */
function normalizedDiscountedGain(
  ranked: readonly string[],
  gold: ReadonlySet<string>,
  cutoff: number,
): number {
  let gain = 0;
  let ideal = 0;
  for (let rank = 1; rank <= cutoff; rank++) {
    const discount = 1 / Math.log2(rank + 1);
    if (gold.has(ranked[rank - 1] ?? "")) gain += discount;
    if (rank <= gold.size) ideal += discount;
  }
  return gain / ideal;
}

/** Share of the right skills among the first five (Manning et al., *Introduction to IR*, §8.4). */
function recall(ranked: readonly string[], gold: ReadonlySet<string>): number {
  return ranked.slice(0, RECALL_CUTOFF).filter((id) => gold.has(id)).length / gold.size;
}

/** Mean of the precision at each right skill, 0 for one not found (Manning et al., §8.4). */
function averagePrecision(ranked: readonly string[], gold: ReadonlySet<string>): number {
  let found = 0;
  let sum = 0;
  for (const [index, id] of ranked.entries()) {
    if (gold.has(id)) sum += ++found / (index + 1);
  }
  return sum / gold.size;
}

/** 1 / rank of the first right skill, 0 when none is found (Voorhees, TREC-8 QA track, 1999). */
function reciprocalRank(ranked: readonly string[], gold: ReadonlySet<string>): number {
  const index = ranked.findIndex((id) => gold.has(id));
  return index < 0 ? 0 : 1 / (index + 1);
}

function indicator(condition: boolean): number {
  return condition ? 1 : 0;
}

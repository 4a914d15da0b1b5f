/**
 * The budgets of DESIGN §7: what each stage may take at a size of library.
 */
import type { Budget, Measurement, Stage } from "./types.ts";

/** Sizes the design gives budgets for, in skills. */
export const BUDGET_SIZES = [200, 2_000, 20_000, 100_000] as const;

/** Limits at each of `BUDGET_SIZES`; null where the design gives none. */
type Limits = readonly [number | null, number | null, number | null, number | null];

interface Row {
  stage: Stage;
  /** The preset it is for; null for every preset and for stages without one. */
  preset: string | null;
  limits: Limits;
  /** @default "p50" */
  figure?: Budget["figure"];
}

/** DESIGN §7, times in ms, memory in MiB. */
const ROWS: readonly Row[] = [
  { stage: "query", preset: "bm25", limits: [0.008, 0.02, 0.1, 0.4] },
  { stage: "query", preset: "default", limits: [0.04, 0.12, 0.5, 2] },
  { stage: "query", preset: "eagle-eye", limits: [0.3, null, null, null] },
  { stage: "index_build", preset: "default", limits: [60, 500, 5_000, 25_000] },
  { stage: "index_build_short", preset: "default", limits: [15, 80, 600, 3_000] },
  { stage: "stat_pass", preset: null, limits: [1.5, 12, 120, 600] },
  { stage: "cold_start", preset: "bm25", limits: [50, 200, 2_000, 10_000] },
  { stage: "cold_start", preset: "default", limits: [100, 700, 7_000, 35_000] },
  { stage: "cold_start", preset: "eagle-eye", limits: [100, null, null, null] },
  { stage: "serve_memory", preset: "eagle-eye", limits: [100, null, null, null], figure: "max" },
  { stage: "serve_memory", preset: "bm25", limits: [80, 160, 450, 1_536], figure: "max" },
  { stage: "serve_memory", preset: "default", limits: [80, 160, 450, 1_536], figure: "max" },
  { stage: "compaction", preset: null, limits: [1, null, null, null] },
  // The triggers are made up, whatever the size of the library.
  { stage: "triggers", preset: null, limits: [0.05, 0.05, 0.05, 0.05] },
  // The design allows this much through the shim, of which this is a part.
  { stage: "serve_turn", preset: null, limits: [2, null, null, null] },
  // SR-A023 takes the best of 10 runs, whatever the size of the library.
  { stage: "three_terms", preset: null, limits: [50, 50, 50, 50], figure: "min" },
];

/**
 * The budget of a measurement, or null where the design gives none.
 * @param skills size of the library; the next larger size of `BUDGET_SIZES` counts
 */
export function budgetFor(
  { stage, preset }: Pick<Measurement, "stage" | "preset">,
  skills: number,
): Budget | null {
  const column = BUDGET_SIZES.findIndex((size) => skills <= size);
  const row = ROWS.find((candidate) =>
    candidate.stage === stage && (candidate.preset === null || candidate.preset === preset)
  );
  const limit = row?.limits[column];
  return row === undefined || limit === undefined || limit === null
    ? null
    : { limit, figure: row.figure ?? "p50" };
}

/** Whether a measurement is within its budget. */
export function isWithin({ figures }: Measurement, budget: Budget): boolean {
  return figures[budget.figure] <= budget.limit;
}

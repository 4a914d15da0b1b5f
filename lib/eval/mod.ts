/**
 * How good are the answers? Data sets, figures, runs and their comparison.
 * @module
 */
export * from "./bootstrap.ts";
export * from "./compare.ts";
export * from "./confidence.ts";
export * from "./dataset.ts";
export * from "./evaluate.ts";
export * from "./gate.ts";
export * from "./metrics.ts";
export * from "./report.ts";
export * from "./run.ts";
export * from "./table.ts";
export * from "./types.ts";

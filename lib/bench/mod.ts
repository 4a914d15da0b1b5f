/**
 * How long does each step take, how much memory, and is that within the design's budgets?
 * @module
 */
export * from "./budgets.ts";
export * from "./generate.ts";
export * from "./percentiles.ts";
export * from "./queries.ts";
export * from "./report.ts";
export * from "./run.ts";
export * from "./sampling.ts";
export * from "./skill_index.ts";
export * from "./stages.ts";
export * from "./target.ts";
export * from "./trigger_stage.ts";
export * from "./types.ts";
export * from "./word_model.ts";
export * from "./write_home.ts";

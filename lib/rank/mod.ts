/**
 * Which skills fit a message, how well, and should any be shown?
 * @module
 */
export * from "./library.ts";
export type { SkillEvidence } from "./gate.ts";
export * from "./lru.ts";
export * from "./math.ts";
export * from "./model.ts";
export * from "./pipeline.ts";
export * from "./planner.ts";
export * from "./presets.ts";
export * from "./types.ts";
export * from "./why.ts";
export * from "./corpus_ranker.ts";
export * from "./local_retriever.ts";
export * from "./rerank_log_path.ts";
export * from "./user_lexicon.ts";

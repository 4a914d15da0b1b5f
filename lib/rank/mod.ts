/**
 * Which skills fit a message, how well, and should any be shown?
 * @module
 */
export * from "./library.ts";
export * from "./corpus_vectors.ts";
export * from "./dense.ts";
export * from "./dense_source.ts";
export * from "./dense_status.ts";
export * from "./eagle_eye_layers.ts";
export * from "./eagle_eye_model.ts";
export * from "./embedding_service.ts";
export * from "./fusion.ts";
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
export * from "./trigger_file.ts";
export * from "./trigger_generate.ts";
export * from "./trigger_layer.ts";
export * from "./triggers.ts";
export * from "./synonym_check.ts";
export * from "./synonym_file.ts";
export * from "./synonym_groups.ts";
export * from "./synonym_index.ts";
export * from "./synonym_keys.ts";
export * from "./text_index.ts";

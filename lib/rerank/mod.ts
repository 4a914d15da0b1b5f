/**
 * What does a remote judge make of a shortlist, and was it worth its price?
 * @module
 */
export * from "./ab_log.ts";
export * from "./judge.ts";
export * from "./order.ts";
export * from "./read_log.ts";
export * from "./record.ts";
export * from "./report.ts";
export * from "./report_page.ts";
export * from "./report_text.ts";
export * from "./reranker.ts";
export * from "./types.ts";

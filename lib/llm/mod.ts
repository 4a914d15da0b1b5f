/**
 * How is a model service asked, and what did it cost?
 * @module
 */
export * from "./cache.ts";
export * from "./client.ts";
export * from "./endpoint.ts";
export * from "./error.ts";
export * from "./json_answer.ts";
export * from "./limiter.ts";
export type { LlmUsage } from "./usage.ts";

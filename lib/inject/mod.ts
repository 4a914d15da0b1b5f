/**
 * What is said to the model this turn, and how?
 * @module
 */
export * from "./autoload.ts";
export * from "./compose.ts";
export * from "./cut.ts";
export * from "./policy.ts";
export * from "./render.ts";
export * from "./sanitise.ts";
export * from "./topics.ts";

/**
 * How does a text become terms?
 * @module
 */
export * from "./characters.ts";
export * from "./compat.ts";

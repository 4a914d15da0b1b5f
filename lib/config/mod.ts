/**
 * Which settings are there, and what is in force?
 * @module
 */
export * from "./settings.ts";

/**
 * How does the plugin get into a home?
 * @module
 */
export * from "./install.ts";

/**
 * How are terms kept so that a query touches only what it must?
 * @module
 */
export * from "./documents.ts";
export * from "./postings.ts";
export * from "./statistics.ts";
export * from "./top.ts";

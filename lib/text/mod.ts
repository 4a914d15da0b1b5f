/**
 * How does a text become terms?
 * @module
 */
export * from "./characters.ts";
export * from "./compat.ts";
export * from "./fences.ts";
export * from "./porter2.ts";
export * from "./scanner.ts";
export * from "./speech_acts.ts";
export * from "./tokens.ts";
export * from "./segmenter.ts";
export * from "./comparison.ts";
export * from "./stop_words.ts";
export * from "./terms.ts";
export * from "./lexicon.ts";
export * from "./lexicon_table.ts";
export * from "./lexicon_coverage.ts";
export * from "./lexicon_check.ts";
export * from "./negation.ts";
export * from "./clauses.ts";
export * from "./exclusions.ts";
export * from "./names.ts";

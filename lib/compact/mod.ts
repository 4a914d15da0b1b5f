/**
 * How does the skill index of a request become names only?
 *
 * `block.ts` reads the `<available_skills>` block, `rewrite.ts` writes it again, `request.ts` finds
 * the texts of a request that may hold it, `change_note.ts` reads what the host announces later.
 * @module
 */
export * from "./block.ts";
export * from "./change_note.ts";
export * from "./options.ts";
export * from "./request.ts";
export * from "./rewrite.ts";
export * from "./stats.ts";
export * from "./tokens.ts";

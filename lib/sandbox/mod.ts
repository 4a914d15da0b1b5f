/**
 * What may each part of the program touch, and who holds it to that?
 * @module
 */
export * from "./home_rights.ts";
export * from "./options.ts";
export * from "./supervised_retriever.ts";

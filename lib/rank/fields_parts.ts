/**
 * Parts of the `fields` ranker that can be switched off, so that `eval --ablate` shows their worth.
 */

/** Name of a part. */
export type FieldsPart =
  | "lexicon"
  | "document-glosses"
  | "synonyms"
  | "repair"
  | "body"
  | "prose"
  | "lead"
  | "whole"
  | "name"
  | "clauses"
  | "negation"
  | "phrases"
  | "exact-forms"
  | "cjk-statistics";

/** The parts with one line each. */
export const FIELDS_PARTS: readonly { name: FieldsPart; description: string }[] = [
  { name: "lexicon", description: "translations of Chinese, Japanese and Korean messages" },
  { name: "document-glosses", description: "translations of Chinese, Japanese and Korean skills" },
  { name: "synonyms", description: "English synonyms" },
  { name: "repair", description: "repair of misspelt words" },
  { name: "body", description: "the body as a field" },
  { name: "prose", description: "words of fenced code left out of the body" },
  { name: "lead", description: "the first 1,500 characters of the body as a field" },
  { name: "whole", description: "everything as one field, name and description eightfold" },
  { name: "clauses", description: "clauses of a message ranked separately" },
  { name: "name", description: "the name as a field of its own" },
  { name: "negation", description: "negative clauses count against a skill" },
  { name: "phrases", description: "bonus for adjacent words" },
  { name: "exact-forms", description: "exact forms beside stems" },
  { name: "cjk-statistics", description: "idf of CJK terms among CJK documents" },
];

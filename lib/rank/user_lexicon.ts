/**
 * The file named by `SKILL_RETRIEVAL_LEXICON`.
 */
import { FileAccess, FileError } from "../runtime/mod.ts";
import { parseUserLexicon, type UserLexicon } from "../text/mod.ts";

/** Largest lexicon that is read, in bytes. */
export const MAX_LEXICON_BYTES = 64 * 1024 * 1024;

/** What came of reading a user's lexicon. */
export interface UserLexiconReading {
  /** Null where the file cannot be read. */
  lexicon: UserLexicon | null;
  /** One sentence about a file or lines that cannot be used, or null. */
  warning: string | null;
}

/**
 * Reads a user's lexicon and nothing else. Never throws for what it finds: without it the built-in
 * lexicon still works.
 * @param path absolute
 */
export function readUserLexicon(path: string): UserLexiconReading {
  let text: string;
  try {
    text = new FileAccess({ read: [path] }).readText(path, MAX_LEXICON_BYTES);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { lexicon: null, warning: `the lexicon is not used: ${error.message}` };
  }
  const { lexicon, problems } = parseUserLexicon(text);
  const first = problems[0];
  if (first === undefined) return { lexicon, warning: null };
  return {
    lexicon,
    warning:
      `${problems.length} of the lines of the lexicon ${path} cannot be used, the first is ` +
      `line ${first.line}: ${first.reason} (skill-retrieval lexicon check shows all)`,
  };
}

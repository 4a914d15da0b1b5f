/**
 * Whether a user's lexicon is well-formed, and which of its entries can have an effect.
 */
import {
  builtInTable,
  LEXICON_LANGUAGES,
  type LexiconLanguage,
  type LexiconProblem,
  parseUserLexicon,
} from "./lexicon.ts";
import { STOP_WORDS } from "./stop_words.ts";
import { isCjkRun, tokensOf, wordsOf } from "./tokens.ts";

/** An entry by its place in the lexicon. */
export interface LexiconEntry {
  language: LexiconLanguage;
  term: string;
}

/** Outcome of a check. */
export interface LexiconCheck {
  /** Lines that are left out. */
  problems: LexiconProblem[];
  /** Terms read of each language. */
  counts: Record<LexiconLanguage, number>;
  /** Terms that the built-in lexicon has too; its entry holds. */
  builtIn: LexiconEntry[];
  /** Terms that no text can meet, since texts are cut into other pieces. */
  unreachable: LexiconEntry[];
}

/** Checks the text of a lexicon in TSV or CC-CEDICT form. */
export function checkUserLexicon(text: string): LexiconCheck {
  const { lexicon, problems } = parseUserLexicon(text);
  const entries = LEXICON_LANGUAGES.flatMap((language) =>
    [...lexicon[language].terms()].map((term): LexiconEntry => ({ language, term }))
  );
  return {
    problems,
    counts: {
      zh: lexicon.zh.size,
      ja: lexicon.ja.size,
      ko: lexicon.ko.size,
      en: lexicon.en.size,
    },
    builtIn: entries.filter(({ language, term }) => builtInTable(language).has(term)),
    unreachable: entries.filter((entry) => !isReachable(entry)),
  };
}

/** Whether a text can hold the term as one run of CJK characters, or as one English word. */
function isReachable({ language, term }: LexiconEntry): boolean {
  const [token, ...more] = tokensOf(term);
  if (token === undefined || more.length > 0) return false;
  if (language !== "en") return token === term && isCjkRun(token);
  return !STOP_WORDS.has(term) && !isCjkRun(token) &&
    wordsOf(token).some(({ text }) => text === term);
}

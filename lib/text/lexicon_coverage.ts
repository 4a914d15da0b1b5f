/**
 * What the lexicon knows of a text, piece by piece, for people who write entries.
 */
import {
  type Gloss,
  languagesOf,
  type Lexicon,
  type LexiconLanguage,
  type LexiconOrigin,
} from "./lexicon.ts";
import { STOP_WORDS } from "./stop_words.ts";
import { isCjkRun, tokensOf, wordsOf } from "./tokens.ts";

/** A piece of a text with what the lexicon makes of it. */
export interface CoveredPiece {
  /** As written; English words folded. */
  text: string;
  /**
   * `translation` and `synonyms` have glosses, a `filler` is consumed without evidence, a `stop word`
   * counts nowhere, `unknown` has no entry.
   */
  kind: "translation" | "synonyms" | "filler" | "stop word" | "unknown";
  /** Language of the entry, null where there is none. */
  language: LexiconLanguage | null;
  /** Whose entry it is, null where there is none. */
  origin: LexiconOrigin | null;
  glosses: readonly Gloss[];
}

/** A run of CJK characters, or one other token, with its pieces in order. */
export interface CoveredRun {
  text: string;
  pieces: CoveredPiece[];
}

/** The runs of a text as a query meets them: the same cover and the same synonyms. */
export function coverageOf(text: string, lexicon: Lexicon): CoveredRun[] {
  const languages = languagesOf(text);
  return tokensOf(text).map((token) => ({
    text: token,
    pieces: isCjkRun(token)
      ? cjkPieces([...token], languages, lexicon)
      : wordsOf(token).map((word) => wordPiece(word.text, lexicon)),
  }));
}

function cjkPieces(
  run: readonly string[],
  languages: readonly LexiconLanguage[],
  lexicon: Lexicon,
): CoveredPiece[] {
  const pieces: CoveredPiece[] = [];
  let at = 0;
  const skipTo = (end: number) => {
    if (end > at) pieces.push(unknown(run.slice(at, end).join("")));
  };
  for (const { start, length, term, language, glosses } of lexicon.cover(run, languages)) {
    skipTo(start);
    pieces.push({
      text: term,
      kind: glosses.length === 0 ? "filler" : "translation",
      language,
      origin: lexicon.origin(language, term),
      glosses,
    });
    at = start + length;
  }
  skipTo(run.length);
  return pieces;
}

function wordPiece(word: string, lexicon: Lexicon): CoveredPiece {
  if (STOP_WORDS.has(word)) return { ...unknown(word), kind: "stop word" };
  const glosses = lexicon.synonyms(word);
  if (glosses.length === 0) return unknown(word);
  // Without an entry of its own a word borrows that of a built-in word with the same stem.
  const origin = lexicon.origin("en", word) ?? "built-in";
  return { text: word, kind: "synonyms", language: "en", origin, glosses };
}

function unknown(text: string): CoveredPiece {
  return { text, kind: "unknown", language: null, origin: null, glosses: [] };
}

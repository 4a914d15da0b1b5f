/**
 * Text → tokens, as an interface: a better segmenter for Chinese can take the place of the built-in
 * one (EE-35).
 */
import { bigramsOf, foldWord, isCjkRun, tokensOf } from "./tokens.ts";

/** Cuts text into tokens. */
export interface Segmenter {
  readonly name: string;
  /** Tokens of a text in order; blanks and marks separate and are no tokens. */
  segment(text: string): string[];
}

/** Cuts one run of CJK characters into words. */
export type RunCutter = (run: string) => string[];

let dictionary: Intl.Segmenter | null = null;

/**
 * Words of a CJK run by the dictionaries of the runtime (ICU). Only runs are given to it: on those
 * Deno and Bun agree, on Latin text they do not.
 */
export function dictionaryWords(run: string): string[] {
  dictionary ??= new Intl.Segmenter("zh", { granularity: "word" });
  return Array.from(dictionary.segment(run), ({ segment }) => segment);
}

/**
 * Words of a run and, since dictionaries cut unknown names into single characters, its bigrams
 * besides.
 */
export function wordsAndBigrams(run: string): string[] {
  const words = dictionaryWords(run).filter((word) => word.length > 1);
  const known = new Set(words);
  return [...words, ...bigramsOf(run).filter((bigram) => !known.has(bigram))];
}

/**
 * A segmenter: words of other scripts are folded to lower case without accents, runs of CJK
 * characters are cut by `cut`.
 */
export function createSegmenter(name: string, cut: RunCutter): Segmenter {
  return {
    name,
    segment: (text) =>
      tokensOf(text).flatMap((token) => isCjkRun(token) ? cut(token) : foldWord(token)),
  };
}

/** The built-in segmenter: `Intl.Segmenter` and bigrams. */
export const DEFAULT_SEGMENTER: Segmenter = createSegmenter("intl", wordsAndBigrams);

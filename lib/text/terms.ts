/**
 * Words → terms: every word has an *exact* form (plural -s removed) and a *stem*.
 *
 * Two forms are kept because stems alone conflate ("general", "generate") and exact forms alone
 * miss inflections; a query puts 0.3 on the first and 0.7 on the second (quality.md).
 */
import { enlarge, TermDictionary } from "../index/mod.ts";
import { isCjk } from "./characters.ts";
import { porter2 } from "./porter2.ts";
import { STOP_WORDS } from "./stop_words.ts";

/** Terms of one word. */
export interface WordTerms {
  /** Number of the exact form in `TermTable.exact`, −1 for stop words and CJK. */
  exact: number;
  /** Number of the stem in `TermTable.stems`, −1 for stop words. */
  stem: number;
}

const UNRESOLVED = -2;
/** A word that carries no evidence. */
export const NO_TERM = -1;

/** Forms that Porter2 keeps apart although people mean one thing. */
const SAME_STEM: ReadonlyMap<string, string> = new Map([
  ["analysi", "analyz"],
  ["analys", "analyz"],
  ["analyt", "analyz"],
  ["analyst", "analyz"],
]);

/** Numbers words, their exact forms and their stems; shared by all documents and queries. */
export class TermTable {
  /** Words as scanned. */
  readonly words: TermDictionary = new TermDictionary();
  /** Exact forms. */
  readonly exact: TermDictionary = new TermDictionary();
  /** Stems, and CJK bigrams as they are. */
  readonly stems: TermDictionary = new TermDictionary();
  #exactOf = new Int32Array(1_024).fill(UNRESOLVED);
  #stemOf = new Int32Array(1_024).fill(UNRESOLVED);
  #cjkStem = new Uint8Array(1_024);

  /** Stem number of a word, `NO_TERM` for a stop word. */
  stemOf(word: number): number {
    if (word >= this.#stemOf.length || this.#stemOf[word] === UNRESOLVED) this.#resolve(word);
    return this.#stemOf[word]!;
  }

  /** Number of the exact form of a word, `NO_TERM` for stop words and CJK. */
  exactOf(word: number): number {
    if (word >= this.#stemOf.length || this.#stemOf[word] === UNRESOLVED) this.#resolve(word);
    return this.#exactOf[word]!;
  }

  /** Whether a stem is a piece of CJK text. */
  isCjkStem(stem: number): boolean {
    return stem < this.#cjkStem.length && this.#cjkStem[stem] === 1;
  }

  /** Forms of a word that may be in no document; nothing is numbered anew. */
  lookUp(word: string): WordTerms {
    if (isCjk(word.codePointAt(0)!)) return { exact: NO_TERM, stem: this.stems.findText(word) };
    if (STOP_WORDS.has(word)) return { exact: NO_TERM, stem: NO_TERM };
    return {
      exact: this.exact.findText(exactForm(word)),
      stem: this.stems.findText(stemForm(word)),
    };
  }

  #resolve(word: number): void {
    while (word >= this.#stemOf.length) {
      const known = this.#stemOf.length;
      this.#exactOf = enlarge(this.#exactOf, known * 2).fill(UNRESOLVED, known);
      this.#stemOf = enlarge(this.#stemOf, known * 2).fill(UNRESOLVED, known);
    }
    const text = this.words.word(word);
    if (isCjk(text.codePointAt(0)!)) {
      const stem = this.stems.internText(text);
      this.#exactOf[word] = NO_TERM;
      this.#stemOf[word] = stem;
      while (stem >= this.#cjkStem.length) {
        this.#cjkStem = enlarge(this.#cjkStem, this.#cjkStem.length * 2);
      }
      this.#cjkStem[stem] = 1;
      return;
    }
    if (STOP_WORDS.has(text)) {
      this.#exactOf[word] = NO_TERM;
      this.#stemOf[word] = NO_TERM;
      return;
    }
    this.#exactOf[word] = this.exact.internText(exactForm(text));
    this.#stemOf[word] = this.stems.internText(stemForm(text));
  }
}

/** A word without its plural -s. */
export function exactForm(word: string): string {
  return word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word)
    ? word.slice(0, -1)
    : word;
}

/** The stem of a word, with a few forms joined by hand. */
export function stemForm(word: string): string {
  const stem = porter2(word);
  return SAME_STEM.get(stem) ?? stem;
}

/**
 * Words → terms: every word has an *exact* form (plural -s removed) and a *stem*.
 *
 * Two forms are kept because stems alone conflate ("general", "generate") and exact forms alone
 * miss inflections; a query puts 0.3 on the first and 0.7 on the second (docs/quality.md).
 */
import { porter2 } from "./porter2.ts";
import { STOP_WORDS } from "./stop_words.ts";
import { wordsOf } from "./tokens.ts";

/** Terms of one word. */
export interface WordTerms {
  /** Number in `TermTable.exact`, `NO_TERM` for stop words and CJK. */
  exact: number;
  /** Number in `TermTable.stems`, `NO_TERM` for stop words. */
  stem: number;
}

/** A word without a term: a stop word, or one that no document holds. */
export const NO_TERM = -1;

/** Forms that Porter2 keeps apart although people mean one thing. */
const SAME_STEM: ReadonlyMap<string, string> = new Map([
  ["analysi", "analyz"],
  ["analys", "analyz"],
  ["analyt", "analyz"],
  ["analyst", "analyz"],
]);

/** Numbers words from 0 in order of first appearance. */
export class Numbering {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];

  /** How many words are numbered. */
  get size(): number {
    return this.#words.length;
  }

  /** The number of a word, a new one when it has none. */
  intern(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#words.length;
      const own = detached(word);
      this.#numbers.set(own, number);
      this.#words.push(own);
    }
    return number;
  }

  /** The number of a word, or `NO_TERM`. */
  find(word: string): number {
    return this.#numbers.get(word) ?? NO_TERM;
  }

  /** The word of a number. */
  word(number: number): string {
    return this.#words[number]!;
  }
}

/**
 * Terms of all documents that share an index; queries look up and make nothing grow.
 *
 * A token is looked up once per occurrence, so its terms lie in flat arrays: those of token number t
 * are entries `starts[t] … starts[t+1]` of `stemAt`, `exactAt` and `weightAt`.
 */
export class TermTable {
  /** Exact forms. */
  readonly exact: Numbering = new Numbering();
  /** Stems, and CJK bigrams as they are. */
  readonly stems: Numbering = new Numbering();
  readonly #tokens = new Map<string, number>();
  readonly #cjk = new Set<number>();
  /** First entry of each token, and the end of the last. */
  readonly starts: number[] = [0];
  /** Number of the stem of each entry. */
  readonly stemAt: number[] = [];
  /** Number of the exact form of each entry. */
  readonly exactAt: number[] = [];
  /** Weight of each entry in halves. */
  readonly weightAt: number[] = [];

  /** Number of a token of a document (no CJK run); its entries leave out stop words. */
  internToken(token: string): number {
    const known = this.#tokens.get(token);
    if (known !== undefined) return known;
    const number = this.#tokens.size;
    for (const { text, weight } of wordsOf(token)) {
      if (STOP_WORDS.has(text)) continue;
      this.stemAt.push(this.stems.intern(stemForm(text)));
      this.exactAt.push(this.exact.intern(exactForm(text)));
      this.weightAt.push(weight);
    }
    this.starts.push(this.stemAt.length);
    this.#tokens.set(detached(token), number);
    return number;
  }

  /** Number of a CJK bigram of a document. */
  internCjk(bigram: string): number {
    const known = this.stems.find(bigram);
    if (known !== NO_TERM) return known;
    const number = this.stems.intern(bigram);
    this.#cjk.add(number);
    return number;
  }

  /** Whether a stem is a piece of CJK text. */
  isCjkStem(stem: number): boolean {
    return this.#cjk.has(stem);
  }

  /** Terms of a folded word that may be in no document. */
  find(word: string): WordTerms {
    if (STOP_WORDS.has(word)) return { exact: NO_TERM, stem: NO_TERM };
    return { exact: this.exact.find(exactForm(word)), stem: this.stems.find(stemForm(word)) };
  }
}

/** A word without its plural -s. */
export function exactForm(word: string): string {
  return word.endsWith("s") && word.length > 3 && !/[sui]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The stem of a word, with a few forms joined by hand. */
export function stemForm(word: string): string {
  const stem = porter2(word);
  return SAME_STEM.get(stem) ?? stem;
}

/** A copy that does not keep alive the long text a word was cut from. */
function detached(word: string): string {
  return ` ${word}`.slice(1);
}

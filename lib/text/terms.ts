/**
 * Words → terms: every word has an *exact* form (plural -s removed) and a *stem*.
 *
 * Two forms are kept because stems alone conflate ("general", "generate") and exact forms alone
 * miss inflections; a query puts 0.3 on the first and 0.7 on the second (docs/quality.md).
 */
import { porter2 } from "./porter2.ts";
import { enlarged, type TokenList } from "./scanner.ts";
import { STOP_WORDS } from "./stop_words.ts";
import { FULL, isPlainWord, wordsOf } from "./tokens.ts";
import { VARIANTS } from "./variants.ts";

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
  ...VARIANTS.map(([variant, word]): [string, string] => [porter2(variant), porter2(word)]),
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

/** `TermTable.single` of a token without terms: a stop word. */
export const NO_ENTRY = -1;
/** `TermTable.single` of a token with several terms. */
export const SEVERAL = -2;

const UNRESOLVED = -3;
const INITIAL_TOKENS = 4_096;

/**
 * Terms of all documents that share an index; queries look up and make nothing grow.
 *
 * Tokens are found by their hashes (see `scan`) in an open-addressing table; the terms of token t are
 * entries `starts[t] … starts[t+1]` of `stemAt`, `exactAt` and `weightAt`.
 */
export class TermTable {
  /** Exact forms. */
  readonly exact: Numbering = new Numbering();
  /** Stems, and CJK bigrams as they are. */
  readonly stems: Numbering = new Numbering();
  readonly #cjk = new Set<number>();
  /** Token number by slot, −1 where free; a power of two long. */
  #slots: Int32Array = new Int32Array(INITIAL_TOKENS * 2).fill(-1);
  #hashes: Int32Array = new Int32Array(INITIAL_TOKENS);
  #checks: Int32Array = new Int32Array(INITIAL_TOKENS);
  #tokens = 0;
  /** Stem of a token with one full entry, else `NO_ENTRY` or `SEVERAL`. */
  single: Int32Array = new Int32Array(INITIAL_TOKENS);
  /** First entry of each token, and the end of the last. */
  readonly starts: number[] = [0];
  /** Number of the stem of each entry. */
  readonly stemAt: number[] = [];
  /** Number of the exact form of each entry, `UNRESOLVED` until `resolveExact`. */
  readonly exactAt: number[] = [];
  /** Weight of each entry in halves. */
  readonly weightAt: number[] = [];

  /**
   * Numbers all words of a list at once.
   * @param numbers filled with the number of each token; entries of CJK runs are left as they are
   */
  internAll(list: TokenList, numbers: Int32Array): void {
    const { count, hashes, checks, cjk } = list;
    for (let at = 0; at < count; at++) {
      if (cjk[at] === 1) continue;
      const hash = hashes[at]!;
      const check = checks[at]!;
      const mask = this.#slots.length - 1;
      let slot = (hash ^ (hash >>> 15)) & mask;
      let number = this.#slots[slot]!;
      while (number >= 0 && (this.#hashes[number] !== hash || this.#checks[number] !== check)) {
        slot = (slot + 1) & mask;
        number = this.#slots[slot]!;
      }
      numbers[at] = number >= 0 ? number : this.#add(list.slice(at), hash, check, slot);
    }
  }

  #add(token: string, hash: number, check: number, slot: number): number {
    const number = this.#tokens++;
    if (number === this.#hashes.length) {
      this.#hashes = enlarged(this.#hashes, new Int32Array(number * 2));
      this.#checks = enlarged(this.#checks, new Int32Array(number * 2));
      this.single = enlarged(this.single, new Int32Array(number * 2));
    }
    this.#hashes[number] = hash;
    this.#checks[number] = check;
    this.#slots[slot] = number;
    const first = this.stemAt.length;
    if (isPlainWord(token)) this.#addEntry(token.toLowerCase(), FULL);
    else for (const { text, weight } of wordsOf(token)) this.#addEntry(text, weight);
    const entries = this.stemAt.length - first;
    this.starts.push(this.stemAt.length);
    this.single[number] = entries === 0
      ? NO_ENTRY
      : entries === 1 && this.weightAt[first] === FULL
      ? this.stemAt[first]!
      : SEVERAL;
    if (this.#tokens * 2 > this.#slots.length) this.#rehash();
    return number;
  }

  #addEntry(word: string, weight: number): void {
    if (STOP_WORDS.has(word)) return;
    this.stemAt.push(this.stems.intern(stemForm(word)));
    this.exactAt.push(UNRESOLVED);
    this.weightAt.push(weight);
  }

  /** Numbers the exact forms of a token; only names and descriptions need them. */
  resolveExact(number: number, token: string): void {
    let entry = this.starts[number]!;
    if (entry === this.starts[number + 1] || this.exactAt[entry] !== UNRESOLVED) return;
    for (const { text } of wordsOf(token)) {
      if (!STOP_WORDS.has(text)) this.exactAt[entry++] = this.exact.intern(exactForm(text));
    }
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#tokens; number++) {
      const hash = this.#hashes[number]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
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

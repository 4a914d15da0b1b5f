/**
 * Words at one typing error from a given one, for the repair of misspelt messages.
 */
import type { Numbering } from "../text/mod.ts";

/** Shortest word that a repair can lead to. */
const MIN_LETTERS = 4;

/** Words by first letter and length, so that a look-up compares with a few dozen words only. */
export class SpellingIndex {
  readonly #buckets = new Map<string, string[]>();

  /**
   * @param numbers numbers of the words, repeats allowed
   * @param numbering what the numbers mean
   */
  constructor(numbers: Iterable<number>, numbering: Numbering) {
    for (const number of new Set(numbers)) {
      const word = numbering.word(number);
      if (word.length < MIN_LETTERS || !/^[a-z]+$/.test(word)) continue;
      const key = bucketKey(word[0]!, word.length);
      const bucket = this.#buckets.get(key);
      if (bucket === undefined) this.#buckets.set(key, [word]);
      else bucket.push(word);
    }
  }

  /** The words at Damerau–Levenshtein distance 1 with the same first letter. */
  like(word: string): string[] {
    const found: string[] = [];
    for (let length = word.length - 1; length <= word.length + 1; length++) {
      for (const other of this.#buckets.get(bucketKey(word[0]!, length)) ?? []) {
        if (isOneErrorApart(word, other)) found.push(other);
      }
    }
    return found;
  }
}

function bucketKey(letter: string, length: number): string {
  return `${letter}${length}`;
}

/** Whether two different words are one insertion, deletion, substitution or swap apart. */
export function isOneErrorApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (
    tail < a.length - head && tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) tail++;
  const left = a.length - head - tail;
  const right = b.length - head - tail;
  if (left <= 1 && right <= 1) return true;
  return left === 2 && right === 2 && a[head] === b[head + 1] && a[head + 1] === b[head];
}

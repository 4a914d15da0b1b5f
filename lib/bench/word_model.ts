/**
 * A model of how skills are worded, learned from real ones: enough to write any number of others whose
 * vocabulary grows, and whose texts repeat themselves, as real ones do.
 */
import type { BenchSkill } from "./types.ts";

/** One part of all texts, as numbers of words. */
export interface WordedPart {
  /** Words of every skill, one after the other, in the order of the text. */
  words: Uint32Array;
  /** Where each skill's words begin in `words`, and at the end where the last one's end. */
  offsets: Uint32Array;
}

/** What was learned. */
export interface WordModel {
  /** Spelling of each numbered word: whatever stands between blanks, punctuation included. */
  spellings: string[];
  names: string[];
  descriptions: WordedPart;
  bodies: WordedPart;
  /** Distinct words of letters and digits, case aside. */
  distinct: number;
  /**
   * Exponent d of V = c·nᵈ, the growth of the number V of distinct words with the length n of a text
   * (Heaps 1978, §7.5), from the whole collection and its first half.
   */
  growth: number;
}

/** Words of letters and digits, as a text index takes them. */
const PLAIN_WORD = /[\p{L}\p{N}]+/gu;

/**
 * Learns the words of skills.
 * @throws {RangeError} when no skill has both a description and a body
 */
export function trainWordModel(skills: readonly BenchSkill[]): WordModel {
  const worded = skills.filter(({ description, body }) =>
    description.trim() !== "" && body.trim() !== ""
  );
  if (worded.length === 0) {
    throw new RangeError("a word model needs at least one skill with a description and a body");
  }
  const numbers = new Map<string, number>();
  const number = (word: string) => {
    let known = numbers.get(word);
    if (known === undefined) {
      known = numbers.size;
      numbers.set(word, known);
    }
    return known;
  };
  const part = (texts: readonly string[]): WordedPart => {
    const words: number[] = [];
    const offsets = [0];
    for (const text of texts) {
      for (const word of text.split(/\s+/)) if (word !== "") words.push(number(word));
      offsets.push(words.length);
    }
    return { words: Uint32Array.from(words), offsets: Uint32Array.from(offsets) };
  };
  const descriptions = part(worded.map(({ description }) => description));
  const bodies = part(worded.map(({ body }) => body));
  const spellings = [...numbers.keys()];
  const half = distinctWords(bodies.words.subarray(0, bodies.words.length / 2), spellings);
  const distinct = distinctWords(bodies.words, spellings);
  return {
    spellings,
    names: worded.map(({ name }) => name),
    descriptions,
    bodies,
    distinct,
    growth: Math.min(1, Math.log2(distinct / Math.max(1, half))),
  };
}

/** Number of distinct plain words. */
function distinctWords(words: Uint32Array, spellings: readonly string[]): number {
  const distinct = new Set<string>();
  for (const word of new Set(words)) {
    for (const [plain] of spellings[word]!.toLowerCase().matchAll(PLAIN_WORD)) distinct.add(plain);
  }
  return distinct.size;
}

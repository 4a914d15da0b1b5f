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
  /**
   * Share of the distinct words that occur once: the estimate of the exponent d in V = c·nᵈ, the
   * growth of the number of distinct words V with the length n of a text (Heaps' law; Pitman and Yor
   * 1997, for whose process the share tends to d).
   */
  growth: number;
}

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
  const counts: number[] = [];
  const number = (word: string) => {
    let known = numbers.get(word);
    if (known === undefined) {
      known = numbers.size;
      numbers.set(word, known);
      counts.push(0);
    }
    counts[known]!++;
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
  return {
    spellings: [...numbers.keys()],
    names: worded.map(({ name }) => name),
    descriptions,
    bodies,
    growth: counts.filter((count) => count === 1).length / counts.length,
  };
}

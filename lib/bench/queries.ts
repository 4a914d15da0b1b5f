/**
 * Messages to ask where no file of them is given.
 */
import { randomIntegers } from "../eval/mod.ts";
import type { BenchSkill } from "./types.ts";

/** Messages made at most. */
const MAX_QUERIES = 500;
/** Words taken from a description: as many as a short request has. */
const MIN_WORDS = 4;
const MAX_WORDS = 12;
/** Characters taken from a description that is written without blanks. */
const UNSPACED_CHARACTERS = 24;
/** Any fixed state: the same skills give the same messages. */
const SEED = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344] as const;

/**
 * A message for each skill, or for evenly spread ones of a large library: some words in a row out of
 * its description. The same skills give the same messages.
 */
export function queriesFromDescriptions(skills: readonly BenchSkill[]): string[] {
  const next = randomIntegers(SEED);
  const below = (limit: number) => next() % limit;
  const described = skills.filter(({ description }) => description.trim() !== "");
  const count = Math.min(MAX_QUERIES, described.length);
  return Array.from({ length: count }, (_, at) => {
    const { description } = described[Math.floor((at * described.length) / count)]!;
    const words = description.trim().split(/\s+/);
    if (words.length < MIN_WORDS) return description.trim().slice(0, UNSPACED_CHARACTERS);
    const length = Math.min(words.length, MIN_WORDS + below(MAX_WORDS - MIN_WORDS + 1));
    const start = below(words.length - length + 1);
    return words.slice(start, start + length).join(" ");
  });
}

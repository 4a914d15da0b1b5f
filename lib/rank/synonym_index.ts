/**
 * The synonym layer of Eagle Eye: keys of a message → skills (EE-42…44).
 */
import { type Ranking, selectTop } from "../index/mod.ts";
import type { FoundKey, SynonymKeys } from "./synonym_keys.ts";

/** Weight of a token of a synonym (EE-41). */
export const TOKEN_WEIGHT = 1;
/** Weight of a whole synonym (EE-41). */
export const PHRASE_WEIGHT = 1.5;
/** Factor for a key that the raw message holds (EE-43). */
const CONTAINED_FACTOR = 2;

/** Weights of keys (EE-44: settings of their own). */
export interface KeyWeights {
  /** @default 1 */
  token: number;
  /** @default 1.5 */
  phrase: number;
}

/** A skill that a concept stands for. */
export interface ConceptSkill {
  position: number;
  /** How much of the weights it gets, 0…1: 1 for what was written for this very skill. */
  strength: number;
}

/** Keys together with the skills of their concepts. */
export interface ConceptSource {
  keys: SynonymKeys;
  /** Skills of a concept, by ascending position. */
  skills(concept: number): readonly ConceptSkill[];
  /** Whether a key was taken out for one skill. @default nothing was */
  removed?: (position: number, key: string) => boolean;
}

/** What a key of a message brings to one skill. */
export interface KeyContribution {
  key: string;
  score: number;
}

/** The synonyms of a selection of skills. */
export class SynonymIndex {
  readonly #size: number;
  readonly #sources: readonly ConceptSource[];
  readonly #weights: KeyWeights;
  readonly #scores: Float64Array;
  readonly #touched: Uint32Array;

  /**
   * @param size number of skills
   * @param sources user's synonyms, the dictionary, …
   */
  constructor(
    size: number,
    sources: readonly ConceptSource[],
    weights: KeyWeights = { token: TOKEN_WEIGHT, phrase: PHRASE_WEIGHT },
  ) {
    this.#size = size;
    this.#sources = sources;
    this.#weights = weights;
    this.#scores = new Float64Array(size);
    this.#touched = new Uint32Array(size);
  }

  /**
   * Ranks skills for a message: Σ over keys of weights · (times · idf(key) + 2 where contained).
   * @param idf weight of a key by its rarity; `reached` is the number of skills it leads to
   * @param limit most positions returned; equal scores keep the order of positions (EE-34)
   */
  rank(text: string, idf: (key: string, reached: number) => number, limit: number): Ranking {
    const scores = this.#scores;
    const touched = this.#touched;
    let count = 0;
    this.#contribute(text, idf, (position, score) => {
      if (scores[position] === 0) touched[count++] = position;
      scores[position]! += score;
    });
    const ranking = selectTop(scores, touched, count, limit);
    for (let at = 0; at < count; at++) scores[touched[at]!] = 0;
    return ranking;
  }

  /** What the keys of a message bring to one skill, in the order they were found. */
  contributions(
    text: string,
    idf: (key: string, reached: number) => number,
    position: number,
  ): KeyContribution[] {
    const byKey = new Map<string, number>();
    this.#contribute(text, idf, (skill, score, { key }) => {
      if (skill === position) byKey.set(key, (byKey.get(key) ?? 0) + score);
    });
    return [...byKey].map(([key, score]) => ({ key: key.trim(), score }));
  }

  /** The keys of a message that lead to skills, with the number of those. */
  found(text: string): { key: string; reached: number }[] {
    const keys = new Map<string, number>();
    for (const source of this.#sources) {
      for (const { key } of source.keys.find(text)) {
        const reached = reachedBy(source, key, this.#size);
        if (reached > 0) keys.set(key.trim(), Math.max(keys.get(key.trim()) ?? 0, reached));
      }
    }
    return [...keys].map(([key, reached]) => ({ key, reached }));
  }

  #contribute(
    text: string,
    idf: (key: string, reached: number) => number,
    add: (position: number, score: number, found: FoundKey) => void,
  ): void {
    const { token, phrase } = this.#weights;
    for (const source of this.#sources) {
      for (const found of source.keys.find(text)) {
        const { key, times, contained } = found;
        const value = times * idf(key, reachedBy(source, key, this.#size)) +
          (contained ? CONTAINED_FACTOR : 0);
        for (const { concept, tokens, wholes } of source.keys.entries(key)) {
          const score = (tokens * token + wholes * phrase) * value;
          if (score <= 0) continue;
          for (const { position, strength } of source.skills(concept)) {
            if (source.removed?.(position, key) === true) continue;
            add(position, score * strength, found);
          }
        }
      }
    }
  }
}

/** Number of skills that a key leads to; one that several concepts lead to counts again. */
function reachedBy({ keys, skills }: ConceptSource, key: string, size: number): number {
  let reached = 0;
  for (const { concept } of keys.entries(key)) reached += skills(concept).length;
  return Math.min(reached, size);
}

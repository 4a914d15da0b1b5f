/**
 * The text layer of Eagle Eye: saturated term frequency with a bonus for direct matches
 * (EE-30…34). No length normalisation, no stems; synonyms never enter it.
 */
import { selectTop } from "../index/mod.ts";
import type { Ranking } from "../index/mod.ts";
import { isCjkRun, STOP_WORDS } from "../text/mod.ts";
import { ln } from "./math.ts";

/** Saturation of term frequency: tf / (tf + 1.5) (EE-33). */
const SATURATION = 1.5;
/** Share of idf that a direct match brings (EE-33). */
const DIRECT_SHARE = 0.5;
/** idf of a token that no document holds (EE-32). */
const UNKNOWN_IDF = 1;
/** Fewest letters of a word that may match inside another: shorter ones do by chance. */
const DIRECT_LETTERS = 4;
/** Tokens whose direct matches are remembered; then all are forgotten at once. */
const MAX_REMEMBERED = 4_096;

/** A skill as the text layer takes it. */
export interface TextDocument {
  /** Tokens of name and description. */
  tokens: readonly string[];
  /** Name and description as one text, folded as the tokens are. */
  text: string;
}

/** Documents that hold a token. */
interface TokenPostings {
  positions: number[];
  frequencies: number[];
}

/** Whether a token may match inside a word: CJK, or a longer word that carries meaning. */
export function mayMatchDirectly(token: string): boolean {
  return isCjkRun(token) || (token.length >= DIRECT_LETTERS && !STOP_WORDS.has(token));
}

/** idf(t) = ln((n + 1) / (df + 1)) + 1 (EE-32). */
export function smoothIdf(documents: number, documentFrequency: number): number {
  return ln((documents + 1) / (documentFrequency + 1)) + 1;
}

/** An index over the names and descriptions of skills. */
export class TextIndex {
  /** Number of documents. */
  readonly size: number;
  readonly #postings = new Map<string, TokenPostings>();
  readonly #words: WordIndex;
  readonly #direct: (token: string) => boolean;
  readonly #remembered = new Map<string, readonly number[]>();
  readonly #scores: Float64Array;
  readonly #touched: Uint32Array;

  /**
   * @param documents by position
   * @param direct which tokens get the bonus for direct matches
   */
  constructor(
    documents: readonly TextDocument[],
    direct: (token: string) => boolean = mayMatchDirectly,
  ) {
    this.size = documents.length;
    this.#direct = direct;
    this.#scores = new Float64Array(documents.length);
    this.#touched = new Uint32Array(documents.length);
    documents.forEach(({ tokens }, position) => {
      for (const token of tokens) this.#add(token, position);
    });
    this.#words = new WordIndex(documents);
  }

  /** Distinct tokens and (token, document) pairs. */
  get figures(): { terms: number; postings: number } {
    let postings = 0;
    for (const { positions } of this.#postings.values()) postings += positions.length;
    return { terms: this.#postings.size, postings };
  }

  /** Number of documents that hold a token. */
  documentFrequency(token: string): number {
    return this.#postings.get(token)?.positions.length ?? 0;
  }

  /** idf of a token; 1 when no document holds it (EE-32). */
  idf(token: string): number {
    const frequency = this.documentFrequency(token);
    return frequency === 0 ? UNKNOWN_IDF : smoothIdf(this.size, frequency);
  }

  /** idf of something that `documents` of the skills have. */
  rarity(documents: number): number {
    return smoothIdf(this.size, documents);
  }

  /**
   * Ranks documents for the tokens of a message; repeats count again (EE-31).
   * @param limit most positions returned; equal scores keep the order of positions (EE-34)
   */
  rank(tokens: readonly string[], limit: number): Ranking {
    const scores = this.#scores;
    const touched = this.#touched;
    let count = 0;
    const add = (position: number, score: number) => {
      if (scores[position] === 0) touched[count++] = position;
      scores[position]! += score;
    };
    for (const text of tokens) {
      const idf = this.idf(text);
      const postings = this.#postings.get(text);
      if (postings !== undefined) {
        const { positions, frequencies } = postings;
        for (let at = 0; at < positions.length; at++) {
          add(positions[at]!, idf * saturated(frequencies[at]!));
        }
      }
      for (const position of this.#directMatches(text)) add(position, idf * DIRECT_SHARE);
    }
    const ranking = selectTop(scores, touched, count, limit);
    for (let at = 0; at < count; at++) scores[touched[at]!] = 0;
    return ranking;
  }

  /** What each token brings to one document, in order. */
  contributions(tokens: readonly string[], position: number): number[] {
    return tokens.map((text) => {
      const postings = this.#postings.get(text);
      const at = postings?.positions.indexOf(position) ?? -1;
      const direct = this.#directMatches(text).includes(position) ? DIRECT_SHARE : 0;
      const frequency = at < 0 ? 0 : saturated(postings!.frequencies[at]!);
      return this.idf(text) * (frequency + direct);
    });
  }

  #add(token: string, position: number): void {
    const known = this.#postings.get(token);
    if (known === undefined) {
      this.#postings.set(token, { positions: [position], frequencies: [1] });
      return;
    }
    const last = known.positions.length - 1;
    if (known.positions[last] === position) known.frequencies[last]!++;
    else {
      known.positions.push(position);
      known.frequencies.push(1);
    }
  }

  /** Positions of the documents whose text holds a token as a piece. */
  #directMatches(token: string): readonly number[] {
    if (!this.#direct(token)) return [];
    let matches = this.#remembered.get(token);
    if (matches === undefined) {
      matches = this.#words.holding(token);
      if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
      this.#remembered.set(token, matches);
    }
    return matches;
  }
}

function saturated(frequency: number): number {
  return frequency / (frequency + SATURATION);
}

/**
 * The distinct words of all texts, one below the other, to find those that hold a token: a tenth of
 * what the texts together have.
 */
class WordIndex {
  readonly #documents: readonly TextDocument[];
  #haystack: string | null = null;
  /** Start of each word in the haystack, ascending. */
  #starts: number[] = [];
  /** Documents of each word. */
  #positions: number[][] = [];

  constructor(documents: readonly TextDocument[]) {
    this.#documents = documents;
  }

  /** Ascending positions of the documents with a word that holds `token`. */
  holding(token: string): number[] {
    const haystack = this.#haystack ?? this.#collect();
    const found = new Set<number>();
    let at = haystack.indexOf(token);
    while (at >= 0) {
      const word = this.#wordAt(at);
      for (const position of this.#positions[word]!) found.add(position);
      const next = this.#starts[word + 1];
      if (next === undefined) break;
      at = haystack.indexOf(token, next);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** Number of the word that a place of the haystack lies in. */
  #wordAt(at: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #collect(): string {
    const positionsOf = new Map<string, number[]>();
    this.#documents.forEach(({ text }, position) => {
      for (const word of text.split(/\s+/)) {
        if (word === "") continue;
        const positions = positionsOf.get(word);
        if (positions === undefined) positionsOf.set(word, [position]);
        else if (positions.at(-1) !== position) positions.push(position);
      }
    });
    let start = 0;
    for (const [word, positions] of positionsOf) {
      this.#starts.push(start);
      this.#positions.push(positions);
      start += word.length + 1;
    }
    return this.#haystack = [...positionsOf.keys()].join("\n");
  }
}

/**
 * Ranker of preset `bm25`: Okapi BM25 over one field, exactly spec SR §§3–4.
 */
import {
  type CollectionStatistics,
  type DocumentSource,
  type IndexFigures,
  invert,
  type Postings,
  type Ranking,
  selectTop,
  type TermFrequencies,
} from "../index/mod.ts";
import { bodyCjkRuns, compatTokens } from "../text/mod.ts";
import { ln } from "./math.ts";

/** Saturation of term frequency (SR-8). */
export const K1 = 1.5;
/** Weight of document length (SR-8). */
export const B = 0.75;

/**
 * Text that is indexed for a skill (SR-20, SR-21).
 * @param body text after the front matter, of which only CJK runs count; null where it is not read
 */
export function compatDocumentText(source: DocumentSource, body: string | null): string {
  let text = `${source.name}: ${source.description}`;
  if (source.triggers.length > 0) text += ` triggers: ${source.triggers.join(" ")}`;
  if (source.tags.length > 0) text += ` tags: ${source.tags.join(" ")}`;
  const runs = body === null ? "" : bodyCjkRuns(body);
  if (runs !== "") text += ` ${runs}`;
  return text;
}

/** idf(t) = ln(1 + (N − df + 0.5)/(df + 0.5)) (SR-41). */
export function inverseDocumentFrequency(documentCount: number, documentFrequency: number): number {
  return ln(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** Numbers the terms of all documents that share an index. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();

  /** Number of distinct terms. */
  get size(): number {
    return this.#numbers.size;
  }

  /** The number of a term, new when it was unknown. */
  intern(term: string): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(term, number);
    }
    return number;
  }

  /** All terms with their numbers. */
  entries(): IterableIterator<[string, number]> {
    return this.#numbers.entries();
  }

  /** The number of a term, or undefined. */
  find(term: string): number | undefined {
    return this.#numbers.get(term);
  }
}

/** Analyses a text for the index: distinct terms, counts, length in tokens. */
export function analyseCompat(text: string, numbers: TermNumbers): TermFrequencies {
  const tokens = compatTokens(text);
  const counts = new Map<number, number>();
  for (const token of tokens) {
    const number = numbers.intern(token);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return {
    terms: Uint32Array.from(counts.keys()),
    frequencies: Uint16Array.from(counts.values()),
    length: tokens.length,
  };
}

/** An index of preset `bm25`: term weights are computed once, a query only adds. */
export class Bm25Index {
  readonly #numbers: TermNumbers;
  readonly #postings: Postings;
  readonly #weights: Float64Array;
  readonly #scores: Float64Array;
  readonly #touched: Uint32Array;
  readonly #queryOfTerm: Uint32Array;
  #query = 0;
  readonly figures: IndexFigures;

  /**
   * @param documents analysed documents by position
   * @param numbers the numbering they were analysed with
   * @param statistics of the collection; by default those of `documents`
   */
  constructor(
    documents: readonly TermFrequencies[],
    numbers: TermNumbers,
    statistics?: (own: CollectionStatistics) => CollectionStatistics,
  ) {
    this.#numbers = numbers;
    this.#postings = invert(documents, numbers.size);
    const { offsets, lengths } = this.#postings;
    const own: CollectionStatistics = {
      documentCount: documents.length,
      averageLength: documents.length === 0 ? 0 : sum(lengths) / documents.length,
      documentFrequency: (term) => {
        const number = numbers.find(term);
        return number === undefined ? 0 : offsets[number + 1]! - offsets[number]!;
      },
    };
    this.#weights = weigh(
      this.#postings,
      statistics === undefined ? own : statistics(own),
      numbers,
    );
    this.#scores = new Float64Array(documents.length);
    this.#touched = new Uint32Array(documents.length);
    this.#queryOfTerm = new Uint32Array(numbers.size);
    let terms = 0;
    for (let term = 0; term < numbers.size; term++) {
      if (offsets[term + 1]! > offsets[term]!) terms++;
    }
    this.figures = { documents: documents.length, terms, postings: this.#weights.length };
  }

  /**
   * Ranks all documents for a text (SR-42, SR-43).
   * @param limit most hits returned
   */
  rank(text: string, limit: number): Ranking {
    const { offsets, documents } = this.#postings;
    const scores = this.#scores;
    const touched = this.#touched;
    const query = ++this.#query;
    let count = 0;
    for (const token of compatTokens(text)) {
      const term = this.#numbers.find(token);
      // Terms numbered after this index was built belong to no document of it.
      if (term === undefined || term >= this.#queryOfTerm.length) continue;
      if (this.#queryOfTerm[term] === query) continue;
      this.#queryOfTerm[term] = query;
      const end = offsets[term + 1]!;
      for (let at = offsets[term]!; at < end; at++) {
        const position = documents[at]!;
        if (scores[position] === 0) touched[count++] = position;
        scores[position]! += this.#weights[at]!;
      }
    }
    const ranking = selectTop(scores, touched, count, limit);
    for (let at = 0; at < count; at++) scores[touched[at]!] = 0;
    return ranking;
  }

  /** Distinct query terms in order, with the number of documents that hold them. */
  queryTerms(text: string): { term: string; documents: number }[] {
    const { offsets } = this.#postings;
    return [...new Set(compatTokens(text))].map((token) => {
      const term = this.#numbers.find(token);
      const known = term !== undefined && term < this.#queryOfTerm.length;
      return { term: token, documents: known ? offsets[term + 1]! - offsets[term]! : 0 };
    });
  }

  /** Contribution of every query term to one document, in query order. */
  explain(text: string, position: number): { term: string; score: number }[] {
    const { offsets, documents } = this.#postings;
    const parts: { term: string; score: number }[] = [];
    for (const token of new Set(compatTokens(text))) {
      const term = this.#numbers.find(token);
      if (term === undefined || term >= this.#queryOfTerm.length) continue;
      for (let at = offsets[term]!; at < offsets[term + 1]!; at++) {
        if (documents[at] === position) parts.push({ term: token, score: this.#weights[at]! });
      }
    }
    return parts;
  }
}

/** Weight of every posting: idf · tf·(k1+1) / (tf + k1·(1 − b + b·dl/avgdl)) (SR-41). */
function weigh(
  postings: Postings,
  statistics: CollectionStatistics,
  numbers: TermNumbers,
): Float64Array {
  const { offsets, documents, frequencies, lengths } = postings;
  const weights = new Float64Array(documents.length);
  const norms = Float64Array.from(
    lengths,
    (length) => K1 * (1 - B + (B * length) / (statistics.averageLength || 1)),
  );
  for (const [term, number] of numbers.entries()) {
    const start = offsets[number]!;
    const end = offsets[number + 1]!;
    if (start === end) continue;
    const idf = inverseDocumentFrequency(
      statistics.documentCount,
      statistics.documentFrequency(term),
    );
    for (let at = start; at < end; at++) {
      const frequency = frequencies[at]!;
      weights[at] = (idf * frequency * (K1 + 1)) / (frequency + norms[documents[at]!]!);
    }
  }
  return weights;
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/**
 * The scores of all documents for one query, field by field. The arrays are allocated once per index
 * and cleared after each query by the list of what was touched.
 */
import { buildFieldPostings, type FieldParameters, type FieldPostings } from "./field_postings.ts";
import type { FieldsAnalyser, FieldsDocument, FieldTerms } from "./fields_document.ts";
import type { QueryTerm } from "./fields_query.ts";

/** Fields that score, in the order of `FieldScores.fields`. */
export type FieldName = "description" | "name" | "body" | "lead" | "whole";

/** One field with its scores. */
export interface ScoredField {
  name: FieldName;
  stems: FieldPostings;
  /** Exact forms, in the short fields. */
  exact: FieldPostings | null;
  /** Score by document position. */
  scores: Float64Array;
  /** Best score so far: weights are positive, so that partial sums never exceed it. */
  best: number;
}

/** BM25 parameters by field (quality.md; b of the description by docs/quality.md). */
const PARAMETERS = {
  description: { k1: 1.2, b: 0.12, cjkThreshold: 1 },
  name: { k1: 1.5, b: 0.6, cjkThreshold: 1 },
  body: { k1: 2.5, b: 0.5, cjkThreshold: 21 },
  lead: { k1: 1.2, b: 0.5, cjkThreshold: 21 },
  whole: { k1: 2.5, b: 0.5, cjkThreshold: 21 },
  negative: { k1: 1.2, b: 0.3, cjkThreshold: 1 },
} as const satisfies Record<string, FieldParameters>;

const EMPTY_FIELD: FieldTerms = {
  terms: new Uint32Array(0),
  frequencies: new Uint16Array(0),
  length: 0,
  cjkTokens: 0,
};

/** Postings of every field, and the accumulators of the query in progress. */
export class FieldScores {
  readonly fields: readonly ScoredField[];
  /** Matches in negative clauses. */
  readonly negative: FieldPostings;
  readonly negativeScores: Float64Array;
  /** Positions touched by the query in progress; the first `touchedCount` count. */
  readonly touched: Uint32Array;
  touchedCount = 0;
  readonly #isTouched: Uint8Array;

  constructor(analyser: FieldsAnalyser, documents: readonly FieldsDocument[]) {
    const { stems, exact } = analyser.table;
    const { without } = analyser;
    const countedApart = !without.has("cjk-statistics");
    const isCjk = (term: number) => countedApart && analyser.table.isCjkStem(term);
    const field = (
      name: FieldName,
      stemField: (document: FieldsDocument) => FieldTerms,
      exactField?: (document: FieldsDocument) => FieldTerms,
    ): ScoredField => ({
      name,
      stems: buildFieldPostings(
        without.has(name) ? [] : documents.map(stemField),
        stems.size,
        PARAMETERS[name],
        isCjk,
      ),
      exact: exactField === undefined || without.has(name) ? null : buildFieldPostings(
        documents.map(exactField),
        exact.size,
        PARAMETERS[name],
        () => false,
      ),
      scores: new Float64Array(documents.length),
      best: 0,
    });
    this.fields = [
      field("description", ({ nd }) => nd, ({ ndExact }) => ndExact),
      field("name", ({ name }) => name, ({ nameExact }) => nameExact),
      field("body", ({ body }) => body ?? EMPTY_FIELD),
      field("lead", ({ lead }) => lead ?? EMPTY_FIELD),
      field("whole", ({ whole }) => whole),
    ];
    this.negative = buildFieldPostings(
      documents.map(({ negative }) => negative),
      stems.size,
      PARAMETERS.negative,
      isCjk,
    );
    this.negativeScores = new Float64Array(documents.length);
    this.touched = new Uint32Array(documents.length);
    this.#isTouched = new Uint8Array(documents.length);
  }

  /** Adds a term to the scores of all documents that hold it. */
  add(term: QueryTerm): void {
    for (const field of this.fields) {
      const { stems, exact, scores } = field;
      const short = field.name === "description" || field.name === "name";
      if (term.shallow && !short) continue;
      const stemWeight = exact === null ? term.stemWeight + term.exactWeight : term.stemWeight;
      const best = this.#addRow(stems, term.stem, stemWeight, scores);
      if (best > field.best) field.best = best;
      if (exact === null) continue;
      const bestExact = this.#addRow(exact, term.exact, term.exactWeight, scores);
      if (bestExact > field.best) field.best = bestExact;
    }
    if (term.from === null) {
      const weight = term.stemWeight + term.exactWeight;
      this.#addRow(this.negative, term.stem, weight, this.negativeScores);
    }
  }

  /** Ends the query in progress. */
  clear(): void {
    const { touched, touchedCount } = this;
    const arrays = [this.#isTouched, this.negativeScores];
    for (const field of this.fields) {
      arrays.push(field.scores);
      field.best = 0;
    }
    // Clearing whole arrays is faster once a good part of them is touched.
    const whole = touchedCount * 4 > touched.length;
    for (const array of arrays) {
      if (whole) array.fill(0);
      else for (let at = 0; at < touchedCount; at++) array[touched[at]!] = 0;
    }
    this.touchedCount = 0;
  }

  /** What one query term adds to one document in one field. */
  contribution({ stems, exact, name }: ScoredField, term: QueryTerm, position: number): number {
    if (term.shallow && name !== "description" && name !== "name") return 0;
    if (exact === null) {
      return impactAt(stems, term.stem, position) * (term.stemWeight + term.exactWeight);
    }
    return impactAt(stems, term.stem, position) * term.stemWeight +
      impactAt(exact, term.exact, position) * term.exactWeight;
  }

  /** Adds one row of postings; returns the best score it led to. */
  #addRow(
    postings: FieldPostings,
    term: number,
    weight: number,
    scores: Float64Array,
  ): number {
    const { offsets, documents, impacts } = postings;
    if (term < 0 || weight === 0 || term + 1 >= offsets.length) return 0;
    const end = offsets[term + 1]!;
    const touched = this.touched;
    const isTouched = this.#isTouched;
    let count = this.touchedCount;
    let best = 0;
    for (let at = offsets[term]!; at < end; at++) {
      const position = documents[at]!;
      if (isTouched[position] === 0) {
        isTouched[position] = 1;
        touched[count++] = position;
      }
      const score = scores[position]! + impacts[at]! * weight;
      scores[position] = score;
      if (score > best) best = score;
    }
    this.touchedCount = count;
    return best;
  }
}

/** Impact of a term on a document, 0 when it does not hold the term: a binary search in the row. */
export function impactAt(postings: FieldPostings, term: number, position: number): number {
  const { offsets, documents, impacts } = postings;
  if (term < 0 || term + 1 >= offsets.length) return 0;
  let low = offsets[term]!;
  let high = offsets[term + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low < offsets[term + 1]! && documents[low] === position ? impacts[low]! : 0;
}

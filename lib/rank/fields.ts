/**
 * The `fields` ranker: BM25 per field, a convex sum of the fields, a phrase bonus, and the evidence
 * that the gate decides by (quality.md; constants tuned on the sets named in docs/quality.md).
 */
import { type IndexFigures, selectTop } from "../index/mod.ts";
import { NO_TERM } from "../text/mod.ts";
import { buildFieldPostings, type FieldParameters, type FieldPostings } from "./field_postings.ts";
import type { FieldsAnalyser, FieldsDocument, FieldTerms } from "./fields_document.ts";
import { analyseQuery, type FieldsQuery } from "./fields_query.ts";
import { ln, log2 } from "./math.ts";
import type {
  Query,
  QueryDescription,
  RankedDocument,
  RankingAnswer,
  RankingIndex,
  RankingLimits,
} from "./model.ts";
import type { Evidence } from "./types.ts";

/** BM25 parameters by field. */
const PARAMETERS = {
  description: { k1: 1.2, b: 0.18, cjkThreshold: 1 },
  name: { k1: 1.5, b: 0.6, cjkThreshold: 1 },
  body: { k1: 2.5, b: 0.5, cjkThreshold: 21 },
  lead: { k1: 1.2, b: 0.5, cjkThreshold: 21 },
  whole: { k1: 2.5, b: 0.5, cjkThreshold: 21 },
  negative: { k1: 1.2, b: 0.3, cjkThreshold: 1 },
} as const satisfies Record<string, FieldParameters>;

/** Weights of the fields in the convex sum; each field is first divided by its best score. */
const NAME_WEIGHT = 0.3;
const BODY_WEIGHT = 0.75;
const LEAD_WEIGHT = 0.15;
const WHOLE_WEIGHT = 0.6;
/** Weight of matches in negative clauses, on the scale of the description. */
const NEGATIVE_WEIGHT = 0.1;
/** Weight of matching adjacent pairs, on the scale of the description. */
const PHRASE_WEIGHT = 0.5;
/** Documents, best first, that are looked at for the phrase bonus. */
const PHRASE_DEPTH = 64;
/** Messages up to this many unique terms lean on bodies by no more than the plain weights. */
const LONG_QUERY_TERMS = 16;
/** Growth of body weights with the message, per doubling of its unique terms. */
const LONG_QUERY_GROWTH = 0.5;

type FieldName = "description" | "name" | "body" | "lead" | "whole";

interface Field {
  name: FieldName;
  stems: FieldPostings;
  exact: FieldPostings | null;
  scores: Float64Array;
}

const EMPTY_FIELD: FieldTerms = {
  terms: new Uint32Array(0),
  frequencies: new Uint16Array(0),
  length: 0,
  cjkTokens: 0,
};

/** Index of preset `default`. */
export class FieldsIndex implements RankingIndex {
  readonly figures: IndexFigures;
  readonly #analyser: FieldsAnalyser;
  readonly #documents: readonly FieldsDocument[];
  readonly #fields: Field[];
  readonly #negative: FieldPostings;
  readonly #negativeScores: Float64Array;
  readonly #scores: Float64Array;
  readonly #touched: Uint32Array;
  readonly #isTouched: Uint8Array;
  readonly #logSize: number;

  constructor(analyser: FieldsAnalyser, documents: readonly FieldsDocument[]) {
    this.#analyser = analyser;
    this.#documents = documents;
    const { stems, exact } = analyser.table;
    const countedApart = !analyser.without.has("cjk-statistics");
    const isCjk = (term: number) => countedApart && analyser.table.isCjkStem(term);
    const field = (
      name: FieldName,
      stemField: (document: FieldsDocument) => FieldTerms,
      exactField?: (document: FieldsDocument) => FieldTerms,
    ): Field => ({
      name,
      stems: buildFieldPostings(documents.map(stemField), stems.size, PARAMETERS[name], isCjk),
      exact: exactField === undefined ? null : buildFieldPostings(
        documents.map(exactField),
        exact.size,
        PARAMETERS[name],
        () => false,
      ),
      scores: new Float64Array(documents.length),
    });
    this.#fields = [
      field("description", (document) => document.nd, (document) => document.ndExact),
      field("name", (document) => document.name, (document) => document.nameExact),
      field("body", (document) => document.body ?? EMPTY_FIELD),
      field("lead", (document) => document.lead ?? EMPTY_FIELD),
      field("whole", (document) => document.whole),
    ];
    this.#negative = buildFieldPostings(
      documents.map((document) => document.negative),
      stems.size,
      PARAMETERS.negative,
      isCjk,
    );
    this.#negativeScores = new Float64Array(documents.length);
    this.#scores = new Float64Array(documents.length);
    this.#touched = new Uint32Array(documents.length);
    this.#isTouched = new Uint8Array(documents.length);
    this.#logSize = ln(1 + Math.max(1, documents.length));
    const { offsets } = this.#fields[2]!.stems;
    let terms = 0;
    for (let term = 0; term + 1 < offsets.length; term++) if (this.#holds(term)) terms++;
    this.figures = {
      documents: documents.length,
      terms,
      postings: this.#fields.reduce((sum, { stems }) => sum + stems.documents.length, 0),
    };
  }

  rank(query: Query, limits: RankingLimits): RankingAnswer {
    const analysed = this.#analyse(query.text);
    const touched = this.#accumulate(analysed);
    const [nd, name, body, lead, whole] = this.#fields as [Field, Field, Field, Field, Field];
    const best = this.#fields.map(({ scores }) => this.#maximum(scores, touched));
    const growth = 1 + LONG_QUERY_GROWTH * log2(Math.max(1, analysed.ownTerms / LONG_QUERY_TERMS));
    const scale = best.map((value) => (value > 0 ? 1 / value : 0));
    const ndScale = scale[0]!;
    const scores = this.#scores;
    for (let at = 0; at < touched; at++) {
      const position = this.#touched[at]!;
      const sum = nd.scores[position]! * ndScale +
        NAME_WEIGHT * name.scores[position]! * scale[1]! +
        BODY_WEIGHT * growth * body.scores[position]! * scale[2]! +
        LEAD_WEIGHT * growth * lead.scores[position]! * scale[3]! +
        WHOLE_WEIGHT * whole.scores[position]! * scale[4]!;
      const negative = this.#negativeScores[position]!;
      scores[position] = negative > 0 && ndScale > 0
        ? Math.max(1e-9, sum - NEGATIVE_WEIGHT * negative * ndScale)
        : sum;
    }
    let ranking = selectTop(
      scores,
      this.#touched,
      touched,
      Math.max(limits.results, limits.pool, PHRASE_DEPTH),
    );
    ranking = this.#addPhrases(analysed, ranking.positions, ndScale);
    const hits = ranking.positions.slice(0, limits.results).map((position, at): RankedDocument => ({
      position,
      score: ranking.scores[at]!,
      confidence: this.#confidence(position),
    }));
    const confidence = hits.length === 0 ? 0 : hits[0]!.confidence!;
    const injected = this.#choose(hits.slice(0, limits.pool), limits);
    this.#clear(touched);
    return { hits, confidence, injected };
  }

  evidence(query: Query, position: number): Evidence[] {
    const analysed = this.#analyse(query.text);
    return this.#fields.map(({ name, stems, exact }): Evidence => {
      const terms = analysed.terms.map((term) => {
        const score = impactOf(stems, term.stem, position) * term.stemWeight +
          (exact === null ? 0 : impactOf(exact, term.exact, position) * term.exactWeight);
        return {
          term: this.#analyser.table.stems.word(term.stem),
          score: term.shallow && exact === null ? 0 : score,
          ...(term.from === null ? {} : { from: term.from }),
        };
      }).filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
      return { field: name, score: terms.reduce((sum, { score }) => sum + score, 0), terms };
    }).filter(({ terms }) => terms.length > 0);
  }

  describeQuery(query: Query): QueryDescription {
    const analysed = this.#analyse(query.text);
    return {
      terms: analysed.terms.map((term) => ({
        term: this.#analyser.table.stems.word(term.stem),
        weight: term.stemWeight + term.exactWeight,
        ...(term.from === null ? {} : { from: term.from }),
        documents: this.#documentFrequency(term.stem),
      })),
      notes: [],
    };
  }

  #analyse(text: string): FieldsQuery {
    return analyseQuery(text, this.#analyser, { holdsStem: (stem) => this.#holds(stem) });
  }

  #holds(stem: number): boolean {
    return this.#documentFrequency(stem) > 0;
  }

  #documentFrequency(stem: number): number {
    if (stem < 0) return 0;
    let most = 0;
    for (const at of [0, 2]) {
      const { offsets } = this.#fields[at]!.stems;
      if (stem + 1 < offsets.length) most = Math.max(most, offsets[stem + 1]! - offsets[stem]!);
    }
    return most;
  }

  /** Adds up all fields; returns how many documents were touched. */
  #accumulate(query: FieldsQuery): number {
    let touched = 0;
    const touchedList = this.#touched;
    const isTouched = this.#isTouched;
    const add = (postings: FieldPostings, term: number, weight: number, scores: Float64Array) => {
      const { offsets, documents, impacts } = postings;
      if (term < 0 || weight === 0 || term + 1 >= offsets.length) return;
      const end = offsets[term + 1]!;
      for (let at = offsets[term]!; at < end; at++) {
        const position = documents[at]!;
        if (isTouched[position] === 0) {
          isTouched[position] = 1;
          touchedList[touched++] = position;
        }
        scores[position]! += impacts[at]! * weight;
      }
    };
    for (const term of query.terms) {
      for (const { stems, exact, scores } of this.#fields) {
        if (exact === null && term.shallow) continue;
        const stemWeight = exact === null ? term.stemWeight + term.exactWeight : term.stemWeight;
        add(stems, term.stem, stemWeight, scores);
        if (exact !== null) add(exact, term.exact, term.exactWeight, scores);
      }
      if (term.from === null) {
        add(this.#negative, term.stem, term.stemWeight + term.exactWeight, this.#negativeScores);
      }
    }
    return touched;
  }

  #maximum(scores: Float64Array, touched: number): number {
    let best = 0;
    for (let at = 0; at < touched; at++) {
      const score = scores[this.#touched[at]!]!;
      if (score > best) best = score;
    }
    return best;
  }

  /** Adds the phrase bonus to the best documents and sorts them again. */
  #addPhrases(query: FieldsQuery, positions: readonly number[], ndScale: number) {
    const pairs = adjacentPairs(query.sequence);
    const { idf } = this.#fields[0]!.stems;
    const rescored = positions.map((position, at) => {
      let bonus = 0;
      if (pairs.length > 0 && at < PHRASE_DEPTH) {
        const { sequence } = this.#documents[position]!;
        for (const [first, second] of pairs) {
          if (holdsPair(sequence, first, second)) bonus += Math.sqrt(idf[first]! * idf[second]!);
        }
      }
      return { position, score: this.#scores[position]! + PHRASE_WEIGHT * bonus * ndScale };
    });
    rescored.sort((a, b) => b.score - a.score || a.position - b.position);
    return {
      positions: rescored.map(({ position }) => position),
      scores: rescored.map(({ score }) => score),
    };
  }

  #confidence(position: number): number {
    const evidence = (this.#fields[0]!.scores[position]! +
      0.5 * this.#fields[2]!.scores[position]!) / this.#logSize;
    return evidence / (evidence + 1.8);
  }

  #choose(hits: readonly RankedDocument[], limits: RankingLimits): number[] {
    if (!limits.gate) return hits.slice(0, limits.inject).map(({ position }) => position);
    if (hits.length === 0 || hits[0]!.confidence! < 0.525) return [];
    const first = hits[0]!.confidence!;
    const evidence = (confidence: number) => 1.8 * confidence / (1 - confidence);
    return hits.slice(0, 5).filter(({ confidence }) =>
      confidence! >= 0.45 && evidence(confidence!) >= 0.6 * evidence(first)
    ).slice(0, limits.inject).map(({ position }) => position);
  }

  #clear(touched: number): void {
    for (let at = 0; at < touched; at++) {
      const position = this.#touched[at]!;
      this.#isTouched[position] = 0;
      this.#scores[position] = 0;
      this.#negativeScores[position] = 0;
      for (const { scores } of this.#fields) scores[position] = 0;
    }
  }
}

/** Distinct adjacent pairs of known, different stems. */
function adjacentPairs(sequence: readonly number[]): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  for (let at = 0; at + 1 < sequence.length; at++) {
    const first = sequence[at]!;
    const second = sequence[at + 1]!;
    if (first === NO_TERM || second === NO_TERM || first === second) continue;
    pairs.set(`${first} ${second}`, [first, second]);
  }
  return [...pairs.values()];
}

function holdsPair(sequence: Int32Array, first: number, second: number): boolean {
  for (let at = 0; at + 1 < sequence.length; at++) {
    if (sequence[at] === first && sequence[at + 1] === second) return true;
  }
  return false;
}

function impactOf(postings: FieldPostings, term: number, position: number): number {
  const { offsets, documents, impacts } = postings;
  if (term < 0 || term + 1 >= offsets.length) return 0;
  for (let at = offsets[term]!; at < offsets[term + 1]!; at++) {
    if (documents[at] === position) return impacts[at]!;
  }
  return 0;
}

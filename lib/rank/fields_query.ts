/**
 * A message analysed for the `fields` ranker: words, translations, synonyms, repairs.
 */
import {
  type Cover,
  FULL,
  isCjkRun,
  languagesOf,
  type LexiconLanguage,
  NO_TERM,
  STOP_WORDS,
  tokensOf,
  wordsOf,
  type WordTerms,
} from "../text/mod.ts";
import type { FieldsAnalyser } from "./fields_document.ts";

/** Share of a word's weight on its exact form; the rest is on its stem (quality.md). */
const EXACT_SHARE = 0.4;
/** Weight of a translation; of several alternatives each gets its weight / (Σ weights)^¼ of it. */
const GLOSS_WEIGHT = 0.9;
/** Further factor for the words of a multi-word translation. */
const MULTI_WORD_FACTOR = 0.8;
/** Weight of a synonym. */
const SYNONYM_WEIGHT = 0.21;
/** Weight of a word that may stand for the one that was said ("kubernetes" for "k8s"). */
const EQUIVALENT_WEIGHT = 0.7;
/** Weight of a repaired word. */
const REPAIR_WEIGHT = 0.7;
/** Two syllables of a loan word, which mean nothing by themselves: カレンダー and カウンター share one. */
const KATAKANA_BIGRAM = /^[ァ-ヺー]{2}$/u;
/** Weight of such a pair. */
const KATAKANA_WEIGHT = 0.4;
/** Shortest word that is repaired. */
const REPAIR_LETTERS = 5;
/** A word with more candidates than this is not repaired. */
const REPAIR_CANDIDATES = 4;

/** One term of a query. */
export interface QueryTerm {
  /** Stem number. */
  stem: number;
  /** Number of the exact form, or −1. */
  exact: number;
  stemWeight: number;
  exactWeight: number;
  /** Whether it counts in name and description only. */
  shallow: boolean;
  /** The word that was looked up, for people. */
  label: string;
  /** What the message said, where the term was translated, repaired or is a synonym. */
  from: string | null;
}

/** The query as terms. */
export interface FieldsQuery {
  terms: QueryTerm[];
  /** Stems of the message in order, for the phrase bonus. */
  sequence: number[];
  /** Unique terms of the message itself. */
  ownTerms: number;
}

/** What the analysis must know of the index. */
export interface IndexedTerms {
  /** Number of documents that hold a stem. */
  documentFrequency(stem: number): number;
  /** Words of names and descriptions at one typing error from a word, the first letter kept. */
  wordsLike(word: string): readonly string[];
}

/** What one token of a message brings: computed once per index, most words of messages recur. */
interface TokenTerms {
  /** Stems in order, `NO_TERM` where the index has none. */
  sequence: readonly number[];
  /** Terms of the token itself. */
  own: readonly QueryTerm[];
  /** Translations, synonyms and repairs. */
  more: readonly QueryTerm[];
}

/** Tokens remembered; then all are forgotten at once. */
const MAX_REMEMBERED = 4_096;

/** Analyses messages for one index. */
export class QueryAnalyser {
  readonly #analyser: FieldsAnalyser;
  readonly #index: IndexedTerms;
  readonly #remembered = new Map<string, TokenTerms>();

  constructor(analyser: FieldsAnalyser, index: IndexedTerms) {
    this.#analyser = analyser;
    this.#index = index;
  }

  /** The terms of a message. */
  analyse(text: string): FieldsQuery {
    const terms = new Map<number, QueryTerm>();
    const sequence: number[] = [];
    const more: (readonly QueryTerm[])[] = [];
    const tokens = tokensOf(text);
    const languages = tokens.some(isCjkRun) ? languagesOf(text) : [];
    for (const token of tokens) {
      const part = this.#tokenTerms(token, languages);
      for (const stem of part.sequence) sequence.push(stem);
      for (const term of part.own) raise(terms, term);
      if (part.more.length > 0) more.push(part.more);
    }
    const ownTerms = terms.size;
    for (const part of more) {
      for (const term of part) if (!term.shallow || !terms.has(term.stem)) raise(terms, term);
    }
    return { terms: [...terms.values()], sequence, ownTerms };
  }

  #tokenTerms(token: string, languages: readonly LexiconLanguage[]): TokenTerms {
    const isRun = isCjkRun(token);
    const key = isRun ? languages.join() + token : token;
    let terms = this.#remembered.get(key);
    if (terms === undefined) {
      terms = isRun
        ? runTerms([...token], languages, this.#analyser, this.#index)
        : wordTerms(token, this.#analyser, this.#index);
      if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
      this.#remembered.set(key, terms);
    }
    return terms;
  }
}

/** Terms of a token that is no CJK text. */
function wordTerms(token: string, analyser: FieldsAnalyser, index: IndexedTerms): TokenTerms {
  const { table, without } = analyser;
  const sequence: number[] = [];
  const own: QueryTerm[] = [];
  const more: QueryTerm[] = [];
  for (const { text: word, weight: halves } of wordsOf(token)) {
    if (STOP_WORDS.has(word)) continue;
    const { stem, exact } = table.find(word);
    if (halves === FULL) {
      sequence.push(stem);
      if (!without.has("synonyms")) more.push(...synonymTerms(word, analyser, index));
      if (!without.has("repair")) more.push(...repairTerms(word, analyser, index));
    }
    if (stem !== NO_TERM) own.push(termOf(word, { stem, exact }, halves / FULL, null, analyser));
  }
  return { sequence, own, more };
}

/**
 * Terms of a CJK run: its bigrams, as the index has them, and the translations of what the lexicon
 * knows in it. Pieces of fillers ("帮我", "ください") carry no evidence: a bigram inside one is left out.
 */
function runTerms(
  characters: readonly string[],
  languages: readonly LexiconLanguage[],
  analyser: FieldsAnalyser,
  index: IndexedTerms,
): TokenTerms {
  const { table, without } = analyser;
  const covers = analyser.lexicon.cover(characters, languages);
  const filler = new Uint8Array(characters.length);
  for (const { start, length, glosses } of covers) {
    if (glosses.length === 0) filler.fill(1, start, start + length);
  }
  const sequence: number[] = [];
  const own: QueryTerm[] = [];
  const last = Math.max(1, characters.length - 1);
  for (let at = 0; at < last; at++) {
    const isFiller = filler[at] === 1 && (filler[at + 1] ?? 1) === 1;
    const bigram = characters[at]! + (characters[at + 1] ?? "");
    const stem = isFiller ? NO_TERM : table.stems.find(bigram);
    sequence.push(stem);
    if (stem === NO_TERM) continue;
    own.push({
      ...plainTerm(bigram, stem),
      stemWeight: KATAKANA_BIGRAM.test(bigram) ? KATAKANA_WEIGHT : 1,
    });
  }
  const more = without.has("lexicon")
    ? []
    : covers.flatMap((cover) => glossTerms(cover, analyser, index));
  return { sequence, own, more };
}

/**
 * A term whose weight is shared between its exact form and its stem. Where no name or description holds
 * the exact form, its share is lost there: an inflection alone is weaker evidence.
 */
function termOf(
  label: string,
  { stem, exact }: WordTerms,
  weight: number,
  from: string | null,
  { without }: FieldsAnalyser,
  shallow = false,
): QueryTerm {
  const exactWeight = without.has("exact-forms") ? 0 : weight * EXACT_SHARE;
  return { stem, exact, stemWeight: weight - exactWeight, exactWeight, shallow, label, from };
}

/** A term of one form only, in full weight: a CJK bigram, a stem looked up by itself. */
export function plainTerm(label: string, stem: number): QueryTerm {
  return {
    stem,
    exact: NO_TERM,
    stemWeight: 1,
    exactWeight: 0,
    shallow: false,
    label,
    from: null,
  };
}

/** Terms of the translations of one piece of CJK text. */
function glossTerms(
  { term, glosses }: Cover,
  analyser: FieldsAnalyser,
  index: IndexedTerms,
): QueryTerm[] {
  const alternatives = glosses.map(({ words, weight }) => ({
    weight,
    forms: words.map((word) => ({ word, terms: analyser.table.find(word) }))
      .filter(({ terms }) => index.documentFrequency(terms.stem) > 0),
    several: words.length > 1,
  })).filter(({ forms }) => forms.length > 0);
  const total = alternatives.reduce((sum, { weight }) => sum + weight, 0);
  // The fourth root, by square roots: those are exact on every engine, powers are not.
  const damping = Math.sqrt(Math.sqrt(total));
  return alternatives.flatMap(({ weight, forms, several }) => {
    const value = GLOSS_WEIGHT * weight / damping * (several ? MULTI_WORD_FACTOR : 1);
    return forms.map(({ word, terms }) => termOf(word, terms, value, term, analyser));
  });
}

/** Terms of the synonyms of a word; they count in name and description only. */
function synonymTerms(word: string, analyser: FieldsAnalyser, index: IndexedTerms): QueryTerm[] {
  return analyser.lexicon.synonyms(word).flatMap(({ words, weight, same }) =>
    words.map((synonym) => ({ synonym, terms: analyser.table.find(synonym) }))
      .filter(({ terms }) => index.documentFrequency(terms.stem) > 0)
      .map(({ synonym, terms }) => {
        const value = weight * (same ? EQUIVALENT_WEIGHT : SYNONYM_WEIGHT);
        return termOf(synonym, terms, value, word, analyser, !same);
      })
  );
}

/** Terms that a word no skill holds may have been meant as. */
function repairTerms(word: string, analyser: FieldsAnalyser, index: IndexedTerms): QueryTerm[] {
  const { table } = analyser;
  if (word.length < REPAIR_LETTERS || !/^[a-z]+$/.test(word)) return [];
  if (index.documentFrequency(table.find(word).stem) > 0) return [];
  const meant = new Map<number, QueryTerm>();
  for (const neighbour of index.wordsLike(word)) {
    const terms = table.find(neighbour);
    if (index.documentFrequency(terms.stem) === 0) continue;
    meant.set(terms.stem, termOf(neighbour, terms, REPAIR_WEIGHT, word, analyser));
  }
  return meant.size > REPAIR_CANDIDATES ? [] : [...meant.values()];
}

/** What was said some turns ago counts this much for each turn. */
const DECAY = 0.5;

/** A query of `age` turns ago, its terms weakened. */
export function decayed({ terms }: FieldsQuery, age: number): QueryTerm[] {
  let factor = 1;
  for (let turn = 0; turn < age; turn++) factor *= DECAY;
  return terms.map((term) => ({
    ...term,
    stemWeight: term.stemWeight * factor,
    exactWeight: term.exactWeight * factor,
  }));
}

/** A query with further terms; of equal ones the stronger counts. */
export function mergeQueries(own: FieldsQuery, more: readonly QueryTerm[][]): FieldsQuery {
  const terms = new Map(own.terms.map((term) => [term.stem, { ...term }]));
  for (const term of more.flat()) raise(terms, term);
  return { ...own, terms: [...terms.values()] };
}

/** Adds a term, or raises the weights of the one with the same stem (the maximum counts). */
function raise(terms: Map<number, QueryTerm>, term: QueryTerm): void {
  const known = terms.get(term.stem);
  if (known === undefined) {
    terms.set(term.stem, { ...term });
    return;
  }
  if (term.stemWeight > known.stemWeight) known.stemWeight = term.stemWeight;
  if (term.exactWeight > known.exactWeight) {
    known.exactWeight = term.exactWeight;
    known.exact = term.exact;
  }
  known.shallow &&= term.shallow;
}

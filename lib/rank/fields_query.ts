/**
 * A message analysed for the `fields` ranker: words, translations, synonyms, repairs.
 */
import {
  type Cover,
  FULL,
  isCjkRun,
  languagesOf,
  type Lexicon,
  NO_TERM,
  STOP_WORDS,
  tokensOf,
  wordsOf,
} from "../text/mod.ts";
import { cjkRuns, type FieldsAnalyser } from "./fields_document.ts";

/** Share of a word's weight on its exact form; the rest is on its stem (quality.md). */
const EXACT_SHARE = 0.4;
/** Weight of a translation. */
const GLOSS_WEIGHT = 0.85;
/** Further factor for the words of a multi-word translation. */
const MULTI_WORD_FACTOR = 0.8;
/** Damping of the number of alternatives: each gets w / (Σw)^this. */
const ALTERNATIVES_EXPONENT = 0.25;
/** Weight of a synonym. */
const SYNONYM_WEIGHT = 0.21;
/** Weight of a repaired word. */
const REPAIR_WEIGHT = 0.7;
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

/** Analyses a message. */
export function analyseQuery(
  text: string,
  analyser: FieldsAnalyser,
  index: IndexedTerms,
): FieldsQuery {
  const { without } = analyser;
  const terms = new Map<number, QueryTerm>();
  const sequence: number[] = [];
  const words = addWords(text, analyser, terms, sequence);
  const runs = coveredRuns(text, analyser.lexicon);
  for (const run of runs) addRun(run, analyser, terms, sequence);
  const ownTerms = terms.size;
  if (!without.has("lexicon")) {
    for (const { covers } of runs) addGlosses(covers, analyser, index, terms);
  }
  if (!without.has("synonyms")) addSynonyms(words, analyser, index, terms);
  if (!without.has("repair")) addRepairs(words, analyser, index, terms);
  const all = [...terms.values()];
  if (without.has("exact-forms")) {
    for (const term of all) {
      term.stemWeight += term.exactWeight;
      term.exactWeight = 0;
    }
  }
  return { terms: all, sequence, ownTerms };
}

/** What was said some turns ago counts this much for each turn. */
const DECAY = 0.5;

/** A query of `age` turns ago, its terms weakened. */
export function decayed({ terms }: FieldsQuery, age: number): QueryTerm[] {
  const factor = DECAY ** age;
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

/** A CJK run with what the lexicon knows of it. */
interface CoveredRun {
  characters: readonly string[];
  covers: readonly Cover[];
}

function coveredRuns(text: string, lexicon: Lexicon): CoveredRun[] {
  const languages = languagesOf(text);
  return cjkRuns(text).map((characters) => ({
    characters,
    covers: lexicon.cover(characters, languages),
  }));
}

/** Adds the words that are no CJK text; returns those that are no stop words. */
function addWords(
  text: string,
  { table }: FieldsAnalyser,
  terms: Map<number, QueryTerm>,
  sequence: number[],
): Set<string> {
  const words = new Set<string>();
  for (const token of tokensOf(text)) {
    if (isCjkRun(token)) continue;
    for (const { text: word, weight: halves } of wordsOf(token)) {
      if (STOP_WORDS.has(word)) continue;
      const { stem, exact } = table.find(word);
      const weight = halves / FULL;
      if (weight === 1) {
        words.add(word);
        sequence.push(stem);
      }
      if (stem === NO_TERM) continue;
      raise(terms, {
        stem,
        exact,
        stemWeight: weight * (1 - EXACT_SHARE),
        exactWeight: weight * EXACT_SHARE,
        shallow: false,
        from: null,
      });
    }
  }
  return words;
}

/**
 * Adds the bigrams of a CJK run, as the index has them. Pieces of fillers ("帮我", "ください") carry no
 * evidence: a bigram inside one is left out.
 */
function addRun(
  { characters, covers }: CoveredRun,
  { table }: FieldsAnalyser,
  terms: Map<number, QueryTerm>,
  sequence: number[],
): void {
  const filler = new Uint8Array(characters.length);
  for (const { start, length, glosses } of covers) {
    if (glosses.length === 0) filler.fill(1, start, start + length);
  }
  const last = Math.max(1, characters.length - 1);
  for (let at = 0; at < last; at++) {
    if (filler[at] === 1 && (filler[at + 1] ?? 1) === 1) {
      sequence.push(NO_TERM);
      continue;
    }
    const stem = table.stems.find(characters[at]! + (characters[at + 1] ?? ""));
    sequence.push(stem);
    if (stem === NO_TERM) continue;
    raise(terms, {
      stem,
      exact: NO_TERM,
      stemWeight: 1,
      exactWeight: 0,
      shallow: false,
      from: null,
    });
  }
}

/** Adds a term, or raises the weights of the one with the same stem (the maximum counts). */
function raise(terms: Map<number, QueryTerm>, term: QueryTerm): void {
  const known = terms.get(term.stem);
  if (known === undefined) {
    terms.set(term.stem, term);
    return;
  }
  if (term.stemWeight > known.stemWeight) known.stemWeight = term.stemWeight;
  if (term.exactWeight > known.exactWeight) {
    known.exactWeight = term.exactWeight;
    known.exact = term.exact;
  }
  known.shallow &&= term.shallow;
}

function addGlosses(
  covers: readonly Cover[],
  { table }: FieldsAnalyser,
  index: IndexedTerms,
  terms: Map<number, QueryTerm>,
): void {
  for (const { term, glosses } of covers) {
    const alternatives = glosses.map(({ words, weight }) => ({
      weight,
      forms: words.map((word) => table.find(word)).filter(({ stem }) =>
        index.documentFrequency(stem) > 0
      ),
      several: words.length > 1,
    })).filter(({ forms }) => forms.length > 0);
    const total = alternatives.reduce((sum, { weight }) => sum + weight, 0);
    for (const { weight, forms, several } of alternatives) {
      const value = GLOSS_WEIGHT * weight / total ** ALTERNATIVES_EXPONENT *
        (several ? MULTI_WORD_FACTOR : 1);
      for (const { stem, exact } of forms) {
        raise(terms, {
          stem,
          exact,
          stemWeight: value * (1 - EXACT_SHARE),
          exactWeight: value * EXACT_SHARE,
          shallow: false,
          from: term,
        });
      }
    }
  }
}

function addSynonyms(
  words: ReadonlySet<string>,
  analyser: FieldsAnalyser,
  index: IndexedTerms,
  terms: Map<number, QueryTerm>,
): void {
  for (const text of words) {
    const glosses = analyser.lexicon.synonyms(text);
    for (const { words: synonym, weight } of glosses) {
      for (const part of synonym) {
        const { stem, exact } = analyser.table.find(part);
        if (stem === NO_TERM || index.documentFrequency(stem) === 0 || terms.has(stem)) continue;
        raise(terms, {
          stem,
          exact,
          stemWeight: SYNONYM_WEIGHT * weight * (1 - EXACT_SHARE),
          exactWeight: SYNONYM_WEIGHT * weight * EXACT_SHARE,
          shallow: true,
          from: text,
        });
      }
    }
  }
}

function addRepairs(
  words: ReadonlySet<string>,
  { table }: FieldsAnalyser,
  index: IndexedTerms,
  terms: Map<number, QueryTerm>,
): void {
  for (const text of words) {
    if (text.length < REPAIR_LETTERS || !/^[a-z]+$/.test(text)) continue;
    if (index.documentFrequency(table.find(text).stem) > 0) continue;
    const stems = new Map<number, number>();
    for (const neighbour of index.wordsLike(text)) {
      const { stem, exact } = table.find(neighbour);
      if (index.documentFrequency(stem) > 0) stems.set(stem, exact);
    }
    if (stems.size > REPAIR_CANDIDATES) continue;
    for (const [stem, exact] of stems) {
      raise(terms, {
        stem,
        exact,
        stemWeight: REPAIR_WEIGHT * (1 - EXACT_SHARE),
        exactWeight: REPAIR_WEIGHT * EXACT_SHARE,
        shallow: false,
        from: text,
      });
    }
  }
}

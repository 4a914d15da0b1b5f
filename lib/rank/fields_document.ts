/**
 * A skill analysed for the `fields` ranker.
 */
import type { DocumentSource } from "../index/mod.ts";
import {
  builtInLexicon,
  coverRun,
  FULL,
  isCjk,
  languagesOf,
  type Lexicon,
  NO_TERM,
  Scanner,
  splitDescription,
  TermTable,
} from "../text/mod.ts";

/** Distinct terms of a field with their frequencies in halves. */
export interface FieldTerms {
  terms: Uint32Array;
  /** Frequency of each term in halves (`FULL` = one occurrence). */
  frequencies: Uint16Array;
  /** Length of the field in words, stop words left out. */
  length: number;
  /** Tokens that are pieces of CJK text. */
  cjkTokens: number;
}

/** All fields of one skill. Stems and exact forms have number spaces of their own. */
export interface FieldsDocument {
  /** Name, tags, triggers and the positive part of the description. */
  nd: FieldTerms;
  ndExact: FieldTerms;
  name: FieldTerms;
  nameExact: FieldTerms;
  /** Body, null while it is not read. */
  body: FieldTerms | null;
  /** First 1,500 characters of the body. */
  lead: FieldTerms | null;
  /** Negative clauses of the description. */
  negative: FieldTerms;
  /** Stems of name and description in order, `NO_TERM` between the two, for the phrase bonus. */
  sequence: Int32Array;
}

/** Length of the lead in characters (quality.md). */
const LEAD_CHARACTERS = 1_500;
/** Frequency in halves of an English gloss of a CJK skill: half an occurrence. */
const GLOSS_FREQUENCY = 1;

/** Counts term frequencies with a reusable table instead of a map. */
class Counter {
  #counts = new Uint32Array(4_096);
  #seen = new Uint32Array(1_024);
  #size = 0;
  length = 0;
  cjkTokens = 0;

  add(term: number, weight: number): void {
    while (term >= this.#counts.length) {
      const larger = new Uint32Array(this.#counts.length * 2);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    if (this.#counts[term] === 0) {
      if (this.#size === this.#seen.length) {
        const larger = new Uint32Array(this.#size * 2);
        larger.set(this.#seen);
        this.#seen = larger;
      }
      this.#seen[this.#size++] = term;
    }
    this.#counts[term]! += weight;
  }

  /** The counts so far; the counter is empty afterwards. */
  take(): FieldTerms {
    const terms = this.#seen.slice(0, this.#size);
    const frequencies = new Uint16Array(this.#size);
    for (let at = 0; at < this.#size; at++) {
      frequencies[at] = Math.min(this.#counts[terms[at]!]!, 65_535);
      this.#counts[terms[at]!] = 0;
    }
    const { length, cjkTokens } = this;
    this.#size = this.length = this.cjkTokens = 0;
    return { terms, frequencies, length, cjkTokens };
  }
}

/** Turns skills into `FieldsDocument`s; all documents of one analyser share their numbering. */
export class FieldsAnalyser {
  readonly table: TermTable = new TermTable();
  readonly scanner: Scanner = new Scanner(this.table.words);
  /** Scanner of queries: it makes no dictionary grow. */
  readonly queryScanner: Scanner = new Scanner(this.table.words, "lookup");
  /** Names of the parts that are switched off, for ablation. */
  readonly without: ReadonlySet<string>;
  readonly #stems = new Counter();
  readonly #exact = new Counter();
  readonly #sequence: number[] = [];

  /** @param without names of `FIELDS_PARTS` that are switched off */
  constructor(without: ReadonlySet<string> = new Set()) {
    this.without = without;
  }

  /** @param body text after the front matter, or null while it is not read */
  analyse(source: DocumentSource, body: string | null): FieldsDocument {
    const { positive, negative } = this.without.has("negation")
      ? { positive: source.description, negative: "" }
      : splitDescription(source.description);
    const lexicon = this.without.has("document-glosses") ? null : builtInLexicon();
    const name = this.#count([source.name], null);
    this.#sequence.length = 0;
    const nd = this.#count(
      [source.name, positive, ...source.triggers, ...source.tags],
      lexicon,
      this.#sequence,
    );
    const excluded = this.#count([negative], lexicon).stems;
    return {
      nd: nd.stems,
      ndExact: nd.exact,
      name: name.stems,
      nameExact: name.exact,
      body: body === null ? null : this.#count([body], null).stems,
      lead: body === null ? null : this.#count([body.slice(0, LEAD_CHARACTERS)], null).stems,
      negative: excluded,
      sequence: Int32Array.from(this.#sequence),
    };
  }

  #count(
    texts: readonly string[],
    lexicon: Lexicon | null,
    sequence?: number[],
  ): { stems: FieldTerms; exact: FieldTerms } {
    const { scanner, table } = this;
    for (const text of texts) {
      if (text === "") continue;
      scanner.scan(text);
      for (let at = 0; at < scanner.count; at++) {
        const word = scanner.tokens[at]!;
        const weight = scanner.weights[at]!;
        const stem = table.stemOf(word);
        if (stem === NO_TERM) continue;
        this.#stems.add(stem, weight);
        if (weight === FULL) {
          this.#stems.length++;
          sequence?.push(stem);
        }
        const exact = table.exactOf(word);
        if (exact === NO_TERM) this.#stems.cjkTokens++;
        else this.#exact.add(exact, weight);
      }
      sequence?.push(NO_TERM);
      if (lexicon !== null) this.#addGlosses(text, lexicon);
    }
    this.#exact.length = this.#stems.length;
    return { stems: this.#stems.take(), exact: this.#exact.take() };
  }

  /** English glosses of CJK text, so that English queries find such skills. */
  #addGlosses(text: string, lexicon: Lexicon): void {
    for (const run of cjkRuns(text)) {
      for (const { glosses } of coverRun(lexicon, run, languagesOf(text))) {
        for (const { words, weight } of glosses) {
          if (weight < 0.5) continue;
          for (const word of words) {
            const stem = this.table.stemOf(this.table.words.internText(word));
            if (stem !== NO_TERM) this.#stems.add(stem, GLOSS_FREQUENCY);
          }
        }
      }
    }
  }
}

/** The CJK runs of a text, each as its characters. */
export function cjkRuns(text: string): string[][] {
  if (!ANY_CJK.test(text)) return [];
  const runs: string[][] = [];
  let run: string[] = [];
  for (const character of text.normalize("NFKC")) {
    if (isCjk(character.codePointAt(0)!)) {
      run.push(character);
    } else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

const ANY_CJK =
  /[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff66-\uff9f]|[\ud840-\ud869]/;

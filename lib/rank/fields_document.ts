/**
 * A skill analysed for the `fields` ranker.
 */
import type { DocumentSource } from "../index/mod.ts";
import {
  bigramsOf,
  FULL,
  isCjkRun,
  languagesOf,
  Lexicon,
  nameKey,
  NO_TERM,
  scan,
  SEVERAL,
  splitDescription,
  stemForm,
  TermTable,
  TokenList,
  tokensOf,
  withoutFencedCode,
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
  /** Everything: `nd` counted `WHOLE_REPEATS` times, and the body. */
  whole: FieldTerms;
  /** Negative clauses of the description. */
  negative: FieldTerms;
  /** Stems of the name in order. */
  nameSequence: Int32Array;
  /** The name without regard to case and hyphens. */
  nameKey: string;
  /** Stems of name and description in order, `NO_TERM` between the two, for the phrase bonus. */
  sequence: Int32Array;
}

/** Length of the lead in characters (quality.md). */
const LEAD_CHARACTERS = 1_500;
/**
 * How often name and description count in the field of everything. One field over all text, its parts
 * weighed before term frequency saturates (BM25F: Robertson, Zaragoza & Taylor 2004), sees a skill
 * that serves a message partly by its description and partly by its body.
 */
const WHOLE_REPEATS = 8;
/**
 * Fenced code makes a body longer by a word for so many characters, but its words are not indexed:
 * what an example happens to name is no sign of what a skill is for (docs/quality.md).
 */
const CHARACTERS_PER_WORD = 7;
/** Frequency in halves of an English gloss of a CJK skill: a full occurrence for its main senses. */
const GLOSS_FREQUENCY = 2;
/** The same of a secondary sense, which weighs less than this, and of each of several words. */
const SECONDARY_FREQUENCY = 1;
const MAIN_SENSE_WEIGHT = 0.8;
/** A gloss that weighs less is too far off. */
const MIN_SENSE_WEIGHT = 0.5;

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

  /** Adds a counted field several times. */
  addAll({ terms, frequencies, length, cjkTokens }: FieldTerms, times: number): void {
    for (let at = 0; at < terms.length; at++) this.add(terms[at]!, frequencies[at]! * times);
    this.length += length * times;
    this.cjkTokens += cjkTokens * times;
  }

  /** The counts so far. */
  copy(): FieldTerms {
    const terms = this.#seen.slice(0, this.#size);
    const frequencies = new Uint16Array(this.#size);
    for (let at = 0; at < this.#size; at++) {
      frequencies[at] = Math.min(this.#counts[terms[at]!]!, 65_535);
    }
    return { terms, frequencies, length: this.length, cjkTokens: this.cjkTokens };
  }

  /** The counts so far; the counter is empty afterwards. */
  take(): FieldTerms {
    const counts = this.copy();
    for (let at = 0; at < this.#size; at++) this.#counts[counts.terms[at]!] = 0;
    this.#size = this.length = this.cjkTokens = 0;
    return counts;
  }
}

/** Turns skills into `FieldsDocument`s; all documents of one analyser share their numbering. */
export class FieldsAnalyser {
  readonly table: TermTable = new TermTable();
  readonly lexicon: Lexicon;
  /** Names of the parts that are switched off, for ablation. */
  readonly without: ReadonlySet<string>;
  readonly #stems = new Counter();
  readonly #exact = new Counter();

  readonly #list = new TokenList();
  #numbers: Int32Array = new Int32Array(1_024);

  /** @param without names of `FIELDS_PARTS` that are switched off */
  constructor(lexicon: Lexicon = new Lexicon(), without: ReadonlySet<string> = new Set()) {
    this.lexicon = lexicon;
    this.without = without;
  }

  /** @param body text after the front matter, or null while it is not read */
  analyse(source: DocumentSource, body: string | null): FieldsDocument {
    const { positive, negative } = this.without.has("negation")
      ? { positive: source.description, negative: "" }
      : splitDescription(source.description);
    const sequence: number[] = [];
    const nameSequence: number[] = [];
    this.#add(source.name, nameSequence);
    const name = this.#take();
    for (const text of [source.name, positive, ...source.triggers, ...source.tags]) {
      this.#add(text, sequence);
      sequence.push(NO_TERM);
      if (!this.without.has("document-glosses")) this.#addGlosses(text);
    }
    const nd = this.#take();
    this.#add(negative);
    const excluded = this.#take();
    let lead: FieldTerms | null = null;
    if (body !== null) {
      const { text: prose, codeCharacters } = this.without.has("prose")
        ? { text: body, codeCharacters: 0 }
        : withoutFencedCode(body);
      const leadEnd = wordEnd(prose, LEAD_CHARACTERS);
      const leadText = prose.slice(0, leadEnd);
      this.#addStems(leadText);
      if (this.#stems.cjkTokens > 0 && !this.without.has("document-glosses")) {
        this.#addGlosses(leadText);
      }
      lead = this.#stems.copy();
      this.#addStems(prose.slice(leadEnd));
      this.#stems.length += Math.round(codeCharacters / CHARACTERS_PER_WORD);
    }
    const bodyTerms = body === null ? null : this.#stems.copy();
    this.#stems.addAll(nd.stems, WHOLE_REPEATS);
    const whole = this.#take().stems;
    return {
      nd: nd.stems,
      ndExact: nd.exact,
      name: name.stems,
      nameExact: name.exact,
      body: bodyTerms,
      lead,
      whole,
      negative: excluded.stems,
      nameSequence: Int32Array.from(nameSequence),
      nameKey: nameKey(source.name),
      sequence: Int32Array.from(sequence),
    };
  }

  /** Counts the stems and exact forms of a text; appends its stems to `sequence`. */
  #add(text: string, sequence?: number[]): void {
    const { table } = this;
    const stems = this.#stems;
    this.#scan(text);
    for (let at = 0; at < this.#list.count; at++) {
      if (this.#list.cjk[at] === 1) {
        this.#addCjk(this.#list.slice(at), sequence);
        continue;
      }
      const number = this.#numbers[at]!;
      table.resolveExact(number, this.#list.slice(at));
      for (let entry = table.starts[number]!; entry < table.starts[number + 1]!; entry++) {
        const weight = table.weightAt[entry]!;
        stems.add(table.stemAt[entry]!, weight);
        this.#exact.add(table.exactAt[entry]!, weight);
        if (weight !== FULL) continue;
        stems.length++;
        sequence?.push(table.stemAt[entry]!);
      }
    }
  }

  /** Counts the stems of a long text. */
  #addStems(text: string): void {
    const { table } = this;
    const stems = this.#stems;
    this.#scan(text);
    const { single } = table;
    for (let at = 0; at < this.#list.count; at++) {
      if (this.#list.cjk[at] === 1) {
        this.#addCjk(this.#list.slice(at));
        continue;
      }
      const number = this.#numbers[at]!;
      const stem = single[number]!;
      if (stem >= 0) {
        stems.add(stem, FULL);
        stems.length++;
      } else if (stem === SEVERAL) {
        for (let entry = table.starts[number]!; entry < table.starts[number + 1]!; entry++) {
          const weight = table.weightAt[entry]!;
          stems.add(table.stemAt[entry]!, weight);
          if (weight === FULL) stems.length++;
        }
      }
    }
  }

  /** Scans a text into `#list`, with the number of each word in `#numbers`. */
  #scan(text: string): void {
    scan(text, this.#list);
    if (this.#numbers.length < this.#list.starts.length) {
      this.#numbers = new Int32Array(this.#list.starts.length);
    }
    this.table.internAll(this.#list, this.#numbers);
  }

  #addCjk(run: string, sequence?: number[]): void {
    for (const bigram of bigramsOf(run)) {
      const stem = this.table.internCjk(bigram);
      this.#stems.add(stem, FULL);
      this.#stems.length++;
      this.#stems.cjkTokens++;
      sequence?.push(stem);
    }
  }

  #take(): { stems: FieldTerms; exact: FieldTerms } {
    this.#exact.length = this.#stems.length;
    return { stems: this.#stems.take(), exact: this.#exact.take() };
  }

  /** English glosses of CJK text, so that English queries find such skills. */
  #addGlosses(text: string): void {
    for (const run of cjkRuns(text)) {
      for (const { glosses } of this.lexicon.cover(run, languagesOf(text))) {
        for (const { words, weight } of glosses) {
          if (weight < MIN_SENSE_WEIGHT) continue;
          const frequency = weight < MAIN_SENSE_WEIGHT || words.length > 1
            ? SECONDARY_FREQUENCY
            : GLOSS_FREQUENCY;
          for (const word of words) {
            this.#stems.add(this.table.stems.intern(stemForm(word)), frequency);
          }
        }
      }
    }
  }
}

/** The first end of a word at or after `at`, so that a cut text loses none. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.slice(at, at + 200).search(/\s/);
  return space < 0 ? at : at + space;
}

/** The CJK runs of a text, each as its characters. */
export function cjkRuns(text: string): string[][] {
  return tokensOf(text).filter(isCjkRun).map((run) => [...run]);
}

/**
 * How synonyms become keys, and how keys are found in a text: the index of the synonym layer
 * (EE-40…44).
 *
 * A *concept* is what several words stand for: one skill with the synonyms somebody wrote for it, or
 * a group of the dictionary that many skills belong to.
 */
import {
  dictionaryWords,
  foldWord,
  isCjk,
  isCjkRun,
  type RunCutter,
  type Segmenter,
  STOP_WORDS,
  tokensOf,
} from "../text/mod.ts";

/** What a key says about a concept: weight = tokens · token weight + wholes · phrase weight. */
export interface KeyEntry {
  concept: number;
  /** How often the key is a token of a synonym (EE-41: 1.0 each). */
  tokens: number;
  /** How often it is a whole synonym (EE-41: 1.5 each). */
  wholes: number;
}

/** A key found in a text. */
export interface FoundKey {
  key: string;
  /** How often it stands there as a token or phrase (EE-42). */
  times: number;
  /** Whether it counts as contained in the raw text (EE-43). */
  contained: boolean;
}

/** Keys of concepts. */
export interface SynonymKeys {
  /** @param parts whether the tokens of a longer synonym become keys of their own (EE-41) */
  add(concept: number, synonym: string, parts: boolean): void;
  /** The keys that a text holds. */
  find(text: string): FoundKey[];
  entries(key: string): readonly KeyEntry[];
  /** The key of a synonym, for looking up what was taken out. */
  keyOf(synonym: string): string;
}

/** EE-41, EE-43: a key has more than this many characters … */
const SHORTEST_KEY = 1;
/** … and more than this many to count as contained in the raw text. */
const SHORTEST_CONTAINED = 2;

/** Entries by key, shared by both kinds of keys. */
class EntryTable {
  readonly all = new Map<string, KeyEntry[]>();

  add(key: string, concept: number, tokens: number, wholes: number): void {
    const entries = this.all.get(key);
    if (entries === undefined) {
      this.all.set(key, [{ concept, tokens, wholes }]);
      return;
    }
    const known = entries.find((entry) => entry.concept === concept);
    if (known === undefined) entries.push({ concept, tokens, wholes });
    else {
      known.tokens += tokens;
      known.wholes += wholes;
    }
  }
}

/**
 * Keys as the peer has them: case kept, any key longer than two characters counts where the raw text
 * holds it, be it inside a word (EE-41…43).
 */
export function createPeerKeys(segmenter: Segmenter): SynonymKeys {
  const table = new EntryTable();
  const tokensOf = (text: string) => segmenter.segment(text).filter((token) => token.length > 1);
  return {
    keyOf: (synonym) => synonym,
    add(concept, synonym) {
      for (const token of tokensOf(synonym)) table.add(token, concept, 1, 0);
      if ([...synonym].length > SHORTEST_KEY) table.add(synonym, concept, 0, 1);
    },
    find(text) {
      const times = new Map<string, number>();
      for (const token of tokensOf(text)) {
        if (table.all.has(token)) times.set(token, (times.get(token) ?? 0) + 1);
      }
      const found = new Map(
        [...times].map(([key, count]) => [key, { key, times: count, contained: false }]),
      );
      for (const key of table.all.keys()) {
        if ([...key].length <= SHORTEST_CONTAINED || !text.includes(key)) continue;
        const known = found.get(key);
        if (known !== undefined) known.contained = true;
        else found.set(key, { key, times: 0, contained: true });
      }
      return [...found.values()];
    },
    entries: (key) => table.all.get(key) ?? [],
  };
}

/**
 * Our keys: a text is a row of units, which are words (folded, without a plural `s`) and single CJK
 * characters; a key is found where its units stand in a row. So a word is met as a whole only, in
 * singular and plural, and CJK words of two characters count wherever they stand.
 */
export class UnitKeys implements SynonymKeys {
  readonly #table = new EntryTable();
  /** Most units of a key, by its first unit. */
  readonly #longest = new Map<string, number>();
  /** Words that keys are made of, to undo inflections of a text's words. */
  readonly #vocabulary = new Set<string>();
  readonly #cut: RunCutter;

  /** @param cut cuts a run of CJK characters into words */
  constructor(cut: RunCutter = dictionaryWords) {
    this.#cut = cut;
  }

  keyOf(synonym: string): string {
    return unitsOf(synonym).map(({ key }) => key).join("");
  }

  /**
   * A term of the dictionary is one piece, which weighs as its words do together; of a synonym that
   * somebody wrote for a skill the words count by themselves, too (EE-41).
   */
  add(concept: number, synonym: string, parts: boolean): void {
    if (!parts) {
      const units = unitsOf(synonym);
      const words = units.filter(({ cjk }, at) => !cjk || units[at - 1]?.cjk !== true).length;
      this.#put(units, concept, words, 1);
      return;
    }
    for (const token of tokensOf(synonym)) {
      if (!isCjkRun(token)) {
        if (!STOP_WORDS.has(foldWord(token))) this.#put(unitsOf(token), concept, 1, 0);
        continue;
      }
      const words = this.#cut(token).filter((word) => word.length > SHORTEST_KEY);
      for (const word of words.length === 0 ? [token] : words) {
        this.#put(unitsOf(word), concept, 1, 0);
      }
    }
    this.#put(unitsOf(synonym), concept, 0, 1);
  }

  find(text: string): FoundKey[] {
    const units = unitsOf(text);
    for (const unit of units) if (!unit.cjk) unit.key = this.#canonical(unit.key);
    const found = new Map<string, FoundKey>();
    for (let start = 0; start < units.length; start++) {
      const longest = this.#longest.get(units[start]!.key);
      if (longest === undefined) continue;
      let key = "";
      const end = Math.min(units.length, start + longest);
      for (let at = start; at < end; at++) {
        key += units[at]!.key;
        if (!this.#table.all.has(key)) continue;
        const known = found.get(key);
        if (known !== undefined) known.times++;
        else found.set(key, { key, times: 1, contained: countsAsContained(key) });
      }
    }
    return [...found.values()];
  }

  entries(key: string): readonly KeyEntry[] {
    return this.#table.all.get(key) ?? [];
  }

  #put(units: readonly Unit[], concept: number, tokens: number, wholes: number): void {
    const key = units.map((unit) => unit.key).join("");
    if (units.length === 0 || key.trim().length <= SHORTEST_KEY) return;
    this.#table.add(key, concept, tokens, wholes);
    const first = units[0]!.key;
    this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, units.length));
    for (const { key: word, cjk } of units) if (!cjk) this.#vocabulary.add(word);
  }

  /** The form under which keys have a word: itself, or without `-ing` or `-ed`. */
  #canonical(key: string): string {
    if (this.#vocabulary.has(key)) return key;
    for (const form of baseForms(key)) if (this.#vocabulary.has(form)) return form;
    return key;
  }
}

/** A word, as blank and letters, or one CJK character. */
interface Unit {
  key: string;
  cjk: boolean;
}

/** Lower-case words with blanks between: most terms of the dictionary, which need no analysis. */
const PLAIN = /^[a-z0-9 ]+$/;

function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  if (PLAIN.test(text)) {
    for (const word of text.split(" ")) {
      if (word !== "") units.push({ key: ` ${singular(word)}`, cjk: false });
    }
    return units;
  }
  for (const token of tokensOf(text)) {
    if (isCjkRun(token)) {
      for (const character of token) units.push({ key: character, cjk: true });
    } else {
      units.push({ key: ` ${singular(foldWord(token))}`, cjk: false });
    }
  }
  return units;
}

function countsAsContained(key: string): boolean {
  const text = key.trim();
  return isCjk(text.codePointAt(0)!)
    ? text.length >= SHORTEST_CONTAINED
    : text.length > SHORTEST_CONTAINED;
}

/** A word without the `s` of a plural or third person. */
function singular(word: string): string {
  const length = word.length;
  if (length < 4 || !word.endsWith("s")) return word;
  if (word.endsWith("ies") && length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith("es") && /(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  const before = word[length - 2];
  return before === "s" || before === "u" || before === "i" ? word : word.slice(0, -1);
}

/** What a word in `-ing` or `-ed` may be a form of; `word` as a unit key. */
function baseForms(word: string): string[] {
  const stem = word.endsWith("ing")
    ? word.slice(0, -3)
    : word.endsWith("ed")
    ? word.slice(0, -2)
    : null;
  if (stem === null || stem.length < 4) return [];
  const isDoubled = stem.at(-1) === stem.at(-2);
  return [stem, `${stem}e`, ...(isDoubled ? [stem.slice(0, -1)] : [])];
}

/**
 * The bilingual lexicon: Chinese, Japanese and Korean words → English words that skills use, and
 * one-way English synonyms.
 *
 * Format, one entry a line: `lang TAB term TAB glosses`. Glosses are separated by blanks; `_` joins
 * the words of a multi-word gloss, `:0.5` weighs one, `=` before one of an English row marks a word that
 * may stand for the term ("k8s": `=kubernetes`), `-` alone marks a filler that is consumed without
 * evidence.
 */
import chinese from "./lexicon/zh.tsv" with { type: "text" };
import english from "./lexicon/en.tsv" with { type: "text" };
import japanese from "./lexicon/ja.tsv" with { type: "text" };
import korean from "./lexicon/ko.tsv" with { type: "text" };
import { LexiconTable } from "./lexicon_table.ts";
import { stemForm } from "./terms.ts";

/** Languages of the lexicon; `en` rows are synonyms. */
export type LexiconLanguage = "zh" | "ja" | "ko" | "en";

/** All languages of the lexicon. */
export const LEXICON_LANGUAGES: readonly LexiconLanguage[] = ["zh", "ja", "ko", "en"];

/** One alternative translation. */
export interface Gloss {
  /** English words, more than one for a multi-word gloss. */
  words: readonly string[];
  /** Relative weight, 1 unless stated. */
  weight: number;
  /** Whether it means the same, or the kind of thing that the term names, beside being related to it. */
  same: boolean;
}

/** A lexicon of the user's own. */
export type UserLexicon = Readonly<Record<LexiconLanguage, LexiconTable>>;

/** Whose an entry is; where both have one, the built-in one holds. */
export type LexiconOrigin = "built-in" | "user";

/** A bad line of a lexicon file. */
export interface LexiconProblem {
  /** 1-based. */
  line: number;
  reason: string;
}

/** A piece of a CJK run that the lexicon knows. */
export interface Cover {
  /** Where it starts in the run, in characters. */
  start: number;
  /** Its characters. */
  length: number;
  term: string;
  language: LexiconLanguage;
  /** Empty for a filler. */
  glosses: readonly Gloss[];
}

/** Weight of a user's entry in relation to a built-in one (quality.md: "ours, else theirs × 0.5"). */
const USER_WEIGHT = 0.5;
/** Longer terms win over several short ones: the value of a term is its length to the power 1.5. */
const TERM_VALUES = Array.from({ length: 64 }, (_, length) => length * Math.sqrt(length));

const SOURCES: Record<LexiconLanguage, string> = {
  zh: chinese,
  ja: japanese,
  ko: korean,
  en: english,
};

const builtInTables = new Map<LexiconLanguage, LexiconTable>();
let builtInStems: Map<string, string> | null = null;

/** The built-in entries of a language, indexed when the language is first met. */
export function builtInTable(language: LexiconLanguage): LexiconTable {
  let table = builtInTables.get(language);
  if (table === undefined) builtInTables.set(language, table = new LexiconTable(SOURCES[language]));
  return table;
}

/** The built-in lexicon, with a user's own below it. */
export class Lexicon {
  readonly #user: UserLexicon | null;

  constructor(user: UserLexicon | null = null) {
    this.#user = user;
  }

  /** Glosses of a term, empty for a filler, or undefined when it is unknown. */
  glosses(language: LexiconLanguage, term: string): readonly Gloss[] | undefined {
    const own = builtInTable(language).get(term);
    if (own !== undefined) return parseGlosses(own, 1);
    const user = this.#user?.[language].get(term);
    return user === undefined ? undefined : parseGlosses(user, USER_WEIGHT);
  }

  /** Whose entry a term has, or null when it is unknown. */
  origin(language: LexiconLanguage, term: string): LexiconOrigin | null {
    if (builtInTable(language).has(term)) return "built-in";
    return this.#user?.[language].has(term) === true ? "user" : null;
  }

  /** Synonyms of an English word: its own row, else that of a word with the same stem. */
  synonyms(word: string): readonly Gloss[] {
    const own = this.glosses("en", word);
    if (own !== undefined) return own;
    builtInStems ??= stemsOf(builtInTable("en"));
    const sameStem = builtInStems.get(stemForm(word));
    return sameStem === undefined ? [] : this.glosses("en", sameStem)!;
  }

  /**
   * The best cover of a run by known terms: dynamic programming that maximises Σ length^1.5.
   * @param run CJK characters (code points)
   * @param languages in order of preference
   */
  cover(run: readonly string[], languages: readonly LexiconLanguage[]): Cover[] {
    const count = run.length;
    const best = new Float64Array(count + 1);
    const choice: ({ length: number; language: LexiconLanguage } | undefined)[] = [];
    // A user's table comes after all built-in ones of its language; where both match, they agree.
    const tables = languages.flatMap((language) =>
      [builtInTable(language), this.#user?.[language]].flatMap((table) =>
        table === undefined || table.size === 0 ? [] : { language, table }
      )
    );
    const lengths: number[] = [];
    for (let at = count - 1; at >= 0; at--) {
      best[at] = best[at + 1]!;
      for (const { language, table } of tables) {
        table.matchAt(run, at, lengths);
        for (let match = lengths.length - 1; match >= 0; match--) {
          const length = lengths[match]!;
          const value = (TERM_VALUES[length] ?? 0) + best[at + length]!;
          if (value <= best[at]!) continue;
          best[at] = value;
          choice[at] = { length, language };
        }
      }
    }
    const covers: Cover[] = [];
    for (let at = 0; at < count;) {
      const chosen = choice[at];
      if (chosen === undefined) {
        at++;
        continue;
      }
      const term = run.slice(at, at + chosen.length).join("");
      covers.push({ ...chosen, start: at, term, glosses: this.glosses(chosen.language, term)! });
      at += chosen.length;
    }
    return covers;
  }
}

/** Languages of a CJK text in order of preference: kana means Japanese, Hangul Korean. */
export function languagesOf(text: string): LexiconLanguage[] {
  const languages: LexiconLanguage[] = [];
  if (/[\u3041-\u30fa\u30fc-\u30ff\uff66-\uff9f]/.test(text)) languages.push("ja");
  if (/[\uac00-\ud7a3]/.test(text)) languages.push("ko");
  if (languages.length === 0) return ["zh", "ja"];
  return /[\u4e00-\u9fff]/.test(text) ? [...languages, "zh"] : languages;
}

/**
 * Reads a user's lexicon: CC-CEDICT when its first entry looks so, else the TSV form above.
 * @returns the entries and the bad lines, which are left out
 */
export function parseUserLexicon(
  text: string,
): { lexicon: UserLexicon; problems: LexiconProblem[] } {
  const entries: UserEntries = { zh: new Map(), ja: new Map(), ko: new Map(), en: new Map() };
  const problems: LexiconProblem[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  const parse = CEDICT_ENTRY.test(first) ? addCedictLine : addTsvLine;
  lines.forEach((line, at) => {
    if (line.trim() === "" || line.startsWith("#")) return;
    const reason = parse(entries, line);
    if (reason !== null) problems.push({ line: at + 1, reason });
  });
  const table = (language: LexiconLanguage) => LexiconTable.of(entries[language]);
  const lexicon = { zh: table("zh"), ja: table("ja"), ko: table("ko"), en: table("en") };
  return { lexicon, problems };
}

/** Entries that are being read. */
type UserEntries = Record<LexiconLanguage, Map<string, string>>;

/** `traditional simplified [pinyin] /gloss/gloss/`; version 2 of the format doubles the brackets. */
const CEDICT_ENTRY = /^(\S+) (\S+) \[\[?[^\]]*\]\]? \/(.*)\/\s*$/;
/** `word`, `several_words`, or either with a weight above 0 and at most 1: `word:0.5`. */
const GLOSS = /^=?[^\s:_=]+(?:_[^\s:_]+)*(?::(?:1(?:\.0*)?|0?\.\d*[1-9]\d*))?$/;
/** Glosses of more words than this are explanations, no translations. */
const CEDICT_WORDS = 3;

function addTsvLine(entries: UserEntries, line: string): string | null {
  const [language, term, glosses] = line.split("\t");
  if (term === undefined || glosses === undefined || term.trim() === "" || glosses.trim() === "") {
    return "needs three columns separated by tabs: language, term, glosses";
  }
  const known = LEXICON_LANGUAGES.find((name) => name === language);
  if (known === undefined) return `"${language}" is none of ${LEXICON_LANGUAGES.join(", ")}`;
  const parts = glosses.trim().split(/\s+/);
  if (parts.length > 1 && parts.includes("-")) return '"-" marks a filler and stands alone';
  const bad = parts.find((part) => !GLOSS.test(part));
  if (bad !== undefined) {
    return `"${bad}" is no gloss (word, two_words or word:0.5 with a weight above 0 and at most 1)`;
  }
  entries[known].set(term.trim().normalize("NFKC").toLowerCase(), glosses.trim());
  return null;
}

function addCedictLine(entries: UserEntries, line: string): string | null {
  const match = CEDICT_ENTRY.exec(line);
  if (match === null) return "is no CC-CEDICT entry (traditional simplified [pinyin] /gloss/)";
  const [, traditional, simplified, text] = match as unknown as [string, string, string, string];
  const glosses = text.split("/").flatMap((gloss) => {
    const words = gloss.replace(/\([^)]*\)/g, " ").toLowerCase().match(/[a-z0-9]+/g) ?? [];
    if (words[0] === "to") words.shift();
    return words.length === 0 || words.length > CEDICT_WORDS ? [] : [words.join("_")];
  });
  if (glosses.length === 0) return null;
  for (const term of new Set([traditional, simplified])) {
    const known = entries.zh.get(term);
    entries.zh.set(term, [...(known === undefined ? [] : [known]), ...glosses].join(" "));
  }
  return null;
}

/** Reads the glosses of one entry. @param factor on their weights */
function parseGlosses(text: string, factor: number): Gloss[] {
  if (text === "-") return [];
  return text.split(/\s+/).map((part) => {
    const colon = part.lastIndexOf(":");
    const same = part.startsWith("=");
    const words = part.slice(same ? 1 : 0, colon < 0 ? undefined : colon).toLowerCase().split("_");
    const weight = colon < 0 ? 1 : Number(part.slice(colon + 1));
    return { words: words.filter(Boolean), weight: weight * factor, same };
  });
}

function stemsOf(table: LexiconTable): Map<string, string> {
  const stems = new Map<string, string>();
  for (const word of table.terms()) {
    const stem = stemForm(word);
    if (!stems.has(stem)) stems.set(stem, word);
  }
  return stems;
}

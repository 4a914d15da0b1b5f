/**
 * The bilingual lexicon: Chinese, Japanese and Korean words → English words that skills use, and
 * one-way English synonyms.
 *
 * Format, one entry a line: `lang TAB term TAB glosses`. Glosses are separated by blanks; `_` joins
 * the words of a multi-word gloss, `:0.5` weighs one, `-` alone marks a filler that is consumed
 * without evidence.
 */
import chinese from "./lexicon/zh.tsv" with { type: "text" };
import english from "./lexicon/en.tsv" with { type: "text" };
import japanese from "./lexicon/ja.tsv" with { type: "text" };
import korean from "./lexicon/ko.tsv" with { type: "text" };
import { stemForm } from "./terms.ts";

/** Languages of the lexicon; `en` rows are synonyms. */
export type LexiconLanguage = "zh" | "ja" | "ko" | "en";

/** One alternative translation. */
export interface Gloss {
  /** English words, more than one for a multi-word gloss. */
  words: readonly string[];
  /** Relative weight, 1 unless stated. */
  weight: number;
}

/** Term → glosses; an empty list is a filler. */
export interface Lexicon {
  entries: Readonly<Record<LexiconLanguage, ReadonlyMap<string, readonly Gloss[]>>>;
  /** Longest term in characters, by language. */
  longest: Readonly<Record<LexiconLanguage, number>>;
  /** Synonyms by the stem of the word, the first row of several. */
  synonymsByStem: ReadonlyMap<string, readonly Gloss[]>;
}

/** A bad line of a lexicon file. */
export interface LexiconProblem {
  /** 1-based. */
  line: number;
  reason: string;
}

const LANGUAGES: readonly LexiconLanguage[] = ["zh", "ja", "ko", "en"];

/**
 * Reads a lexicon in the TSV form.
 * @returns the lexicon and its bad lines, which are left out
 */
export function parseLexicon(text: string): { lexicon: Lexicon; problems: LexiconProblem[] } {
  const entries = emptyEntries();
  const problems: LexiconProblem[] = [];
  let number = 0;
  for (const line of text.split(/\r?\n/)) {
    number++;
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [language, term, glosses] = line.split("\t");
    if (term === undefined || glosses === undefined || term.trim() === "") {
      problems.push({ line: number, reason: "needs three columns: language, term, glosses" });
      continue;
    }
    if (!isLanguage(language!)) {
      problems.push({ line: number, reason: `"${language}" is none of ${LANGUAGES.join(", ")}` });
      continue;
    }
    entries[language].set(normaliseTerm(term), parseGlosses(glosses));
  }
  return { lexicon: asLexicon(entries), problems };
}

/**
 * Reads a dictionary in CC-CEDICT form: `trad simp [pinyin] /gloss/gloss/`. Each gloss gives its
 * words outside parentheses; glosses of more than three words are explanations and left out.
 */
export function parseCedict(text: string): { lexicon: Lexicon; problems: LexiconProblem[] } {
  const entries = emptyEntries();
  const problems: LexiconProblem[] = [];
  let number = 0;
  for (const line of text.split(/\r?\n/)) {
    number++;
    if (line.trim() === "" || line.startsWith("#")) continue;
    const match = /^(\S+) (\S+) \[[^\]]*\] \/(.*)\/\s*$/.exec(line);
    if (match === null) {
      problems.push({ line: number, reason: "is no CC-CEDICT entry" });
      continue;
    }
    const [, traditional, simplified, glossText] = match as unknown as [
      string,
      string,
      string,
      string,
    ];
    const glosses: Gloss[] = [];
    for (const gloss of glossText.split("/")) {
      const words = gloss.replace(/\([^)]*\)/g, " ").toLowerCase().match(/[a-z0-9]+/g) ?? [];
      if (words.length > 0 && words[0] === "to") words.shift();
      if (words.length === 0 || words.length > 3) continue;
      glosses.push({ words, weight: 1 });
    }
    if (glosses.length === 0) continue;
    for (const term of new Set([traditional, simplified])) {
      const known = entries.zh.get(term) ?? [];
      entries.zh.set(term, [...known, ...glosses]);
    }
  }
  return { lexicon: asLexicon(entries), problems };
}

let cached: Lexicon | null = null;

/** The lexicon of this project, read at first use. */
export function builtInLexicon(): Lexicon {
  return cached ??= parseLexicon([chinese, japanese, korean, english].join("\n")).lexicon;
}

/** Synonyms of an English word: its own row, else that of a word with the same stem. */
export function synonymsOf(lexicon: Lexicon, word: string): readonly Gloss[] {
  return lexicon.entries.en.get(word) ?? lexicon.synonymsByStem.get(stemForm(word)) ?? [];
}

/** A piece of a CJK run that the lexicon knows. */
export interface Cover {
  /** Where it starts in the run, in characters. */
  start: number;
  /** Its characters. */
  length: number;
  term: string;
  language: LexiconLanguage;
  glosses: readonly Gloss[];
}

/** Longer terms win over several short ones: value of a term is its length to this power. */
const LENGTH_EXPONENT_VALUES = Array.from({ length: 32 }, (_, n) => n * Math.sqrt(n));

/**
 * The best cover of a run by lexicon terms: dynamic programming that maximises Σ length^1.5.
 * @param run CJK characters (code points)
 * @param languages in order of preference
 */
export function coverRun(
  lexicon: Lexicon,
  run: readonly string[],
  languages: readonly LexiconLanguage[],
): Cover[] {
  const count = run.length;
  const best = new Float64Array(count + 1);
  const choice: (Cover | null)[] = new Array(count + 1).fill(null);
  for (let at = count - 1; at >= 0; at--) {
    best[at] = best[at + 1]!;
    for (const language of languages) {
      const entries = lexicon.entries[language];
      const longest = Math.min(lexicon.longest[language], count - at);
      for (let length = longest; length >= 1; length--) {
        const value = (LENGTH_EXPONENT_VALUES[length] ?? 0) + best[at + length]!;
        if (value <= best[at]!) continue;
        const term = run.slice(at, at + length).join("");
        const glosses = entries.get(term);
        if (glosses === undefined) continue;
        best[at] = value;
        choice[at] = { start: at, length, term, language, glosses };
      }
    }
  }
  const covers: Cover[] = [];
  for (let at = 0; at < count;) {
    const chosen = choice[at] ?? null;
    if (chosen !== null) covers.push(chosen);
    at += chosen?.length ?? 1;
  }
  return covers;
}

/** Languages of a CJK text in order of preference: kana means Japanese, Hangul Korean. */
export function languagesOf(text: string): LexiconLanguage[] {
  const languages: LexiconLanguage[] = [];
  if (/[\u3041-\u30fa\u30fc-\u30ff\uff66-\uff9f]/.test(text)) languages.push("ja");
  if (/[\uac00-\ud7a3]/.test(text)) languages.push("ko");
  if (languages.length === 0 && /[\u4e00-\u9fff]/.test(text)) return ["zh", "ja"];
  return [...languages, "zh"];
}

function parseGlosses(text: string): Gloss[] {
  if (text.trim() === "-") return [];
  return text.trim().split(/\s+/).map((part) => {
    const [, words, weight] = /^(.*?)(?::(\d*\.?\d+))?$/.exec(part)!;
    return {
      words: words!.toLowerCase().split("_").filter(Boolean),
      weight: weight === undefined ? 1 : Number(weight),
    };
  });
}

function normaliseTerm(term: string): string {
  return term.trim().normalize("NFKC").toLowerCase();
}

function asLexicon(entries: Record<LexiconLanguage, Map<string, readonly Gloss[]>>): Lexicon {
  const synonymsByStem = new Map<string, readonly Gloss[]>();
  for (const [word, glosses] of entries.en) {
    const stem = stemForm(word);
    if (!synonymsByStem.has(stem)) synonymsByStem.set(stem, glosses);
  }
  return { entries, longest: longestTerms(entries), synonymsByStem };
}

function emptyEntries(): Record<LexiconLanguage, Map<string, Gloss[]>> {
  return { zh: new Map(), ja: new Map(), ko: new Map(), en: new Map() };
}

function longestTerms(
  entries: Record<LexiconLanguage, Map<string, readonly Gloss[]>>,
): Record<LexiconLanguage, number> {
  const longest = { zh: 0, ja: 0, ko: 0, en: 0 };
  for (const language of LANGUAGES) {
    for (const term of entries[language].keys()) {
      longest[language] = Math.max(longest[language], [...term].length);
    }
  }
  return longest;
}

function isLanguage(text: string): text is LexiconLanguage {
  return (LANGUAGES as readonly string[]).includes(text);
}

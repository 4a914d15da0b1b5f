/**
 * The English (Porter2) stemmer.
 *
 * Written from the description of the algorithm by Martin Porter (snowballstem.org, "The English
 * (Porter2) stemming algorithm"). The libraries that carry it take 60 ms to load and 5 µs a word,
 * more than the whole cold start may take. The test says how this one was verified.
 */

const VOWEL = /[aeiouy]/;
/** The vowels as bits, a = bit 0. */
const VOWEL_BITS = [..."aeiouy"].reduce((bits, vowel) => bits | 1 << (vowel.charCodeAt(0) - 97), 0);
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const VALID_LI = /[cdeghkmnrt]li$/;
const SHORT_SYLLABLE = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;

const EXCEPTIONS = new Map<string, string>(Object.entries({
  skis: "ski",
  skies: "sky",
  dying: "die",
  lying: "lie",
  tying: "tie",
  idly: "idl",
  gently: "gentl",
  ugly: "ugli",
  early: "earli",
  only: "onli",
  singly: "singl",
  sky: "sky",
  news: "news",
  howe: "howe",
  atlas: "atlas",
  cosmos: "cosmos",
  bias: "bias",
  andes: "andes",
}));

const EXCEPTIONS_AFTER_1A = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed",
]);

/** Step 2: suffix → replacement, longest first within each last-but-one letter. */
const STEP2: readonly [string, string][] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
];

const STEP3: readonly [string, string][] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

const STEP4 = [
  "ement",
  "ance",
  "ence",
  "able",
  "ible",
  "ment",
  "ant",
  "ent",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
  "al",
  "er",
  "ic",
] as const;

/** Suffixes by their last letter, so that a word is compared with few of them. */
function byLastLetter<T extends readonly [string, string]>(rows: readonly T[]): Map<string, T[]> {
  const table = new Map<string, T[]>();
  for (const row of rows) {
    const letter = row[0].at(-1)!;
    table.set(letter, [...(table.get(letter) ?? []), row]);
  }
  return table;
}

const STEP2_BY_LETTER = byLastLetter(STEP2);
const STEP3_BY_LETTER = byLastLetter(STEP3);
const STEP4_BY_LETTER = byLastLetter(STEP4.map((suffix) => [suffix, ""] as const));

/** The rows whose suffix may end a word. */
function rowsFor<T>(table: Map<string, T[]>, word: string): readonly T[] {
  return table.get(word[word.length - 1]!) ?? NO_ROWS;
}

const NO_ROWS: readonly never[] = [];

/**
 * Stem of a lower-case English word.
 * @param word letters a–z, digits and apostrophes; other words come back unchanged in practice
 */
export function porter2(word: string): string {
  if (word.length <= 2) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  let w = markConsonantY(word.startsWith("'") ? word.slice(1) : word);
  const r1 = regionOne(w);
  const r2 = regionAfter(w, r1);
  w = step0and1a(w);
  if (EXCEPTIONS_AFTER_1A.has(w)) return w;
  // A step is entered only for words that end as it may change them.
  let last = w[w.length - 1]!;
  if (last === "d" || last === "g" || last === "y") w = step1b(w, r1);
  last = w[w.length - 1]!;
  if ((last === "y" || last === "Y") && w.length > 2 && !isVowel(w, w.length - 2)) {
    w = w.slice(0, -1) + "i";
  }
  w = step2(w, r1);
  w = step3(w, r1, r2);
  w = step4(w, r2);
  last = w[w.length - 1]!;
  if (last === "e" || last === "l") w = step5(w, r1, r2);
  return w.includes("Y") ? w.replaceAll("Y", "y") : w;
}

/** Turns every `y` that is a consonant into `Y`: at the start or after a vowel. */
function markConsonantY(word: string): string {
  if (!word.includes("y")) return word;
  let out = "";
  for (let at = 0; at < word.length; at++) {
    const letter = word[at]!;
    out += letter === "y" && (at === 0 || VOWEL.test(out[at - 1]!)) ? "Y" : letter;
  }
  return out;
}

/** Start of R1: after the first consonant that follows a vowel, with three fixed prefixes. */
function regionOne(word: string): number {
  for (const prefix of ["gener", "commun", "arsen"]) {
    if (word.startsWith(prefix)) return prefix.length;
  }
  return regionAfter(word, 0);
}

function regionAfter(word: string, start: number): number {
  for (let at = start + 1; at < word.length; at++) {
    if (!isVowel(word, at) && isVowel(word, at - 1)) return at + 1;
  }
  return word.length;
}

function isVowel(word: string, at: number): boolean {
  const code = word.charCodeAt(at) - 97;
  return code >= 0 && code < 26 && ((VOWEL_BITS >> code) & 1) === 1;
}

function step0and1a(word: string): string {
  const w = word.includes("'") ? word.replace(/'s?'?$/, "") : word;
  if (w.endsWith("ied") || w.endsWith("ies")) return w.slice(0, w.length > 4 ? -2 : -1);
  if (!w.endsWith("s")) return w;
  if (w.endsWith("sses")) return w.slice(0, -2);
  if (w.endsWith("us") || w.endsWith("ss")) return w;
  return VOWEL.test(w.slice(0, -2)) ? w.slice(0, -1) : w;
}

function step1b(word: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed !== null) return eed.index >= r1 ? word.slice(0, eed.index) + "ee" : word;
  const suffix = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (suffix === null) return word;
  const w = word.slice(0, suffix.index);
  if (!VOWEL.test(w)) return word;
  if (/(?:at|bl|iz)$/.test(w)) return w + "e";
  if (DOUBLE.test(w)) return w.slice(0, -1);
  return isShort(w, r1) ? w + "e" : w;
}

function isShort(word: string, r1: number): boolean {
  return r1 >= word.length && SHORT_SYLLABLE.test(word);
}

function step2(word: string, r1: number): string {
  for (const [suffix, replacement] of rowsFor(STEP2_BY_LETTER, word)) {
    if (word.endsWith(suffix)) return replaceIn(word, suffix, replacement, r1);
  }
  if (word.endsWith("ogi")) {
    return word.endsWith("logi") ? replaceIn(word, "ogi", "og", r1) : word;
  }
  return word.endsWith("li") && VALID_LI.test(word) ? replaceIn(word, "li", "", r1) : word;
}

function step3(word: string, r1: number, r2: number): string {
  for (const [suffix, replacement] of rowsFor(STEP3_BY_LETTER, word)) {
    if (word.endsWith(suffix)) return replaceIn(word, suffix, replacement, r1);
  }
  return word.endsWith("ative") ? replaceIn(word, "ative", "", r2) : word;
}

function step4(word: string, r2: number): string {
  for (const [suffix] of rowsFor(STEP4_BY_LETTER, word)) {
    if (word.endsWith(suffix)) return replaceIn(word, suffix, "", r2);
  }
  return word.endsWith("ion") && /[st]ion$/.test(word) ? replaceIn(word, "ion", "", r2) : word;
}

function step5(word: string, r1: number, r2: number): string {
  const last = word.length - 1;
  if (word.endsWith("e")) {
    const stem = word.slice(0, -1);
    return last >= r2 || (last >= r1 && !SHORT_SYLLABLE.test(stem)) ? stem : word;
  }
  return word.endsWith("ll") && last >= r2 ? word.slice(0, -1) : word;
}

function replaceIn(word: string, suffix: string, replacement: string, region: number): string {
  const start = word.length - suffix.length;
  return start >= region ? word.slice(0, start) + replacement : word;
}

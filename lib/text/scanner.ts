/**
 * The scanner of the `default` analysis: text → tokens, in one pass over its characters.
 *
 * Words are runs of letters and digits after folding (lower case, accents off, full width to
 * ASCII); `- _ . /` and all else separate, but `c++`, `c#`, `.net` and `node.js` stay
 * recognisable. A camel-case word gives the whole and, at half weight, its parts. A CJK run gives
 * its overlapping bigrams, a single character itself.
 */
import { enlarge, HASH_SEED, hashUnit, type TermDictionary } from "../index/mod.ts";
import { characterClass, CJK, WORD } from "./characters.ts";

/** Token weights are counted in halves, so that camel-case parts can count half. */
export const FULL = 2;
/** Weight of a part of a camel-case word, and of a glued form such as `nodejs`. */
export const HALF = 1;

/** Kind of a folded character. */
const BREAK = 0;
const MARK = 1;
const CJK_UNIT = 2;
/** Values below this in the fold table are kinds, others the folded UTF-16 unit. */
const FIRST_UNIT = 3;
const UNKNOWN = 0xffff;

/** Folded unit or kind of every UTF-16 unit, filled as units are met. */
const folded = new Uint16Array(65_536).fill(UNKNOWN);
/** Units that fold to several characters (ß → ss, ligatures). */
const expansions = new Map<number, string>();

for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  folded[unit] = /[a-z0-9]/i.test(character) ? character.toLowerCase().charCodeAt(0) : BREAK;
}

function foldUnit(unit: number): number {
  const known = folded[unit]!;
  return known === UNKNOWN ? (folded[unit] = computeFold(unit)) : known;
}

function computeFold(unit: number): number {
  const character = String.fromCharCode(unit);
  if (/\p{M}/u.test(character)) return MARK;
  const kind = characterClass(unit);
  if (kind === CJK) return CJK_UNIT;
  if (kind !== WORD) return BREAK;
  const plain = character.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace("ß", "ss");
  if (plain.length === 1) return plain.charCodeAt(0);
  if (plain === "") return BREAK;
  expansions.set(unit, plain);
  return plain.charCodeAt(0);
}

/** Half-width katakana compose with the marks that follow, so such a text is normalised first. */
const HALF_WIDTH_KANA = /[\uff61-\uff9f]/;

const UPPER_N = 0x4e;
const LOWER_N = 0x6e;
const DOT = 0x2e;
const PLUS = 0x2b;
const HASH = 0x23;
/** Longest word before `+` or `#` that is read as a language name (c++, c#, f#, obj-c++). */
const MAX_SUFFIXED_LETTERS = 2;

/**
 * Scans texts into token numbers. The arrays are reused: they are valid until the next `scan`.
 */
export class Scanner {
  readonly #words: TermDictionary;
  #buffer = new Uint16Array(256);
  /** Number of each token in the dictionary. */
  tokens = new Uint32Array(1_024);
  /** Weight of each token in halves: `FULL` or `HALF`. */
  weights = new Uint8Array(1_024);
  /** How many entries of `tokens` count. */
  count = 0;
  /** Length of the text in full tokens (parts and glued forms do not lengthen it). */
  length = 0;

  /** Words of the last text that the dictionary does not hold, in lookup mode. */
  unknown: string[] = [];
  readonly #lookup: boolean;

  /**
   * @param words dictionary that numbers the tokens
   * @param mode `intern` numbers new words; `lookup` leaves the dictionary as it is (queries must
   * not make it grow): token `words.size + n` then stands for `unknown[n]`
   */
  constructor(words: TermDictionary, mode: "intern" | "lookup" = "intern") {
    this.#words = words;
    this.#lookup = mode === "lookup";
  }

  /** Scans a text; results are in `tokens`, `weights`, `count` and `length`. */
  scan(input: string): void {
    const text = HALF_WIDTH_KANA.test(input) ? input.normalize("NFKC") : input;
    this.count = 0;
    this.length = 0;
    if (this.#lookup) this.unknown = [];
    const end = text.length;
    let at = 0;
    while (at < end) {
      const unit = text.charCodeAt(at);
      const fold = foldUnit(unit);
      if (fold >= FIRST_UNIT) at = this.#scanWord(text, at);
      else if (fold === CJK_UNIT) at = this.#scanCjk(text, at);
      else if (unit >= 0xd840 && unit <= 0xd869) at = this.#scanCjk(text, at);
      else at++;
    }
  }

  /** Reads one word at `start`; returns where it ends. */
  #scanWord(text: string, start: number): number {
    const end = text.length;
    let buffer = this.#buffer;
    let size = 0;
    let hash = HASH_SEED;
    let at = start;
    let lowerBefore = false;
    let upperRun = 0;
    let boundaries = 0;
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      const fold = foldUnit(unit);
      if (fold < FIRST_UNIT) {
        if (fold === MARK) continue;
        break;
      }
      if (size + 4 >= buffer.length) buffer = this.#buffer = enlarge(buffer, buffer.length * 2);
      const upper = unit >= 0x41 && unit <= 0x5a;
      if (upper) {
        if (lowerBefore && boundaries < MAX_PARTS) partStarts[boundaries++] = size;
        upperRun++;
        lowerBefore = false;
      } else {
        if (upperRun > 1 && unit >= 0x61 && unit <= 0x7a && !isPluralTail(text, at, end)) {
          if (boundaries < MAX_PARTS) partStarts[boundaries++] = size - 1;
        }
        upperRun = 0;
        lowerBefore = true;
      }
      buffer[size++] = fold;
      hash = hashUnit(hash, fold);
      const rest = unit > 127 ? expansions.get(unit) : undefined;
      if (rest !== undefined) {
        for (let more = 1; more < rest.length; more++) {
          const extra = rest.charCodeAt(more);
          if (size + 4 >= buffer.length) buffer = this.#buffer = enlarge(buffer, buffer.length * 2);
          buffer[size++] = extra;
          hash = hashUnit(hash, extra);
        }
      }
    }
    if (size === 3 && isDotNet(text, start, buffer)) {
      this.#emitText("dotnet", FULL);
      return at;
    }
    if (size <= MAX_SUFFIXED_LETTERS && at < end) {
      const suffixEnd = languageSuffixEnd(text, at, end);
      for (; at < suffixEnd; at++) {
        const unit = text.charCodeAt(at);
        buffer[size++] = unit;
        hash = hashUnit(hash, unit);
      }
    }
    this.#emit(size, hash);
    if (boundaries > 0) this.#emitParts(boundaries, size);
    if (size === 2 && isJsSuffix(text, start, buffer)) this.#emitGlued(text, start);
    return at;
  }

  #emitParts(boundaries: number, size: number): void {
    partStarts[boundaries] = size;
    let from = 0;
    for (let part = 0; part <= boundaries; part++) {
      const to = partStarts[part]!;
      if (to - from >= 2) this.#emitSlice(from, to, HALF);
      from = to;
    }
  }

  /** The word before `.js` glued to it: `node.js` → `nodejs`. */
  #emitGlued(text: string, start: number): void {
    let from = start - 1;
    while (from > 0 && foldUnit(text.charCodeAt(from - 1)) >= FIRST_UNIT) from--;
    if (from < start - 1) this.#emitText(text.slice(from, start - 1).toLowerCase() + "js", HALF);
  }

  /** Reads a CJK run at `start`; returns where it ends. */
  #scanCjk(text: string, start: number): number {
    const end = text.length;
    let at = start;
    let size = 0;
    let characters = 0;
    let previous = 0;
    while (at < end) {
      const code = text.codePointAt(at)!;
      if (characterClass(code) !== CJK) break;
      const units = code > 0xffff ? 2 : 1;
      if (characters > 0) {
        this.#emitUnits(text, previous, at + units);
      }
      previous = at;
      at += units;
      characters++;
      size += units;
    }
    if (characters === 1) this.#emitUnits(text, start, start + size);
    return characters === 0 ? start + 1 : at;
  }

  #emitUnits(text: string, from: number, to: number): void {
    let hash = HASH_SEED;
    let size = 0;
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      this.#buffer[size++] = unit;
      hash = hashUnit(hash, unit);
    }
    this.#emit(size, hash);
  }

  #emit(size: number, hash: number): void {
    this.length++;
    this.#push(this.#number(0, size, hash), FULL);
  }

  #emitSlice(from: number, to: number, weight: number): void {
    let hash = HASH_SEED;
    for (let at = from; at < to; at++) hash = hashUnit(hash, this.#buffer[at]!);
    this.#push(this.#number(from, to, hash), weight);
  }

  #emitText(word: string, weight: number): void {
    if (weight === FULL) this.length++;
    let hash = HASH_SEED;
    for (let at = 0; at < word.length; at++) {
      if (at >= this.#buffer.length) this.#buffer = enlarge(this.#buffer, at * 2);
      this.#buffer[at] = word.charCodeAt(at);
      hash = hashUnit(hash, this.#buffer[at]!);
    }
    this.#push(this.#number(0, word.length, hash), weight);
  }

  #number(from: number, to: number, hash: number): number {
    if (!this.#lookup) return this.#words.intern(this.#buffer, from, to, hash);
    const known = this.#words.find(this.#buffer, from, to, hash);
    if (known >= 0) return known;
    const word = String.fromCharCode(...this.#buffer.subarray(from, to));
    return this.#words.size + this.unknown.push(word) - 1;
  }

  #push(token: number, weight: number): void {
    if (this.count === this.tokens.length) {
      this.tokens = enlarge(this.tokens, this.count * 2);
      this.weights = enlarge(this.weights, this.count * 2);
    }
    this.tokens[this.count] = token;
    this.weights[this.count++] = weight;
  }
}

/** Parts of a camel-case word that are kept at most; longer ones are no names. */
const MAX_PARTS = 12;
const partStarts = new Uint32Array(MAX_PARTS + 1);

/** Whether the lower-case letter at `at` is the plural `s` of an acronym (`APIs`). */
function isPluralTail(text: string, at: number, end: number): boolean {
  return text.charCodeAt(at) === 0x73 &&
    (at + 1 >= end || foldUnit(text.charCodeAt(at + 1)) < FIRST_UNIT);
}

/** Whether the three letters at `start` are `net` of `.NET`, `ASP.NET` or ` .net`. */
function isDotNet(text: string, start: number, buffer: Uint16Array): boolean {
  if (start === 0 || text.charCodeAt(start - 1) !== DOT) return false;
  if (buffer[0] !== LOWER_N || buffer[1] !== 0x65 || buffer[2] !== 0x74) return false;
  const afterWord = start >= 2 && foldUnit(text.charCodeAt(start - 2)) >= FIRST_UNIT;
  return !afterWord || text.charCodeAt(start) === UPPER_N;
}

/** Whether the two letters at `start` are the `js` of `node.js`. */
function isJsSuffix(text: string, start: number, buffer: Uint16Array): boolean {
  return start >= 2 && text.charCodeAt(start - 1) === DOT && buffer[0] === 0x6a &&
    buffer[1] === 0x73;
}

/** End of a `+`, `++` or `#` that belongs to the word before it, or `at` when there is none. */
function languageSuffixEnd(text: string, at: number, end: number): number {
  let stop = at;
  while (
    stop < end && stop - at < 2 &&
    (text.charCodeAt(stop) === PLUS || text.charCodeAt(stop) === HASH)
  ) stop++;
  const next = stop < end ? foldUnit(text.charCodeAt(stop)) : BREAK;
  const single = stop - at === 1 && text.charCodeAt(at) === PLUS;
  return next >= FIRST_UNIT || single ? at : stop;
}

/**
 * The scanner: a text → its tokens, one pass over its characters, without making a string for a token.
 *
 * A library of 2,000 skills holds millions of tokens and tens of thousands of different ones. Each
 * token is found by two 32-bit hashes of its characters, taken while they are read; its text is cut
 * out only when it is met for the first time. (Two hashes agree by chance once in 2^64: never, for a
 * vocabulary of millions.)
 */
import { characterClass, CJK, WORD } from "./characters.ts";

/** What a UTF-16 unit is to the scanner. */
const UNKNOWN_KIND = 0;
const SEPARATOR_KIND = 1;
const WORD_KIND = 2;
const CJK_KIND = 3;
const SURROGATE_KIND = 4;
const DOT_KIND = 5;
/**
 * Half-width katakana, the sound marks of kana, and Hangul in pieces (file names of macOS): such a
 * text is composed first.
 */
const DECOMPOSED_KIND = 6;

const kinds = new Uint8Array(65_536);
kinds.fill(SURROGATE_KIND, 0xd800, 0xe000);
kinds.fill(DECOMPOSED_KIND, 0xff61, 0xffa0);
kinds.fill(DECOMPOSED_KIND, 0x3099, 0x309b);
kinds.fill(DECOMPOSED_KIND, 0x1100, 0x1200);
kinds[0x2e] = DOT_KIND;

/**
 * Tokens of one text, as flat arrays of which the first `count` entries count. The arrays are reused:
 * they are valid until the next `scan` into the same object.
 */
export class TokenList {
  /** The text the places refer to: half-width and decomposed letters are composed. */
  text = "";
  count = 0;
  /** Place of each token in `text`. */
  starts: Int32Array = new Int32Array(1_024);
  ends: Int32Array = new Int32Array(1_024);
  /** Two hashes of each word. */
  hashes: Int32Array = new Int32Array(1_024);
  checks: Int32Array = new Int32Array(1_024);
  /** 1 for a run of CJK characters, 0 for a word. */
  cjk: Uint8Array = new Uint8Array(1_024);

  /** Makes room for more tokens. */
  grow(): void {
    const length = this.starts.length * 2;
    this.starts = enlarged(this.starts, new Int32Array(length));
    this.ends = enlarged(this.ends, new Int32Array(length));
    this.hashes = enlarged(this.hashes, new Int32Array(length));
    this.checks = enlarged(this.checks, new Int32Array(length));
    this.cjk = enlarged(this.cjk, new Uint8Array(length));
  }

  /** The text of a token. */
  slice(at: number): string {
    return this.text.slice(this.starts[at]!, this.ends[at]!);
  }
}

/** Copies an array into a longer one. */
export function enlarged<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Start values and multipliers of the two hashes (FNV-1a; Knuth's multiplicative constant). */
const HASH_SEED = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;
const CHECK_SEED = 0x9e3779b9 | 0;
const CHECK_PRIME = 0x85ebca6b | 0;

/** Set in lower-case letters and digits of ASCII, clear in capitals. */
const LOWER_BIT = 0x20;
/** After a flip of `LOWER_BIT`: set in every unit that is neither a lower-case letter nor a digit. */
const OTHER_BITS = 0xffa0;

/** Scans a text into a list. */
export function scan(text: string, list: TokenList): void {
  scanRuns(text, list, false);
}

/** @param isComposed whether letters in pieces that are met can only stand for themselves */
function scanRuns(text: string, list: TokenList, isComposed: boolean): void {
  const end = text.length;
  list.text = text;
  let count = 0;
  let at = 0;
  while (at < end) {
    const unit = text.charCodeAt(at);
    let kind = kinds[unit]!;
    if (kind === SEPARATOR_KIND) {
      at++;
      continue;
    }
    if (kind === DECOMPOSED_KIND) {
      if (!isComposed) return scanRuns(text.normalize("NFKC"), list, true);
      kind = kindOf(unit);
    } else if (kind === UNKNOWN_KIND) kind = learnKind(unit);
    else if (kind === SURROGATE_KIND) kind = surrogateKind(text, at);
    const start = at;
    let hash = HASH_SEED;
    let check = CHECK_SEED;
    if (kind === WORD_KIND) {
      at++;
      let stop = at;
      let other = 0;
      for (; at < end; at++) {
        const next = text.charCodeAt(at);
        if (kinds[next] !== WORD_KIND && !belongs(text, at, next, WORD_KIND, isComposed)) {
          stop = suffixEnd(text, at, end);
          break;
        }
        other |= (next ^ LOWER_BIT) & OTHER_BITS;
        hash = Math.imul(hash ^ next, HASH_PRIME);
        check = Math.imul(check + next, CHECK_PRIME);
      }
      for (; at < stop; at++) {
        const next = text.charCodeAt(at);
        hash = Math.imul(hash ^ next, HASH_PRIME);
        check = Math.imul(check + next, CHECK_PRIME);
      }
      // "Deploy" and "deploy" are one token: no analysis tells them apart.
      const first = other === 0 && unit >= 0x41 && unit <= 0x5a ? unit | LOWER_BIT : unit;
      hash = Math.imul(hash ^ first, HASH_PRIME);
      check = Math.imul(check + first, CHECK_PRIME);
    } else if (kind === CJK_KIND) {
      while (at < end) {
        const next = text.charCodeAt(at);
        if (kinds[next] !== CJK_KIND && !belongs(text, at, next, CJK_KIND, isComposed)) break;
        at++;
      }
    } else if (kind === DOT_KIND && isDotNet(text, at)) {
      for (; at < start + 4; at++) {
        const next = text.charCodeAt(at);
        hash = Math.imul(hash ^ next, HASH_PRIME);
        check = Math.imul(check + next, CHECK_PRIME);
      }
    } else {
      at++;
      continue;
    }
    if (count === list.starts.length) list.grow();
    list.starts[count] = start;
    list.ends[count] = at;
    list.hashes[count] = hash;
    list.checks[count] = check;
    list.cjk[count++] = kind === CJK_KIND ? 1 : 0;
  }
  list.count = count;
}

/** Whether a rarer unit belongs to a run: a new one, half of a pair, or a mark on a letter. */
function belongs(
  text: string,
  at: number,
  unit: number,
  run: number,
  isComposed: boolean,
): boolean {
  let code = unit;
  let kind = kinds[unit]!;
  if (kind === UNKNOWN_KIND) kind = learnKind(unit);
  else if (kind === DECOMPOSED_KIND) {
    // The run ends, and the scan starts anew over the composed text.
    if (!isComposed) return false;
    kind = kindOf(unit);
  } else if (kind === SURROGATE_KIND) {
    code = text.codePointAt(unit >= 0xdc00 ? at - 1 : at)!;
    // Half a pair belongs to nothing.
    if (code < 0x10000) return false;
    kind = kindOf(code);
  }
  return kind === run || (run === WORD_KIND && kind === SEPARATOR_KIND && isMark(code));
}

function learnKind(unit: number): number {
  return kinds[unit] = kindOf(unit);
}

function surrogateKind(text: string, at: number): number {
  const code = text.codePointAt(at)!;
  return code < 0x10000 ? SEPARATOR_KIND : kindOf(code);
}

/** What a code point is by its class alone; here the underscore separates. */
function kindOf(code: number): number {
  const kind = characterClass(code);
  return kind === WORD
    ? (code === 0x5f ? SEPARATOR_KIND : WORD_KIND)
    : kind === CJK
    ? CJK_KIND
    : SEPARATOR_KIND;
}

/** A mark belongs to the letter before it. */
function isMark(code: number): boolean {
  return code >= 0x300 && /\p{M}/u.test(String.fromCodePoint(code));
}

const DOT = 0x2e;
const PLUS = 0x2b;
const NUMBER_SIGN = 0x23;

/** End of `++`, `#` or `.js` behind a word, or `at` when there is none. */
function suffixEnd(text: string, at: number, end: number): number {
  if (at >= end) return at;
  const unit = text.charCodeAt(at);
  if (unit === PLUS) return text.charCodeAt(at + 1) === PLUS ? at + 2 : at;
  if (unit === NUMBER_SIGN) return isAsciiWord(text.charCodeAt(at + 1)) ? at : at + 1;
  if (unit === DOT && text.charCodeAt(at + 1) === 0x6a && text.charCodeAt(at + 2) === 0x73) {
    return isAsciiWord(text.charCodeAt(at + 3)) ? at : at + 3;
  }
  return at;
}

/** Whether `.NET`, or `.net` after no letter, stands at a dot. */
function isDotNet(text: string, at: number): boolean {
  const unit = text.charCodeAt(at + 1);
  if (unit !== 0x4e && unit !== 0x6e) return false;
  const word = text.slice(at + 1, at + 4);
  if (isAsciiWord(text.charCodeAt(at + 4))) return false;
  return word === "NET" || (word === "net" && !isAsciiWord(text.charCodeAt(at - 1)));
}

function isAsciiWord(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a);
}

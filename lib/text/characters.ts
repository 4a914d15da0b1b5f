/**
 * Character classes that both analysers share.
 */

function inCjkRange(code: number): boolean {
  if (code < 0x3041) return false;
  return code <= 0x30ff || (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xff66 && code <= 0xff9f) || (code >= 0x20000 && code <= 0x2a6df);
}

const LETTER_OR_NUMBER = /^[\p{L}\p{N}_]$/u;

/** Classes of the characters of the basic plane, filled as characters are met. */
const classes = new Uint8Array(65_536);
const UNKNOWN = 0;

/** A character that ends a word. */
export const SEPARATOR = 1;
/** A letter, number or underscore outside the CJK scripts. */
export const WORD = 2;
/** A letter of a CJK script (SR-12; `々 〇 ・` and full-width Latin are none). */
export const CJK = 3;

/** `SEPARATOR`, `WORD` or `CJK` of a code point (SR-11: marks separate). */
export function characterClass(code: number): number {
  if (code < 65_536) {
    const known = classes[code]!;
    if (known !== UNKNOWN) return known;
    return classes[code] = classify(code);
  }
  return classify(code);
}

function classify(code: number): number {
  if (!LETTER_OR_NUMBER.test(String.fromCodePoint(code))) return SEPARATOR;
  return inCjkRange(code) ? CJK : WORD;
}

/** Whether a code point is a letter of a CJK script (SR-12). */
export function isCjk(code: number): boolean {
  return code >= 0x3041 && characterClass(code) === CJK;
}

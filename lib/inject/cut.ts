/**
 * Shortening text to a number of characters (Unicode code points, as the host counts).
 */

/** Scripts that are written without blanks between words: any place beside them will do for a cut. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const BLANK = /\s/u;
const TRAILING = /[\s\p{Pd}\p{Po}\p{Ps}\p{Pi}]+$/u;
const ELLIPSIS = "…";

/** Number of Unicode code points. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00 && at + 1 < text.length) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next < 0xe000) {
        length--;
        at++;
      }
    }
  }
  return length;
}

/**
 * The text, or its beginning up to a word boundary with an ellipsis.
 * @param maxCharacters most code points of the result, the ellipsis included
 */
export function cutAtWord(text: string, maxCharacters: number): string {
  if (lengthOf(text) <= maxCharacters) return text;
  const characters = [...text];
  let end = maxCharacters - lengthOf(ELLIPSIS);
  // A text without any boundary in its second half (one endless word) is cut where it must be.
  for (let at = end; at >= maxCharacters / 2; at--) {
    if (isBoundary(characters[at - 1]!, characters[at]!)) {
      end = at;
      break;
    }
  }
  return characters.slice(0, end).join("").replace(TRAILING, "") + ELLIPSIS;
}

/** SR-82: a longer text becomes its beginning and three dots, `maxCharacters` in all. */
export function cutHard(text: string, maxCharacters: number): string {
  if (lengthOf(text) <= maxCharacters) return text;
  return [...text].slice(0, maxCharacters - 3).join("") + "...";
}

function isBoundary(before: string, after: string): boolean {
  return BLANK.test(before) || BLANK.test(after) || UNSPACED.test(before) || UNSPACED.test(after);
}

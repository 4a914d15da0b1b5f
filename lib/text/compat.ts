/**
 * The tokenizer of preset `bm25`: exactly spec SR §2, quirks included.
 */
import { characterClass, CJK, isCjk, WORD } from "./characters.ts";

/**
 * Tokens of a text in order: lower-case words of letters, numbers and `_`; CJK runs of three or more
 * characters as overlapping bigrams, shorter ones whole (SR-11…14).
 */
export function compatTokens(text: string): string[] {
  const tokens: string[] = [];
  const lower = text.toLowerCase();
  const length = lower.length;
  let start = -1;
  for (let at = 0; at < length; at++) {
    const unit = lower.charCodeAt(at);
    const high = unit >= 0xd800 && unit <= 0xdbff && at + 1 < length;
    const code = high ? lower.codePointAt(at)! : unit;
    const kind = characterClass(code);
    if (kind === WORD) {
      if (start < 0) start = at;
    } else {
      if (start >= 0) {
        tokens.push(lower.slice(start, at));
        start = -1;
      }
      if (kind === CJK) {
        const end = cjkRunEnd(lower, at);
        pushCjkRun(lower.slice(at, end), tokens);
        at = end - 1;
        continue;
      }
    }
    if (code > 0xffff) at++;
  }
  if (start >= 0) tokens.push(lower.slice(start));
  return tokens;
}

/** End of the CJK run that starts at `start`, in code units. */
function cjkRunEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    if (!isCjk(code)) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** Appends a run as SR-13 says: one or two characters whole, longer ones as bigrams. */
function pushCjkRun(run: string, tokens: string[]): void {
  const characters = [...run];
  if (characters.length <= 2) {
    tokens.push(run);
    return;
  }
  for (let at = 0; at + 1 < characters.length; at++) {
    tokens.push(characters[at]! + characters[at + 1]!);
  }
}

/**
 * Text of a message that is a string or a list of content parts (SR-10): strings are taken, objects
 * give `text`, else a non-empty `caption`; null gives the empty string, anything else its string form.
 */
export function flattenContent(content: unknown): string {
  if (content === null || content === undefined) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return String(content);
  const parts: string[] = [];
  for (const item of content) {
    if (typeof item === "string") {
      parts.push(item);
    } else if (typeof item === "object" && item !== null) {
      const { text, caption } = item as { text?: unknown; caption?: unknown };
      if (typeof text === "string" && text !== "") parts.push(text);
      else if (typeof caption === "string" && caption !== "") parts.push(caption);
    }
  }
  return parts.join(" ");
}

/** First characters of a body that SR-21 looks at. */
const BODY_WINDOW_CHARACTERS = 3_000;
/** Longest text that SR-21 takes from a body. */
const BODY_RUNS_CHARACTERS = 200;

/**
 * CJK runs among the first 3,000 characters of a body, joined by blanks, cut to 200 characters
 * (SR-21); empty when there are none.
 */
export function bodyCjkRuns(body: string): string {
  // Most bodies hold neither CJK nor pairs: half the units tell.
  if (!CJK_OR_PAIR.test(body.slice(0, BODY_WINDOW_CHARACTERS))) return "";
  const window = body.slice(0, 2 * BODY_WINDOW_CHARACTERS);
  if (!HAS_CJK.test(window)) return "";
  const runs: string[] = [];
  let run = "";
  let seen = 0;
  for (const character of window) {
    if (seen++ === BODY_WINDOW_CHARACTERS) break;
    if (isCjk(character.codePointAt(0)!)) {
      run += character;
    } else if (run !== "") {
      runs.push(run);
      run = "";
    }
  }
  if (run !== "") runs.push(run);
  const joined = runs.join(" ");
  return joined.length <= BODY_RUNS_CHARACTERS
    ? joined
    : [...joined].slice(0, BODY_RUNS_CHARACTERS).join("");
}

/** Units of CJK letters, and first halves of the pairs of rarer ones. */
const HAS_CJK = /[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff66-\uff9f\ud840-\ud869]/;
const CJK_OR_PAIR = /[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\udbff\uff66-\uff9f]/;

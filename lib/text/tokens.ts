/**
 * The tokenizer of the `default` analysis.
 *
 * Words are runs of letters, digits and the marks on them; everything else separates, but `C++`,
 * `C#`, `.NET` and `node.js` stay recognisable. CJK runs are tokens of their own, cut into bigrams
 * later.
 */
import { isCjk } from "./characters.ts";
import { scan, TokenList } from "./scanner.ts";

const list = new TokenList();

/** Tokens of a text in order, as written: words, and CJK runs. */
export function tokensOf(text: string): string[] {
  scan(text, list);
  return Array.from({ length: list.count }, (_, at) => list.slice(at));
}

/** Whether a token is a CJK run. */
export function isCjkRun(token: string): boolean {
  return token.charCodeAt(0) >= 0x3041 && isCjk(token.codePointAt(0)!);
}

/** Overlapping bigrams of a CJK run; a single character is itself. */
export function bigramsOf(run: string): string[] {
  const characters = run.length === 1 ? [run] : [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => characters[at]! + character);
}

/** A word inside a token: folded to lower case without accents. */
export interface Word {
  text: string;
  /** In halves: `FULL`, or `HALF` for a part of a compound. */
  weight: number;
}

/** Weight of a word as written; weights are counted in halves. */
export const FULL = 2;
/** Weight of a part of a camel-case word, and of a glued form such as `nodejs`. */
export const HALF = 1;

/** Longest word that `+` and `#` belong to (C++, C#, F#, g++). */
const SUFFIXED_LETTERS = 2;

/** Whether a token is one word of ASCII that only its first letter may be a capital of. */
export function isPlainWord(token: string): boolean {
  return /^[A-Z]?[a-z0-9]+$/.test(token);
}

/**
 * The words of a token that is no CJK run: `getUserName` → getusername, and at half weight get, user,
 * name; `.NET` → dotnet; `node.js` → node, js, and at half weight nodejs.
 */
export function wordsOf(token: string): Word[] {
  if (isPlainWord(token)) return [{ text: token.toLowerCase(), weight: FULL }];
  if (token.startsWith(".")) return [{ text: "dotnet", weight: FULL }];
  if (token.endsWith(".js")) {
    const base = token.slice(0, -3);
    return [
      ...wordsOf(base),
      { text: "js", weight: FULL },
      { text: `${foldWord(base)}js`, weight: HALF },
    ];
  }
  const [, letters, suffix] = /^(.*?)(\+\+|#)?$/s.exec(token) as unknown as [
    string,
    string,
    string?,
  ];
  if (suffix !== undefined && letters.length <= SUFFIXED_LETTERS) {
    return [{ text: foldWord(token), weight: FULL }];
  }
  const parts = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/.test(letters) ? camelParts(letters) : [];
  return [
    { text: foldWord(letters), weight: FULL },
    ...parts.map((part) => ({ text: foldWord(part), weight: HALF })),
  ];
}

/** Parts of a camel-case word with at least two characters; the `s` of `APIs` is none. */
function camelParts(word: string): string[] {
  const parts = word.replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z](?!\b))/g, "$1 $2").split(" ");
  return parts.length < 2 ? [] : parts.filter((part) => part.length >= 2);
}

/** Lower case, full width to ASCII, accents off. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  if (/^[a-z0-9+#]*$/.test(lower)) return lower;
  // Styled letters such as 𝗔 become capitals only now.
  return lower.normalize("NFKD").toLowerCase().replace(/\p{M}+/gu, "").replaceAll("ß", "ss")
    .normalize("NFC");
}

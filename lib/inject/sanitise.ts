/**
 * Skill files are untrusted text. What of them goes into a prompt is one line of plain words: it
 * cannot break out of its line, hide characters, or pass for a tag or a turn of the host.
 */

/** White space of every kind; U+FEFF, which JavaScript counts in, shows nothing and is not. */
const BLANK = /[^\S\ufeff]|\u0085/gu;

/**
 * Characters that show nothing but steer: controls, lone surrogates, format characters (bidirectional,
 * zero-width, tags) and everything Unicode calls ignorable by default (fillers, variation selectors).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** An opening or closing tag, complete or not: `<system>`, `</available_skills`, `<!--`, `<|im_end|>`. */
const TAG_START = /<(?=[/!?|a-z])/giu;
const SPECIAL_TOKEN_END = /\|>/gu;

/** Heads of the host's own notes, which it looks for in the conversation (hermes-real §4). */
const BRACKETED_NOTE =
  /\[(?=\s*\/?\s*(?:system|async delegation|inst|assistant|user|developer|replying to)\b)/giu;

/** A word that would open a turn of somebody else, at the start of a sentence. */
const ROLE_MARKER =
  /(^\s*|[.!?。！？:]\s*|\n\s*)(system|assistant|user|human|developer|tool)(\s*prompt)?\s*[:：](?=\s|$)/giu;

/** A code fence would swallow the lines that follow. */
const FENCE = /`{3,}|~{3,}/gu;

/**
 * One line of harmless text: white space collapsed, invisible characters removed, markup that
 * imitates the host's tags, notes or role markers made visible but inert.
 */
export function oneLine(text: string): string {
  return disarm(text).replace(/\s+/g, " ").trim();
}

/**
 * Several lines of harmless text: as `oneLine`, but line breaks and indentations stay. No more than one
 * empty line in a row is left.
 */
export function severalLines(text: string): string {
  return disarm(text.replace(/\r\n?/g, "\n")).replace(/ +$/gm, "").replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}

/**
 * Whether a text can be shown exactly as it is. The string that loads a skill cannot be altered
 * without making it useless, so a skill whose string fails here is not offered.
 */
export function isHarmless(text: string): boolean {
  return disarm(text) === text && !/[^\S ]/u.test(text);
}

/** Repeated until nothing changes: removing one thing may complete another (`<<sys>tem>`). */
function disarm(text: string): string {
  let current = text;
  for (;;) {
    const next = current
      .replace(BLANK, (blank) => blank === "\n" ? "\n" : " ")
      .replace(INVISIBLE, (character) => character === "\n" ? "\n" : "")
      .replace(ROLE_MARKER, "$1$2$3 –")
      .replace(TAG_START, "‹")
      .replace(SPECIAL_TOKEN_END, "|›")
      .replace(BRACKETED_NOTE, "(")
      .replace(FENCE, "'");
    if (next === current) return next;
    current = next;
  }
}

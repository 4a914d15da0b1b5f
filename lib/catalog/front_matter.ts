/**
 * Where the header of a `SKILL.md` starts and ends, by the host's own rules (contract §5.5): they differ
 * from other readers' at the end of the file and after the opening fence.
 */

/** A file cut into header and body. */
export interface FrontMatter {
  /** Text between the fences, from just behind the opening `---`; null without front matter. */
  header: string | null;
  /** Text behind the closing fence; the whole text without front matter. */
  body: string;
}

/** The closing fence: a line of `---` and blanks, with a line end behind it. */
const CLOSING_FENCE = /\n---\s*\n/y;

/**
 * Cuts a text at its fences as the host does: it must start with `---` (whatever follows on that line),
 * and the closing fence counts only with a line end behind it.
 * @param text content of the file; one leading U+FEFF is skipped
 */
export function splitFrontMatter(text: string): FrontMatter {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!text.startsWith("---", start)) return { header: null, body: text.slice(start) };
  let fence: RegExpExecArray | null = null;
  for (let at = start + 3; fence === null; at++) {
    at = text.indexOf("\n---", at);
    if (at < 0) return { header: null, body: text.slice(start) };
    CLOSING_FENCE.lastIndex = at;
    fence = CLOSING_FENCE.exec(text);
  }
  return {
    header: text.slice(start + 3, fence.index),
    body: text.slice(fence.index + fence[0].length),
  };
}

/**
 * The header a person meant where the host sees none: leading blank lines, a closing fence that is the
 * last thing in the file, or no closing fence at all (then up to the first blank line or heading).
 * @returns the text of that header, or null when there is nothing like one
 */
export function intendedHeader(text: string): string | null {
  const open = /^\ufeff?\s*---[^\n]*\n/.exec(text);
  if (open === null) return null;
  const rest = text.slice(open[0].length);
  const close = /^---\s*$/m.exec(rest);
  if (close !== null) return rest.slice(0, close.index);
  const end = /^(?:\s*$|#)/m.exec(rest);
  return end === null ? rest : rest.slice(0, end.index);
}

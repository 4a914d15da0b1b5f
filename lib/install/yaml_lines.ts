/**
 * Lines of a YAML text with their places in it. Nothing is changed by reading: the text can be put
 * together again byte by byte.
 */

/** A place in a config that this program does not edit; the message says why. */
export class LayoutError extends Error {
  override readonly name = "LayoutError";
}

/** One line. Offsets are UTF-16 units of the text. */
export interface Line {
  start: number;
  /** End without the line end. */
  end: number;
  /** Start of the next line, or the length of the text. */
  next: number;
  /** Blanks at its beginning. */
  indent: number;
  kind: "blank" | "comment" | "content";
}

/** A text and its lines. */
export interface Source {
  text: string;
  lines: readonly Line[];
}

/** Cuts a text at `\n`, `\r\n` and `\r`, the line ends of YAML 1.2 (§5.4). */
export function readLines(text: string): Source {
  const lines: Line[] = [];
  const ends = /\r\n|\n|\r/g;
  for (let start = 0; start < text.length;) {
    ends.lastIndex = start;
    const found = ends.exec(text);
    const end = found?.index ?? text.length;
    const next = found === null ? text.length : ends.lastIndex;
    const line = text.slice(start, end);
    const indent = /^ */.exec(line)![0].length;
    const rest = line.slice(indent).trimStart();
    lines.push({
      start,
      end,
      next,
      indent,
      kind: rest === "" ? "blank" : rest.startsWith("#") ? "comment" : "content",
    });
    start = next;
  }
  return { text, lines };
}

/** Index of the line that holds an offset. */
export function lineAt({ lines }: Source, offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The line end that a text uses first, `\n` where it has none. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** Offset behind blanks, tabs, line ends and comments. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && /\s/.test(text[at]!)) at++;
    if (text[at] !== "#" || (at > 0 && !/\s/.test(text[at - 1]!))) return at;
    while (at < text.length && !/[\n\r]/.test(text[at]!)) at++;
  }
}

/** Offset behind an anchor and a tag, and the blanks that follow them on the line. */
export function skipProperties(text: string, from: number): number {
  const properties = /[ \t]*(?:[&!][^\s,[\]{}]*(?:[ \t]+|(?=[\n\r,\]}]|$)))*/y;
  properties.lastIndex = from;
  return properties.exec(text) === null ? from : properties.lastIndex;
}

/** Offset behind a quoted scalar. @param from offset of its opening quote */
export function skipQuoted(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\" && quote === '"') at++;
    else if (text[at] === quote) {
      if (quote === "'" && text[at + 1] === "'") at++;
      else return at + 1;
    }
  }
  throw new LayoutError("a quoted text in it does not end");
}

/** The text of a key as written, quotes taken away. */
export function keyText(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
  if (!written.startsWith('"')) return written;
  try {
    return JSON.parse(written) as string;
  } catch {
    return written;
  }
}

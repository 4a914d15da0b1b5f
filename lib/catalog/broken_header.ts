/**
 * What can be saved from a header that is no YAML. The host's line splitter decides everything that
 * bears on visibility; names and descriptions for ranking are recovered more carefully (SR-25).
 */

/**
 * The host's fallback: every line with a colon gives a key and a value as plain text, nesting lost, the
 * last of equal keys wins (contract §5.5).
 */
export function splitLines(header: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const line of header.trim().split("\n")) {
    const colon = line.indexOf(":");
    if (colon >= 0) fields[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return fields;
}

/** A line that opens a key of the top level. */
const TOP_LEVEL_KEY = /^[A-Za-z_][\w-]*[ \t]*:(?:\s|$)/;
const BLOCK_SCALAR = /^([>|])[-+\d]*[ \t]*(?:#.*)?$/;

/**
 * The text of a top-level key, read line by line: block scalars without their indicator, quoted and
 * continued lines joined, never anything of a later key.
 * @param header text between the fences
 * @param key name of the key
 * @returns its text on one or more lines, trimmed; empty when the key is missing
 */
export function recoverText(header: string, key: string): string {
  const lines = header.replaceAll("\r\n", "\n").split("\n");
  const opens = new RegExp(`^${key}[ \\t]*:(?:\\s|$)`);
  const start = lines.findIndex((line) => opens.test(line));
  if (start < 0) return recoverIndented(lines, key);
  return valueAt(lines, start, lines[start]!.indexOf(":") + 1);
}

/** A header whose keys are all indented is broken too; its first such key is taken. */
function recoverIndented(lines: readonly string[], key: string): string {
  const opens = new RegExp(`^\\s*${key}\\s*:`);
  const at = lines.findIndex((line) => opens.test(line));
  if (at < 0 || lines.slice(0, at).some((line) => TOP_LEVEL_KEY.test(line))) return "";
  const indent = /^\s*/.exec(lines[at]!)![0];
  const shifted = lines.slice(at).map((line) =>
    line.startsWith(indent) ? line.slice(indent.length) : line
  );
  return valueAt(shifted, 0, shifted[0]!.indexOf(":") + 1);
}

function valueAt(lines: readonly string[], start: number, from: number): string {
  let end = start + 1;
  while (end < lines.length && !TOP_LEVEL_KEY.test(lines[end]!)) end++;
  const more = lines.slice(start + 1, end);
  const first = withoutEarlyQuotes(lines[start]!.slice(from).trim(), more);
  const block = BLOCK_SCALAR.exec(first);
  if (block !== null) return blockText(more, block[1] === ">");
  const text = [first, ...textLines(more, first === "")].filter((line) => line !== "").join(" ");
  return unquoted(text);
}

/**
 * A converter that quotes only the first line of a longer text (or its block indicator) is the commonest
 * cause of broken headers: such quotes are none of the text's.
 */
function withoutEarlyQuotes(first: string, more: readonly string[]): string {
  const isClosed = first.length > 1 && /^["']/.test(first) && first.endsWith(first[0]!);
  return isClosed && /^[ \t]+\S/.test(more[0] ?? "") ? unquoted(first) : first;
}

/** Continuation lines of a scalar: up to a list or a comment at the left margin. */
function textLines(lines: readonly string[], valueIsEmpty: boolean): string[] {
  const taken: string[] = [];
  for (const line of lines) {
    if (/^(?:#|- )/.test(line)) break;
    if (valueIsEmpty && taken.length === 0 && /^\s*(?:- |[\w-]+:(?:\s|$))/.test(line)) break;
    taken.push(line.trim());
  }
  return taken;
}

function blockText(lines: readonly string[], folded: boolean): string {
  const kept = lines.map((line) => line.trim());
  while (kept.length > 0 && kept.at(-1) === "") kept.pop();
  if (!folded) return kept.join("\n").trim();
  return kept.join("\n").replace(/([^\n])\n(?=[^\n])/g, "$1 ").replaceAll(/\n\n/g, "\n").trim();
}

function unquoted(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const closed = text.length > 1 && text.endsWith(quote);
  const inside = text.slice(1, closed ? -1 : undefined).trim();
  return quote === "'" ? inside.replaceAll("''", "'") : inside.replace(/\\(["\\/])/g, "$1");
}

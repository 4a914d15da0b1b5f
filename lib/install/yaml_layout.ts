/**
 * The layout of a YAML text as far as an editor of lines must know it: which lines an entry of a
 * mapping or an item of a list takes. What it does not understand is a `LayoutError`, and since every
 * edit is checked by a real parser afterwards, a misreading costs an edit and never a config.
 */
import { type FlowNode, readFlow } from "./yaml_flow.ts";
import {
  keyText,
  LayoutError,
  type Line,
  lineAt,
  skipProperties,
  skipQuoted,
  type Source,
} from "./yaml_lines.ts";

/** One entry of a block mapping. */
export interface BlockEntry {
  key: string;
  /** Index of its first line. */
  line: number;
  /** Index behind its last line. */
  endLine: number;
  /** Blanks before its key. */
  indent: number;
  /** Offset behind its colon. */
  valueAt: number;
}

/** One item of a block list. */
export interface BlockItem {
  line: number;
  endLine: number;
}

/** What stands at a place. */
export type LayoutNode =
  | { kind: "mapping"; indent: number; entries: BlockEntry[] }
  | { kind: "sequence"; indent: number; items: BlockItem[] }
  | FlowNode
  /** Nothing, `line` being the one that says so. */
  | { kind: "empty"; line: number }
  /** `null` or `~`, as written. */
  | { kind: "null"; start: number; end: number }
  | { kind: "other"; what: string };

const NULL = /^(?:~|null|Null|NULL)$/;

/** Reads the outermost node. @throws {LayoutError} for what is not edited */
export function readRoot(source: Source): LayoutNode {
  const { text, lines } = source;
  let from = 0;
  lines.forEach((line, index) => {
    const written = text.slice(line.start, line.end);
    if (/^\.\.\.(?:\s|$)/.test(written)) throw new LayoutError('it has an end mark ("...")');
    if (!/^---(?:\s|$)/.test(written)) return;
    const isFirst = lines.slice(from, index).every((other) =>
      other.kind !== "content" || text[other.start] === "%"
    );
    if (!isFirst || from > 0) throw new LayoutError("it holds more than one YAML document");
    if (!/^---[ \t]*(?:#.*)?$/.test(written)) {
      throw new LayoutError('something follows its "---" on the same line');
    }
    from = index + 1;
  });
  return readBlock(source, from, lines.length) ?? { kind: "empty", line: lines.length - 1 };
}

/** Reads what an entry of a block mapping holds. */
export function readValue(source: Source, entry: BlockEntry): LayoutNode {
  const { text, lines } = source;
  const line = lines[entry.line]!;
  const at = skipProperties(text, entry.valueAt);
  if (isNothing(text, at, line)) {
    return readBlock(source, entry.line + 1, entry.endLine) ?? { kind: "empty", line: entry.line };
  }
  switch (text[at]) {
    case "[":
    case "{":
      return readFlow(text, at);
    case "*":
      return { kind: "other", what: "an alias" };
    case "|":
    case ">":
      return { kind: "other", what: "a text" };
  }
  const written = text.slice(at, line.end).replace(/\s#.*$/, "").trimEnd();
  return NULL.test(written)
    ? { kind: "null", start: at, end: at + written.length }
    : { kind: "other", what: "a text" };
}

/** Reads the node in a range of lines, or null where they say nothing. */
function readBlock(source: Source, from: number, to: number): LayoutNode | null {
  const { text, lines } = source;
  const first = lines.findIndex((line, index) =>
    index >= from && index < to && line.kind === "content"
  );
  if (first < 0) return null;
  const { start, indent } = lines[first]!;
  const character = text[start + indent]!;
  if (character === "[" || character === "{") {
    const node = readFlow(text, start + indent);
    const last = lineAt(source, node.end - 1);
    const more = lines.slice(last + 1, to).some(({ kind }) => kind === "content");
    if (more || !isNothing(text, skipProperties(text, node.end), lines[last]!)) {
      throw new LayoutError(`something unexpected follows line ${last + 1}`);
    }
    return node;
  }
  return isDash(text, lines[first]!)
    ? readSequence(source, first, to)
    : readMapping(source, first, to);
}

function readMapping(source: Source, first: number, to: number): LayoutNode {
  const { text, lines } = source;
  const { indent } = lines[first]!;
  const entries: BlockEntry[] = [];
  for (let index = first; index < to;) {
    const line = lines[index]!;
    if (line.kind !== "content") {
      index++;
      continue;
    }
    if (line.indent !== indent) throw new LayoutError(`line ${index + 1} is indented oddly`);
    const { key, valueAt } = readKey(text, line, index);
    const endLine = endOfEntry(source, index, valueAt, to);
    entries.push({ key, line: index, endLine, indent, valueAt });
    index = endLine;
  }
  return { kind: "mapping", indent, entries };
}

function readSequence(source: Source, first: number, to: number): LayoutNode {
  const { text, lines } = source;
  const { indent } = lines[first]!;
  const items: BlockItem[] = [];
  for (let index = first; index < to;) {
    const line = lines[index]!;
    if (line.kind !== "content") {
      index++;
      continue;
    }
    if (line.indent !== indent || !isDash(text, line)) {
      throw new LayoutError(`line ${index + 1} is indented oddly`);
    }
    const endLine = endOfDeeper(source, index, index + 1, to, false);
    items.push({ line: index, endLine });
    index = endLine;
  }
  return { kind: "sequence", indent, items };
}

function readKey(text: string, line: Line, index: number): { key: string; valueAt: number } {
  const start = line.start + line.indent;
  const unclear = new LayoutError(`line ${index + 1} is no plain "key: value"`);
  let end: number;
  if (/["']/.test(text[start]!)) {
    end = skipQuoted(text, start);
  } else {
    // Indicators that begin no plain scalar (YAML 1.2 §7.3.3), and what makes a key complex.
    const plain = /(?![\s,[\]{}#&*!|>%@`]|[?-](?:\s|$))(?:(?!\s#|:(?:\s|$))[^\n\r])*/y;
    plain.lastIndex = start;
    const found = plain.exec(text);
    if (found === null) throw unclear;
    end = plain.lastIndex;
  }
  const colon = /[ \t]*:(?=\s|$)/y;
  colon.lastIndex = end;
  if (colon.exec(text) === null || colon.lastIndex > line.end) throw unclear;
  return { key: keyText(text.slice(start, end).trimEnd()), valueAt: colon.lastIndex };
}

/** Index behind the last line of an entry. */
function endOfEntry(source: Source, index: number, valueAt: number, to: number): number {
  const { text, lines } = source;
  const at = skipProperties(text, valueAt);
  const line = lines[index]!;
  if (isNothing(text, at, line)) return endOfDeeper(source, index, index + 1, to, true);
  const end = /["']/.test(text[at]!)
    ? skipQuoted(text, at)
    : /[[{]/.test(text[at]!)
    ? readFlow(text, at).end
    : null;
  if (end === null) return endOfDeeper(source, index, index + 1, to, false);
  const last = lineAt(source, end - 1);
  if (!isNothing(text, skipProperties(text, end), lines[last]!)) {
    throw new LayoutError(`something unexpected follows on line ${last + 1}`);
  }
  return last + 1;
}

/**
 * Index behind the lines that belong to the one at `index` by being indented more. Blank lines and
 * comments at its end are not counted in, unless they are indented more: those may be part of a text.
 * @param orList whether a list may stand at the same indentation (`key:` and `- item` below it)
 */
function endOfDeeper(
  { text, lines }: Source,
  index: number,
  from: number,
  to: number,
  orList: boolean,
): number {
  const { indent } = lines[index]!;
  let end = from;
  for (let next = from; next < to; next++) {
    const line = lines[next]!;
    if (line.kind === "blank") continue;
    const isDeeper = line.indent > indent;
    if (line.kind === "comment" && !isDeeper) continue;
    if (!isDeeper && !(orList && line.indent === indent && isDash(text, line))) break;
    end = next + 1;
  }
  return end;
}

function isDash(text: string, line: Line): boolean {
  return text[line.start + line.indent] === "-" &&
    /^(?:\s|$)/.test(text.slice(line.start + line.indent + 1, line.start + line.indent + 2));
}

/** Whether only blanks or a comment stand between an offset and the end of a line. */
function isNothing(text: string, at: number, line: Line): boolean {
  return /^[ \t]*(?:#.*)?$/.test(text.slice(at, line.end));
}

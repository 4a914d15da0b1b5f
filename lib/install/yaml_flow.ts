/**
 * Collections in flow style, `[a, b]` and `{a: 1}`: where their members stand, and adding or taking
 * away one.
 */
import {
  keyText,
  LayoutError,
  lineAt,
  lineEndOf,
  skipProperties,
  skipQuoted,
  skipSpace,
  type Source,
} from "./yaml_lines.ts";

/** A collection in flow style; offsets are those of the text. */
export interface FlowNode {
  kind: "flow-sequence" | "flow-mapping";
  start: number;
  /** Behind the closing bracket. */
  end: number;
  members: FlowMember[];
}

/** One member of a collection. */
export interface FlowMember {
  start: number;
  end: number;
  /** Offset of the comma behind it, or null. */
  comma: number | null;
  /** Key, where the member is a pair. */
  key: string | null;
  /** Its value (of a pair: what follows the colon). */
  value: FlowNode | FlowScalar;
}

/** Anything that is no collection. */
export interface FlowScalar {
  kind: "scalar";
  start: number;
  end: number;
}

/** Nesting that no config needs; deeper ones are left alone. */
const MAX_DEPTH = 64;

/** Reads a collection. @param at offset of its opening bracket */
export function readFlow(text: string, at: number, depth = 0): FlowNode {
  if (depth > MAX_DEPTH) throw new LayoutError("it is nested too deeply");
  const isSequence = text[at] === "[";
  const close = isSequence ? "]" : "}";
  const members: FlowMember[] = [];
  for (let position = skipSpace(text, at + 1);; position = skipSpace(text, position)) {
    if (position >= text.length) throw new LayoutError(`a "${text[at]}" in it is never closed`);
    if (text[position] === close) {
      const kind = isSequence ? "flow-sequence" : "flow-mapping";
      return { kind, start: at, end: position + 1, members };
    }
    const member = readMember(text, position, depth);
    members.push(member);
    position = skipSpace(text, member.end);
    if (text[position] === ",") member.comma = position++;
    else if (text[position] !== close) {
      throw new LayoutError(`there is no comma or "${close}" where one is due`);
    }
  }
}

function readMember(text: string, start: number, depth: number): FlowMember {
  if (/^(?:,|\?(?:\s|$))/.test(text.slice(start, start + 2))) {
    throw new LayoutError(`"${text[start]}" stands where a value is due`);
  }
  const first = readNode(text, start, depth);
  const colon = skipSpace(text, first.end);
  const isJsonLike = /["'[{]/.test(text[skipProperties(text, start)] ?? "");
  const isPair = text[colon] === ":" &&
    (isJsonLike || /^(?:[\s,[\]{}]|$)/.test(text.slice(colon + 1, colon + 2)));
  if (!isPair) return { start, end: first.end, comma: null, key: null, value: first };
  const at = skipSpace(text, colon + 1);
  const value: FlowMember["value"] = /[,\]}]/.test(text[at] ?? "")
    ? { kind: "scalar", start: colon + 1, end: colon + 1 }
    : readNode(text, at, depth);
  const key = keyText(text.slice(skipProperties(text, start), first.end));
  return { start, end: value.end, comma: null, key, value };
}

function readNode(text: string, start: number, depth: number): FlowMember["value"] {
  const at = skipSpace(text, skipProperties(text, start));
  const first = text[at];
  if (first === "[" || first === "{") return readFlow(text, at, depth + 1);
  if (first === '"' || first === "'") return { kind: "scalar", start, end: skipQuoted(text, at) };
  const plain = /(?:(?!\s#|:(?:[\s,[\]{}]|$))[^,[\]{}])*/y;
  plain.lastIndex = at;
  const length = plain.exec(text)![0].trimEnd().length;
  if (length === 0 && at === start) throw new LayoutError("a value is missing in it");
  return { kind: "scalar", start, end: at + length };
}

/** The text with one more member at the end of a collection, in the way the others are laid out. */
export function addToFlow(source: Source, node: FlowNode, member: string): string {
  const { text, lines } = source;
  const last = node.members.at(-1);
  if (last === undefined) {
    const blank = /^[ \t]+/.exec(text.slice(node.start + 1, node.end - 1))?.[0] ?? "";
    return insert(text, node.start + 1, blank + member);
  }
  const ownLine = startsItsLine(source, last, node);
  if (!ownLine) {
    return last.comma === null
      ? insert(text, last.end, `, ${member}`)
      : insert(text, last.comma + 1, ` ${member},`);
  }
  const first = lines[lineAt(source, last.start)]!;
  const line = lines[lineAt(source, last.comma ?? last.end)]!;
  const fresh = lineEndOf(text) + text.slice(first.start, last.start) + member;
  if (last.comma !== null) {
    return insert(text, node.end - 1 < line.end ? last.comma + 1 : line.end, `${fresh},`);
  }
  if (node.end - 1 < line.end) return insert(text, last.end, `,${fresh}`);
  return insert(insert(text, line.end, fresh), last.end, ",");
}

/** The text without one member of a collection. */
export function removeFromFlow(source: Source, node: FlowNode, index: number): string {
  const { text, lines } = source;
  const member = node.members[index]!;
  const before = node.members[index - 1];
  const end = member.comma === null ? member.end : member.comma + 1;
  const last = lines[lineAt(source, end - 1)]!;
  if (startsItsLine(source, member, node) && text.slice(end, last.end).trim() === "") {
    const start = lines[lineAt(source, member.start)]!.start;
    const rest = text.slice(0, start) + text.slice(last.next);
    const keepsComma = member.comma !== null || before === undefined;
    return keepsComma ? rest : rest.slice(0, before.comma!) + rest.slice(before.comma! + 1);
  }
  if (member.comma === null) {
    const start = before === undefined ? member.start : before.comma!;
    return text.slice(0, start) + text.slice(end);
  }
  const start = before === undefined ? member.start : before.comma! + 1;
  const stop = before === undefined ? skipBlanks(text, end) : end;
  return text.slice(0, start) + text.slice(stop);
}

/** Whether only blanks stand before a member on its line, the bracket on a line before. */
function startsItsLine(source: Source, { start }: FlowMember, node: FlowNode): boolean {
  const line = source.lines[lineAt(source, start)]!;
  return node.start < line.start && source.text.slice(line.start, start).trim() === "";
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at++;
  return at;
}

/** A text with another one put in. */
export function insert(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}

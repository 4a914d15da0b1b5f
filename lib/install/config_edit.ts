/**
 * Adds an item to a list of a config, or takes it out, without disturbing anything else in the file:
 * a few lines of the text are edited, then a YAML parser reads both texts and everything but the item
 * must have the same value.
 */
import { addToFlow, type FlowNode, insert, removeFromFlow } from "./yaml_flow.ts";
import { type BlockEntry, type LayoutNode, readRoot, readValue } from "./yaml_layout.ts";
import { LayoutError, lineEndOf, readLines, type Source } from "./yaml_lines.ts";
import { asDocument, copyOf, isMapping, sameValue } from "./yaml_document.ts";

/** An item of ours in a list of the config. */
export interface ListItem {
  /** Keys that lead to the list: outermost first. */
  path: readonly [outer: string, inner: string];
  /** The item in block style: its lines behind the dash. */
  block: readonly string[];
  /** The item in flow style. */
  flow: string;
  /** The item as a parser reads it. */
  value: unknown;
  /** Whether an item of the list is ours. */
  isOurs(value: unknown): boolean;
}

/** The config is left alone; the message is a sentence that says why. */
export class EditRefusal extends Error {
  override readonly name = "EditRefusal";
}

/** The lines a person can add by hand. */
export function linesByHand({ path: [outer, inner], block }: ListItem): string {
  return [
    `${outer}:`,
    `  ${inner}:`,
    ...block.map((line, at) => `${at === 0 ? "    - " : "      "}${line}`),
  ]
    .map((line) => `${line}\n`).join("");
}

/**
 * The text with the item in its list; the same text where it is in there.
 * @param text a config without byte order mark
 * @throws {EditRefusal}
 */
export function addItem(text: string, item: ListItem): string {
  const { document: expected, list } = listIn(text, item);
  if (list.some((value) => item.isOurs(value))) return text;
  const [outer, inner] = item.path;
  const container = isMapping(expected[outer]) ? expected[outer] : {};
  expected[outer] = { ...container, [inner]: [...list, item.value] };
  return firstGood(expected, additions(text, item));
}

/** How much of what held the item is taken out with it once it is empty. */
export interface RemoveOptions {
  /** Keys that go when nothing is left below them. @default none */
  prune?: readonly string[];
}

/**
 * The text without our items in the list; the same text where there are none.
 * @throws {EditRefusal}
 */
export function removeItem(
  text: string,
  item: ListItem,
  { prune = [] }: RemoveOptions = {},
): string {
  const [outer, inner] = item.path;
  let current = text;
  for (;;) {
    const { document: expected, list } = listIn(current, item);
    const index = list.findIndex((value) => item.isOurs(value));
    if (index < 0) return current;
    const left = list.filter((_, at) => at !== index);
    const container = expected[outer] as Record<string, unknown>;
    container[inner] = left;
    if (left.length === 0 && prune.includes(inner)) {
      delete container[inner];
      if (Object.keys(container).length === 0) {
        if (prune.includes(outer)) delete expected[outer];
        else expected[outer] = {};
      }
    }
    const isPruned = !isMapping(expected[outer]) || !(inner in (expected[outer] as object));
    current = firstGood(expected, removals(current, item, index, isPruned, outer in expected));
  }
}

/** The keys on the way to the list that a config does not have. */
export function missingKeys(text: string, { path: [outer, inner] }: ListItem): string[] {
  const document = asDocument(text);
  const container = document[outer];
  if (!(outer in document)) return [outer, inner];
  return isMapping(container) && inner in container ? [] : [inner];
}

/**
 * The config as data that shares nothing, and the list in it.
 * @throws {EditRefusal} where the config cannot be read, or holds something else in that place
 */
function listIn(text: string, { path: [outer, inner] }: ListItem) {
  let document: Record<string, unknown>;
  try {
    document = copyOf(asDocument(text)) as Record<string, unknown>;
  } catch (error) {
    throw new EditRefusal((error as Error).message);
  }
  const container = document[outer] ?? {};
  if (!isMapping(container)) throw new EditRefusal(`"${outer}" in it holds no keys`);
  const list = container[inner] ?? [];
  if (!Array.isArray(list)) throw new EditRefusal(`"${outer}.${inner}" in it is no list`);
  return { document, list };
}

/** The first candidate that a parser reads as expected. */
function firstGood(expected: unknown, candidates: Generator<string>): string {
  try {
    for (const candidate of candidates) {
      try {
        if (sameValue(asDocument(candidate), expected)) return candidate;
      } catch {
        continue;
      }
    }
  } catch (error) {
    if (error instanceof LayoutError) throw new EditRefusal(error.message);
    throw error;
  }
  throw new EditRefusal("editing it would change something else in it");
}

/** Ways to add the item, the most natural first. */
function* additions(text: string, item: ListItem): Generator<string> {
  const [outer, inner] = item.path;
  const source = readLines(text);
  const root = readRoot(source);
  const outerNode = child(source, root, outer);
  if (outerNode === null) {
    const flow = `${outer}: {${inner}: [${item.flow}]}`;
    if (root.kind === "flow-mapping") yield addToFlow(source, root, flow);
    const indent = root.kind === "mapping" ? root.indent : 0;
    const lines = nested(source, indent, item, [outer, inner]);
    const end = lineEndOf(text);
    const isEnded = text === "" || /[\n\r]$/.test(text);
    // A last line without end may be part of a text, and the host reads a line end as one more
    // character of it; the parser that checks the edit does not.
    if (isEnded || !/[|>][-+0-9]*[ \t]*(?:#.*)?$/m.test(text)) {
      yield text + (isEnded ? "" : end) + joined(lines, end);
    }
    if (root.kind === "mapping") yield insertLines(source, root.entries[0]!.line, lines);
    return;
  }
  const innerNode = child(source, outerNode.node, inner);
  if (innerNode === null) {
    const { node, entry } = outerNode;
    const flow = `${inner}: [${item.flow}]`;
    if (node.kind === "flow-mapping") yield addToFlow(source, node, flow);
    else if (node.kind === "null") yield replaced(text, node, `{${flow}}`);
    else if (entry !== null) {
      const indent = node.kind === "mapping" ? node.indent : entry.indent + stepOf(source);
      yield insertLines(source, entry.line + 1, nested(source, indent, item, [inner]));
    }
    return;
  }
  const { node, entry } = innerNode;
  switch (node.kind) {
    case "flow-sequence":
      yield addToFlow(source, node, item.flow);
      return;
    case "null":
      yield replaced(text, node, `[${item.flow}]`);
      return;
    case "sequence":
      yield insertLines(source, node.items.at(-1)!.endLine, dashed(node.indent, item));
      return;
    case "empty":
      if (entry !== null) {
        const lines = dashed(entry.indent + dashStepOf(source), item);
        yield insertLines(source, entry.line + 1, lines);
      }
      return;
    default:
      throw new LayoutError(`"${outer}.${inner}" in it is written in a way that is not edited`);
  }
}

/** Ways to take an item out, the one that leaves least behind first. */
function* removals(
  text: string,
  { path: [outer, inner] }: ListItem,
  index: number,
  pruneInner: boolean,
  keepOuter: boolean,
): Generator<string> {
  const source = readLines(text);
  const outerNode = child(source, readRoot(source), outer);
  const innerNode = outerNode && child(source, outerNode.node, inner);
  if (outerNode === null || innerNode === null) throw new LayoutError("its layout is unclear");
  if (pruneInner) {
    const pruned = keepOuter ? innerNode : outerNode;
    if (pruned.entry !== null) yield cutLines(source, pruned.entry.line, pruned.entry.endLine);
    if (pruned.flow !== null) yield removeFromFlow(source, pruned.flow.node, pruned.flow.index);
    if (keepOuter && outerNode.entry !== null && innerNode.entry !== null) {
      // The outer key had nothing below it: it gets that back.
      const rest = cutLines(source, innerNode.entry.line, innerNode.entry.endLine);
      yield insert(rest, outerNode.entry.valueAt, " {}");
    }
  }
  const { node, entry } = innerNode;
  if (node.kind === "flow-sequence") yield removeFromFlow(source, node, index);
  if (node.kind !== "sequence") return;
  const item = node.items[index]!;
  const rest = cutLines(source, item.line, item.endLine);
  if (node.items.length > 1) yield rest;
  else if (entry !== null) yield insert(rest, entry.valueAt, " []");
}

/** Where the value of a key stands. */
interface Place {
  node: LayoutNode;
  /** In a block mapping: the entry. */
  entry: BlockEntry | null;
  /** In a flow mapping: the mapping, and which member it is. */
  flow: { node: FlowNode; index: number } | null;
}

/** The value of a key, or null where a mapping has no such key. */
function child(source: Source, node: LayoutNode, key: string): Place | null {
  if (node.kind === "mapping") {
    const entries = node.entries.filter((entry) => entry.key === key);
    if (entries.length > 1) throw new LayoutError(`it has the key "${key}" twice`);
    const [entry] = entries;
    return entry === undefined ? null : { node: readValue(source, entry), entry, flow: null };
  }
  if (node.kind === "flow-mapping") {
    const found = node.members.flatMap((member, index) => member.key === key ? [index] : []);
    if (found.length > 1) throw new LayoutError(`it has the key "${key}" twice`);
    const [index] = found;
    if (index === undefined) return null;
    const { value } = node.members[index]!;
    const written = source.text.slice(value.start, value.end);
    const place: LayoutNode = value.kind !== "scalar"
      ? value
      : /^(?:~|null|Null|NULL|)$/.test(written)
      ? { kind: "null", start: value.start, end: value.end }
      : { kind: "other", what: "a text" };
    return { node: place, entry: null, flow: { node, index } };
  }
  if (node.kind === "empty" || node.kind === "null") return null;
  throw new LayoutError(
    `what holds "${key}" in it is ${node.kind === "other" ? node.what : "a list"}`,
  );
}

function replaced(text: string, { start, end }: { start: number; end: number }, by: string) {
  return text.slice(0, start) + (start === end ? ` ${by}` : by) + text.slice(end);
}

/** Lines of the item below keys that are not there yet, in the file's own indentation. */
function nested(source: Source, indent: number, item: ListItem, keys: readonly string[]): string[] {
  const step = stepOf(source);
  const lines = keys.map((key, depth) => `${" ".repeat(indent + depth * step)}${key}:`);
  const dash = indent + (keys.length - 1) * step + dashStepOf(source);
  return [...lines, ...dashed(dash, item)];
}

function dashed(indent: number, { block }: ListItem): string[] {
  return block.map((line, at) => `${" ".repeat(indent)}${at === 0 ? "- " : "  "}${line}`);
}

function insertLines(source: Source, index: number, lines: readonly string[]): string {
  const { text } = source;
  const end = lineEndOf(text);
  const at = source.lines[index]?.start ?? text.length;
  const needsEnd = at > 0 && !/[\n\r]/.test(text[at - 1]!);
  // A file whose last line has no end keeps it that way.
  const piece = needsEnd ? end + lines.join(end) : joined(lines, end);
  return insert(text, at, piece);
}

function joined(lines: readonly string[], end: string): string {
  return lines.map((line) => line + end).join("");
}

function cutLines({ text, lines }: Source, from: number, to: number): string {
  const start = lines[from]!.start;
  const end = lines[to - 1]!.next;
  const isOpenEnd = end === text.length && start > 0 && !/[\n\r]$/.test(text);
  const head = text.slice(0, start);
  return (isOpenEnd ? head.replace(/(?:\r\n|\n|\r)$/, "") : head) + text.slice(end);
}

/** Blanks by which the file indents keys below a key; 2 where it has no such keys. */
function stepOf({ text, lines }: Source): number {
  for (const [index, line] of lines.entries()) {
    if (line.kind !== "content" || !/:[ \t]*(?:#.*)?$/.test(text.slice(line.start, line.end))) {
      continue;
    }
    const next = lines.slice(index + 1).find(({ kind }) => kind === "content");
    if (
      next === undefined || next.indent <= line.indent || text[next.start + next.indent] === "-"
    ) {
      continue;
    }
    return Math.min(next.indent - line.indent, 8);
  }
  return 2;
}

/** Blanks by which the file indents a list below its key. */
function dashStepOf(source: Source): number {
  const { text, lines } = source;
  for (const [index, line] of lines.entries()) {
    const start = line.start + line.indent;
    if (line.kind !== "content" || text[start] === "-") continue;
    if (!/:[ \t]*(?:#.*)?$/.test(text.slice(start, line.end))) continue;
    const next = lines.slice(index + 1).find(({ kind }) => kind === "content");
    if (next === undefined || !/^- /.test(text.slice(next.start + next.indent))) continue;
    if (next.indent >= line.indent) return Math.min(next.indent - line.indent, 8);
  }
  return stepOf(source);
}

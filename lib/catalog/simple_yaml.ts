/**
 * A reader for the plain front matters that make up nearly all libraries: mappings, lists, scalars on one
 * line and undemanding block scalars. It answers only where the meaning is certain and leaves everything
 * else (continuation lines, anchors, tags, nested flow collections …) to the full parser. Property tests
 * hold it to the full parser's result; it is worth it because the full parser costs 30–70 µs a document
 * (feasibility §5) and more while it is cold, which every start would feel.
 */
import type { YamlMapping, YamlValue } from "./yaml_value.ts";

/** Thrown (and caught) inside this file when the text is not simple. */
const NOT_SIMPLE = Symbol("not simple");

const UNUSUAL = /(?!\n)[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u;
const KEY = /^([A-Za-z_][A-Za-z0-9_-]*) *:(?: +|$)/;
const PLAIN_START = /^[A-Za-z0-9_.$/(+^\u00a1-\uffff]/;
const FLOW_ITEM = /^[A-Za-z0-9_.$/(+^\u00a1-\uffff][^,[\]{}:#"']*$/;
const BLOCK_SCALAR = /^([>|])(-?)$/;

/** A line that holds something. */
interface Line {
  indent: number;
  /** Without indent and trailing blanks. */
  text: string;
  /** Where the next line starts in the source. */
  next: number;
}

/**
 * Reads a simple YAML mapping.
 * @param text YAML, lines ending in `\n`
 * @param plain value of an unquoted scalar
 * @returns the mapping, or null when the text is not simple enough to be certain
 */
export function readSimpleYaml(
  text: string,
  plain: (text: string) => YamlValue,
): YamlMapping | null {
  if (UNUSUAL.test(text)) return null;
  const lines = significantLines(text);
  if (lines.length === 0 || lines[0]!.indent !== 0) return null;
  try {
    const reader = new SimpleReader(text, lines, plain);
    const mapping = reader.mapping(0);
    return reader.atEnd ? mapping : null;
  } catch (reason) {
    if (reason === NOT_SIMPLE) return null;
    throw reason;
  }
}

function significantLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    let first = start;
    while (first < end && text.charCodeAt(first) === 32) first++;
    let last = end;
    while (last > first && text.charCodeAt(last - 1) === 32) last--;
    if (last > first && text[first] !== "#") {
      lines.push({ indent: first - start, text: text.slice(first, last), next: end + 1 });
    }
    start = end + 1;
  }
  return lines;
}

class SimpleReader {
  #at = 0;
  readonly #source: string;
  readonly #lines: Line[];
  readonly #plain: (text: string) => YamlValue;

  constructor(source: string, lines: Line[], plain: (text: string) => YamlValue) {
    this.#source = source;
    this.#lines = lines;
    this.#plain = plain;
  }

  get atEnd(): boolean {
    return this.#at >= this.#lines.length;
  }

  mapping(indent: number): YamlMapping {
    const result: YamlMapping = {};
    for (let line = this.#next(indent); line !== null; line = this.#next(indent)) {
      const match = KEY.exec(line.text);
      if (match === null || match[1] === "__proto__") throw NOT_SIMPLE;
      this.#at++;
      const rest = line.text.slice(match[0].length);
      result[match[1]!] = rest === "" ? this.#nested(indent) : this.#value(rest, line, indent);
    }
    return result;
  }

  /** The line in turn if it has exactly this indent; null where the block ends. */
  #next(indent: number): Line | null {
    const line = this.#lines[this.#at];
    if (line === undefined || line.indent < indent) return null;
    if (line.indent > indent) throw NOT_SIMPLE;
    return line;
  }

  #refuseDeeper(indent: number): void {
    const line = this.#lines[this.#at];
    if (line !== undefined && line.indent > indent) throw NOT_SIMPLE;
  }

  /** What stands below a key without a value. @param indent indent of the key */
  #nested(indent: number): YamlValue {
    const line = this.#lines[this.#at];
    if (line === undefined || line.indent < indent) return this.#plain("");
    if (line.text.startsWith("- ")) return this.#list(line.indent);
    if (line.indent === indent) return this.#plain("");
    return this.mapping(line.indent);
  }

  #list(indent: number): YamlValue[] {
    const items: YamlValue[] = [];
    for (;;) {
      const line = this.#lines[this.#at];
      if (line === undefined || line.indent < indent) return items;
      if (line.indent > indent) throw NOT_SIMPLE;
      if (!line.text.startsWith("- ")) return items;
      const text = line.text.slice(2).trimStart();
      if (KEY.test(text)) {
        const inner = line.indent + line.text.length - text.length;
        this.#lines[this.#at] = { ...line, indent: inner, text };
        items.push(this.mapping(inner));
      } else {
        this.#at++;
        items.push(this.#value(text, line, indent));
      }
    }
  }

  /** A value that starts on its key's or dash's line. */
  #value(text: string, line: Line, indent: number): YamlValue {
    const block = BLOCK_SCALAR.exec(text);
    if (block !== null) return this.#blockScalar(line, indent, block[1] === ">", block[2] === "-");
    const value = text.startsWith("[")
      ? this.#flowList(text)
      : quotedScalar(text) ?? this.#plain(plainScalar(text));
    this.#refuseDeeper(indent);
    return value;
  }

  /**
   * Text below a block indicator. Only lines of one indent are taken, with single blank lines between
   * them; anything else depends on rules that the full parser knows.
   */
  #blockScalar(line: Line, indent: number, folded: boolean, stripped: boolean): string {
    const texts: string[] = [];
    const first = this.#lines[this.#at];
    if (first === undefined || first.indent <= indent) throw NOT_SIMPLE;
    for (let start = line.next; start < this.#source.length;) {
      let end = this.#source.indexOf("\n", start);
      if (end < 0) end = this.#source.length;
      const text = this.#source.slice(start, end);
      const depth = text.search(/[^ ]/);
      if (depth >= 0 && depth <= indent) break;
      if ((depth < 0 && text !== "") || (depth >= 0 && depth !== first.indent)) throw NOT_SIMPLE;
      texts.push(text.slice(first.indent));
      start = end + 1;
    }
    while (texts.at(-1) === "") texts.pop();
    if (texts[0] === "" || texts.some((text, at) => text === "" && texts[at + 1] === "")) {
      throw NOT_SIMPLE;
    }
    while ((this.#lines[this.#at]?.indent ?? 0) > indent) this.#at++;
    const joined = folded ? foldedText(texts) : texts.join("\n");
    return stripped ? joined : `${joined}\n`;
  }

  #flowList(text: string): YamlValue[] {
    if (!text.endsWith("]")) throw NOT_SIMPLE;
    const inside = text.slice(1, -1).trim();
    if (inside === "") return [];
    return inside.split(",").map((piece) => {
      const item = piece.trim();
      const quoted = quotedScalar(item);
      if (quoted !== null) return quoted;
      if (!FLOW_ITEM.test(item)) throw NOT_SIMPLE;
      return this.#plain(item);
    });
  }
}

/** Lines of a folded block: a blank line ends a paragraph, others are joined. */
function foldedText(texts: readonly string[]): string {
  let folded = texts[0]!;
  for (let at = 1; at < texts.length; at++) {
    if (texts[at] === "") folded += "\n";
    else folded += texts[at - 1] === "" ? texts[at] : ` ${texts[at]}`;
  }
  return folded;
}

const SINGLE = /^'(?:[^']|'')*'$/;
const DOUBLE = /^"(?:[^"\\]|\\["\\])*"$/;

/** Text of a scalar in quotes that ends with its line, or null when it does not start with a quote. */
function quotedScalar(text: string): string | null {
  if (text[0] === '"') {
    if (!DOUBLE.test(text)) throw NOT_SIMPLE;
    const inside = text.slice(1, -1);
    return inside.includes("\\") ? inside.replace(/\\(.)/g, "$1") : inside;
  }
  if (text[0] === "'") {
    if (!SINGLE.test(text)) throw NOT_SIMPLE;
    return text.slice(1, -1).replaceAll("''", "'");
  }
  return null;
}

function plainScalar(text: string): string {
  if (!PLAIN_START.test(text) || text.includes(": ") || text.includes(" #") || text.endsWith(":")) {
    throw NOT_SIMPLE;
  }
  return text;
}

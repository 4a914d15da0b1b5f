/**
 * A reader for the plain front matters that make up nearly all libraries: mappings, lists, and scalars
 * on one line. It answers only where the meaning is certain and leaves everything else (block scalars,
 * continuation lines, anchors, tags, nested flow collections …) to the full parser. A property test
 * holds it to the full parser's result; it is worth it because the full parser costs 30–70 µs a
 * document (feasibility §5), which 2,000 skills would feel on every cold start.
 */
import type { YamlMapping, YamlValue } from "./yaml_value.ts";

/** Thrown (and caught) inside this file when the text is not simple. */
const NOT_SIMPLE = Symbol("not simple");

const UNUSUAL = /(?!\n)[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u;
const KEY = /^([A-Za-z_][A-Za-z0-9_-]*) *:(?: +|$)/;
const PLAIN_START = /^[A-Za-z0-9_.$/(+^\u00a1-\uffff]/;
const FLOW_ITEM = /^[A-Za-z0-9_.$/(+^\u00a1-\uffff][^,[\]{}:#"'&*!|>%@`]*$/;

interface Line {
  indent: number;
  text: string;
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
    const reader = new SimpleReader(lines, plain);
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
      lines.push({ indent: first - start, text: text.slice(first, last) });
    }
    start = end + 1;
  }
  return lines;
}

class SimpleReader {
  #at = 0;
  readonly #lines: readonly Line[];
  readonly #plain: (text: string) => YamlValue;

  constructor(lines: readonly Line[], plain: (text: string) => YamlValue) {
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
      result[match[1]!] = rest === "" ? this.#nested(indent) : this.#scalarOrList(rest);
      if (rest !== "") this.#refuseDeeper(indent);
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
      this.#at++;
      items.push(this.#scalarOrList(line.text.slice(2).trimStart()));
      this.#refuseDeeper(indent);
    }
  }

  #scalarOrList(text: string): YamlValue {
    if (text.startsWith("[")) return this.#flowList(text);
    return quotedScalar(text) ?? this.#plain(plainScalar(text));
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

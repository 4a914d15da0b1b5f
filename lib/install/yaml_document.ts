/**
 * A config as data, for comparing what a parser makes of it before and after an edit.
 */
import { parse } from "@std/yaml";

/** Values of a document; more come only from aliases that multiply. */
const MAX_VALUES = 1_000_000;

/** Whether a value is a mapping. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * The mapping that a config is; an empty one where it says nothing. The last of equal keys wins.
 * @throws {SyntaxError} with a sentence where it is anything else
 */
export function asDocument(text: string): Record<string, unknown> {
  // The host's parsers refuse a tab as indentation, `@std/yaml` skips it (feasibility §5).
  const tab = /^\t[^\n\r]*\S/m.exec(text);
  if (tab !== null) {
    const line = text.slice(0, tab.index).split(/\r\n|\n|\r/).length;
    throw new SyntaxError(`a tab is used as indentation at line ${line}`);
  }
  let value: unknown;
  try {
    value = parse(text, { allowDuplicateKeys: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split("\n");
    throw new SyntaxError(`it is no valid YAML (${sentence!.replace(/[:.\s]+$/, "")})`);
  }
  if (value === null || value === undefined) return {};
  if (!isMapping(value)) throw new SyntaxError('it is no list of keys with values ("key: value")');
  return value;
}

/** A copy in which nothing is shared, so that a change in one place changes no other. */
export function copyOf(value: unknown, budget = { left: MAX_VALUES }): unknown {
  if (--budget.left < 0) throw new RangeError("it has too many values");
  if (Array.isArray(value)) return value.map((member) => copyOf(member, budget));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, copyOf(member, budget)]),
  );
}

/** Whether two documents say the same. */
export function sameValue(one: unknown, other: unknown, budget = { left: MAX_VALUES }): boolean {
  if (--budget.left < 0) return false;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length &&
      one.every((member, at) => sameValue(member, other[at], budget));
  }
  if (isMapping(one)) {
    if (!isMapping(other)) return false;
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && sameValue(one[key], other[key], budget));
  }
  if (one instanceof Date) return other instanceof Date && one.getTime() === other.getTime();
  if (one instanceof Uint8Array) {
    return other instanceof Uint8Array && one.length === other.length &&
      one.every((byte, at) => byte === other[at]);
  }
  return Object.is(one, other);
}

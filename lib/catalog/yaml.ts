/**
 * YAML as the host reads it, through `@std/yaml`. Its own schema would print scalars differently, so
 * it is asked for text only (schema `failsafe`) and scalars are resolved here by YAML 1.1.
 */
import { parse } from "@std/yaml";
import { readSimpleYaml } from "./simple_yaml.ts";
import { isMapping, resolveScalar, type YamlMapping, type YamlValue } from "./yaml_value.ts";

/**
 * Reads one YAML document; the last of equal keys wins.
 * @param text YAML with `\n`, `\r\n` or no line ends
 * @returns its value; null when it is empty
 * @throws {SyntaxError} with one sentence when the text is no YAML
 */
export function readYaml(text: string): YamlValue {
  const unix = text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
  const simple = readSimpleYaml(unix, resolveScalar);
  if (simple !== null) return simple;
  // The host's parsers refuse a tab as indentation, `@std/yaml` skips it (feasibility §5).
  const tab = /^\t[^\n]*\S/m.exec(unix);
  if (tab !== null) {
    throw new SyntaxError(`a tab is used as indentation at line ${lineOf(unix, tab.index)}`);
  }
  return resolved(parseText(unix), unix);
}

/** Reads one YAML document that must be a mapping. @throws {SyntaxError} when it is anything else */
export function readYamlMapping(text: string): YamlMapping {
  const value = readYaml(text);
  if (value === null) return {};
  if (!isMapping(value)) throw new SyntaxError("it is not a list of keys with values");
  return value;
}

/** Parses with all scalars as text; where tags or merge keys need types, with types. */
function parseText(text: string): YamlValue {
  const needsTypes = /(?:^|[\s[{,])(?:<<[ \t]*:|!!)/m.test(text);
  try {
    return parse(text, {
      allowDuplicateKeys: true,
      schema: needsTypes ? "default" : "failsafe",
    }) as YamlValue;
  } catch (error) {
    throw new SyntaxError(firstLine((error as Error).message));
  }
}

/** Resolves the scalars that stand unquoted in the source. */
function resolved(value: unknown, source: string): YamlValue {
  if (typeof value === "string") return isQuoted(value, source) ? value : resolveScalar(value);
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value;
  if (typeof value === "number") {
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((member) => resolved(member, source));
  if (typeof value !== "object") return String(value);
  const mapping: YamlMapping = {};
  for (const [key, member] of Object.entries(value)) {
    if (key !== "__proto__") mapping[key] = resolved(member, source);
  }
  return mapping;
}

/**
 * Whether a text stands in quotes in the source. The parser does not tell, and it matters only for the
 * few texts that would otherwise be a number, a truth value or nothing.
 */
function isQuoted(text: string, source: string): boolean {
  return source.includes(`"${text}"`) || source.includes(`'${text}'`);
}

function firstLine(message: string): string {
  const end = message.indexOf("\n");
  return (end < 0 ? message : message.slice(0, end)).replace(/[:.\s]+$/, "");
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

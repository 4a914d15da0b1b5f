/**
 * Values of YAML as the host sees them: YAML 1.1 scalars, and how Python's `str()` prints them
 * (contract §5.5, hermes-real §4: `yes` → True, `12:30` → 750, `010` → 8).
 */

/**
 * A YAML value. Whole numbers are `bigint` (Python's have no limit), other numbers `number`; dates
 * stay text, as written.
 */
export type YamlValue = string | boolean | null | bigint | number | YamlValue[] | YamlMapping;

/** A YAML mapping; keys are text as written. */
export interface YamlMapping {
  [key: string]: YamlValue;
}

/** Whether a value is a mapping. */
export function isMapping(value: YamlValue | undefined): value is YamlMapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// The implicit types of YAML 1.1 (https://yaml.org/type/), as PyYAML resolves them.
const TRUE = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const NULL = /^(?:~|null|Null|NULL|)$/;
const BINARY = /^[-+]?0b[01_]+$/;
const OCTAL = /^[-+]?0[0-7_]+$/;
const DECIMAL = /^[-+]?(?:0|[1-9][0-9_]*)$/;
const HEXADECIMAL = /^[-+]?0x[0-9a-fA-F_]+$/;
const SEXAGESIMAL = /^[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+$/;
const FLOAT =
  /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?)$/;
const SEXAGESIMAL_FLOAT = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

/** First characters of every scalar that is not plain text, to keep the common case cheap. */
const SPECIAL_START = /^(?:[-+.0-9~]|[yYnNtTfFoO]|$)/;

/** The value of an unquoted scalar. @param text the scalar without surrounding blanks */
export function resolveScalar(text: string): YamlValue {
  if (text.length > 64 || !SPECIAL_START.test(text)) return text;
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  if (NULL.test(text)) return null;
  const digits = text.replaceAll("_", "");
  if (DECIMAL.test(text)) return BigInt(digits.replace(/^\+/, ""));
  if (OCTAL.test(text)) return signed(digits, (body) => BigInt(`0o${body.slice(1) || "0"}`));
  if (HEXADECIMAL.test(text) || BINARY.test(text)) {
    return digits.length > 2 + Number(/^[-+]/.test(digits)) ? signed(digits, BigInt) : text;
  }
  if (SEXAGESIMAL.test(text)) {
    return signed(
      digits,
      (body) => body.split(":").reduce((sum, part) => sum * 60n + BigInt(part), 0n),
    );
  }
  if (FLOAT.test(text)) return Number(digits);
  if (SEXAGESIMAL_FLOAT.test(text)) {
    const sign = digits.startsWith("-") ? -1 : 1;
    const parts = digits.replace(/^[-+]/, "").split(":");
    return sign * parts.reduce((sum, part) => sum * 60 + Number(part), 0);
  }
  if (INFINITE.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (NOT_A_NUMBER.test(text)) return NaN;
  return text;
}

function signed(digits: string, read: (body: string) => bigint): bigint {
  const body = digits.replace(/^[-+]/, "");
  return digits.startsWith("-") ? -read(body) : read(body);
}

/** A value as Python's `str()` prints it. */
export function hostText(value: YamlValue): string {
  return typeof value === "string" ? value : hostRepresentation(value);
}

/** A value as Python's `repr()` prints it: what lists and mappings show of their members. */
function hostRepresentation(value: YamlValue): string {
  if (value === null) return "None";
  switch (typeof value) {
    case "boolean":
      return value ? "True" : "False";
    case "bigint":
      return value.toString();
    case "number":
      return floatText(value);
    case "string":
      return quoted(value);
  }
  if (Array.isArray(value)) return `[${value.map(hostRepresentation).join(", ")}]`;
  const members = Object.entries(value).map(([key, member]) =>
    `${quoted(key)}: ${hostRepresentation(member)}`
  );
  return `{${members.join(", ")}}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

/** A float as Python prints it: always with a point or an exponent. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
    return value.toExponential().replace(/e([-+])(\d)$/, "e$10$2");
  }
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** A value as plain JSON data: whole numbers as `number`. For settings, not for printing. */
export function plainValue(value: YamlValue): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (isMapping(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        plainValue(member),
      ]),
    );
  }
  return value;
}

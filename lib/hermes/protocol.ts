/**
 * JSON-RPC 2.0 messages, one a line (DESIGN §6): reading what arrives, writing what is answered.
 */

/** Named parameters of a call. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Identifies a request; null where it could not be read. */
export type RequestId = string | number | null;

/** The error codes of JSON-RPC 2.0 that are used. */
export const ERROR_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParameters: -32602,
  internal: -32603,
} as const;

/** An error that is answered to the caller. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly code: number;
  constructor(kind: keyof typeof ERROR_CODES, message: string) {
    super(message);
    this.code = ERROR_CODES[kind];
  }
}

/** One line, read. A notification is a call without an id; it is never answered. */
export type Message =
  | { kind: "request"; id: RequestId; method: string; parameters: Parameters }
  | { kind: "notification"; method: string; parameters: Parameters }
  | { kind: "invalid"; id: RequestId; error: ProtocolError }
  | { kind: "ignored"; problem: string };

/** Reads one line. Never throws. */
export function readMessage(line: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return invalid(leadingId(line), "parse", "the line is not valid JSON");
  }
  if (!isObject(value)) {
    return invalid(null, "invalidRequest", "a message is one JSON object a line");
  }
  const id = readId(value.id);
  if (id === undefined && value.id !== undefined) {
    return invalid(null, "invalidRequest", "id must be a string, a number or null");
  }
  const { method, jsonrpc, params } = value;
  if (jsonrpc !== "2.0") {
    return invalid(id ?? null, "invalidRequest", 'a message carries "jsonrpc": "2.0"');
  }
  if (typeof method !== "string") {
    return invalid(id ?? null, "invalidRequest", "method must be a string");
  }
  if (params !== undefined && !isObject(params)) {
    if (id === undefined) return { kind: "ignored", problem: `params of ${method} are no object` };
    return invalid(id, "invalidParameters", "params must be an object with named values");
  }
  const parameters = params ?? {};
  return id === undefined
    ? { kind: "notification", method, parameters }
    : { kind: "request", id, method, parameters };
}

/** The answer to a line that was too long to be read. */
export function tooLongAnswer(head: string, maxBytes: number): string {
  return errorLine(
    leadingId(head),
    new ProtocolError("invalidRequest", `the line is longer than ${maxBytes} bytes`),
  );
}

/** A successful answer, without line end. */
export function resultLine(id: RequestId, result: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: result ?? null });
}

/** An answer that reports an error, without line end. */
export function errorLine(id: RequestId, error: ProtocolError): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    error: { code: error.code, message: error.message },
  });
}

/** A string parameter; null where it is absent or null. @throws {ProtocolError} for other types */
export function optionalText(parameters: Parameters, name: string): string | null {
  const value = parameters[name];
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  throw new ProtocolError("invalidParameters", `${name} must be a string`);
}

/** A string parameter that must not be empty. @throws {ProtocolError} */
export function requiredText(parameters: Parameters, name: string): string {
  const value = optionalText(parameters, name);
  if (value !== null && value !== "") return value;
  throw new ProtocolError("invalidParameters", `${name} is required and must not be empty`);
}

/** A list of strings; null where it is absent or null. @throws {ProtocolError} for other types */
export function optionalTexts(parameters: Parameters, name: string): string[] | null {
  const value = parameters[name];
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw new ProtocolError("invalidParameters", `${name} must be a list of strings`);
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(id: RequestId, kind: keyof typeof ERROR_CODES, message: string): Message {
  return { kind: "invalid", id, error: new ProtocolError(kind, message) };
}

function readId(value: unknown): RequestId | undefined {
  if (value === null || typeof value === "string") return value;
  return typeof value === "number" ? value : undefined;
}

/**
 * The id of a broken line, where it stands among the simple values at its beginning. Further in, an
 * `"id"` may belong to something else, and an answer with a wrong id is worse than one with none.
 */
const LEADING_ID =
  /^\s*\{(?:\s*"(?!id")[^"\\]*"\s*:\s*(?:"[^"\\]*"|-?[\d.eE+-]+|true|false|null)\s*,)*\s*"id"\s*:\s*("[^"\\]*"|-?\d+)\s*[,}]/;

function leadingId(line: string): RequestId {
  const found = LEADING_ID.exec(line.slice(0, 1_024))?.[1];
  return found === undefined ? null : JSON.parse(found) as string | number;
}

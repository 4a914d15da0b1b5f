/**
 * Reading an A/B log, also one that another program has written or a crash has torn.
 */
import type { AbRecord } from "./record.ts";

/** A record as the report uses it: all fields there, whatever the line left out. */
export interface AbTurn {
  /** As written; "" where it is absent. */
  ts: string;
  sessionId: string;
  query: string;
  ranked: string[];
  /** The order that counted. */
  final: string[];
  /** Whether the judge's order counted. */
  applied: boolean;
  /** Why it did not; null where it did. */
  reason: string | null;
  probabilities: Record<string, number>;
  flipped: boolean;
  inputTokens: number;
  latencyMs: number;
}

/** A line that is no record. */
export interface DamagedLine {
  file: string;
  /** From 1. */
  line: number;
}

/** What was read. */
export interface AbLogReading {
  turns: AbTurn[];
  damaged: DamagedLine[];
}

/**
 * Reads the lines of a log; blank ones are skipped.
 * @param file name of the log, for the damaged lines
 */
export function parseAbLog(text: string, file: string): AbLogReading {
  const reading: AbLogReading = { turns: [], damaged: [] };
  text.split("\n").forEach((line, at) => {
    if (line.trim() === "") return;
    const turn = turnOf(line);
    if (turn === null) reading.damaged.push({ file, line: at + 1 });
    else reading.turns.push(turn);
  });
  return reading;
}

function turnOf(line: string): AbTurn | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const record = value as { [Field in keyof AbRecord]?: unknown };
  const ranked = textsOrNull(record.bm25_order);
  if (ranked === null) return null;
  const judged = textsOrNull(record.jev_order);
  const reason = textOf(record.fallback_reason);
  const applied = judged !== null && reason === "";
  const final = textsOrNull(record.injected_order) ?? judged ?? ranked;
  return {
    ts: textOf(record.ts),
    sessionId: textOf(record.session_id),
    query: textOf(record.query),
    ranked,
    final,
    applied,
    reason: applied ? null : reason || "unknown",
    probabilities: applied ? numbersOf(record.jev_probs) : {},
    flipped: applied &&
      (typeof record.rank1_flip === "boolean" ? record.rank1_flip : final[0] !== ranked[0]),
    inputTokens: numberOf(record.input_tokens),
    latencyMs: numberOf(record.latency_ms),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function textsOrNull(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : null;
}

function numbersOf(value: unknown): Record<string, number> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] =>
      typeof entry[1] === "number" && Number.isFinite(entry[1])
    ),
  );
}

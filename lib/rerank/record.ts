/**
 * One line of the A/B log (SR-100).
 */

/** A judged or failed turn. The names are those of the log. */
export interface AbRecord {
  /** Local time with its offset, ISO 8601, whole seconds. */
  ts: string;
  session_id: string;
  /** The first 200 code points of the message. */
  query: string;
  /** Ids of the whole shortlist as the ranking had them, whichever preset ranked. */
  bm25_order: string[];
  /** As the judge has them; null where its answer does not hold. */
  jev_order: string[] | null;
  /** The order that counted. */
  injected_order: string[];
  /** Probability by id; null where the judge's answer does not hold. */
  jev_probs: Record<string, number> | null;
  input_tokens: number;
  latency_ms: number;
  /** Null where the judge's order counted. */
  fallback_reason: string | null;
  /** Whether the first place changed; only where the judge's order counted. */
  rank1_flip?: boolean;
}

/** Characters of the message that are kept (SR-8). */
const QUERY_CHARACTERS = 200;

/** What a record is made from. */
export interface AbFacts {
  /** Wall clock in milliseconds. */
  nowMs: number;
  sessionId: string;
  text: string;
  /** Ids of the shortlist as the ranking had them. */
  ranked: readonly string[];
  /** What came of asking, its reason as the log says it. */
  order: readonly string[];
  probabilities: Record<string, number> | null;
  inputTokens: number;
  latencyMs: number;
  reason: string | null;
}

/** The record of a turn. */
export function abRecord(facts: AbFacts): AbRecord {
  const applied = facts.reason === null;
  return {
    ts: localTime(facts.nowMs),
    session_id: facts.sessionId,
    query: [...facts.text.slice(0, QUERY_CHARACTERS * 2)].slice(0, QUERY_CHARACTERS).join(""),
    bm25_order: [...facts.ranked],
    jev_order: applied ? [...facts.order] : null,
    injected_order: [...facts.order],
    jev_probs: facts.probabilities,
    input_tokens: facts.inputTokens,
    latency_ms: Math.round(facts.latencyMs * 10) / 10,
    fallback_reason: facts.reason,
    ...(applied ? { rank1_flip: facts.order[0] !== facts.ranked[0] } : {}),
  };
}

/** A record as one line of ASCII, with its line end. */
export function abLine(record: AbRecord): string {
  return JSON.stringify(record).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  ) + "\n";
}

/** `2026-11-30T22:13:53+01:00`. @param nowMs milliseconds since 1970 */
export function localTime(nowMs: number): string {
  const offsetMinutes = -new Date(nowMs).getTimezoneOffset();
  const local = new Date(nowMs + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, "0");
  const sign = offsetMinutes < 0 ? "-" : "+";
  return `${local}${sign}${two(offsetMinutes / 60)}:${two(Math.abs(offsetMinutes) % 60)}`;
}

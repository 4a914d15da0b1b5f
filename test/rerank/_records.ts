/** Records for tests of the log and its report. */
import { abLine, type AbRecord } from "../../lib/rerank/mod.ts";

/** A record whose line has a given number of characters. */
export function recordOf(query: string, characters: number): AbRecord {
  const record: AbRecord = {
    ts: "2026-11-30T10:00:00+00:00",
    session_id: "",
    query,
    bm25_order: ["a", "b"],
    jev_order: ["b", "a"],
    injected_order: ["b", "a"],
    jev_probs: { a: 0.1, b: 0.9 },
    input_tokens: 800,
    latency_ms: 250,
    fallback_reason: null,
    rank1_flip: true,
  };
  const missing = characters - abLine(record).length;
  return { ...record, session_id: "x".repeat(Math.max(0, missing)) };
}

/** The seven records of E41, in files' words. */
export function e41(): Partial<AbRecord>[] {
  const skipped = (fallback_reason: string | null) => ({
    ...recordOf("q", 0),
    jev_order: null,
    injected_order: ["a", "b"],
    jev_probs: null,
    fallback_reason,
  });
  const applied = (fields: Partial<AbRecord>) => ({ ...recordOf("q", 0), ...fields });
  return [
    applied({
      bm25_order: ["a", "b", "c"],
      jev_order: ["b", "a", "c"],
      injected_order: ["b", "a", "c"],
      jev_probs: { a: .5, b: .9, c: .1 },
      input_tokens: 800,
      latency_ms: 250,
      rank1_flip: true,
    }),
    skipped("HTTP 500"),
    applied({
      bm25_order: ["x", "y"],
      jev_order: ["x", "y"],
      injected_order: ["x", "y"],
      jev_probs: { x: .65, y: .35 },
      input_tokens: 600,
      latency_ms: 410.4,
      rank1_flip: false,
    }),
    skipped("missing_key"),
    skipped("HTTP 500"),
    skipped(null),
    applied({
      bm25_order: ["p", "q", "r", "s"],
      jev_order: ["s", "p", "q", "r"],
      injected_order: ["s", "p", "q", "r"],
      jev_probs: { p: .4, q: .36, r: .2, s: .7 },
      input_tokens: 1_000,
      latency_ms: 120,
      rank1_flip: true,
    }),
  ];
}

import { test } from "node:test";
import fc from "fast-check";
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { abReport, parseAbLog, reportLines } from "../../lib/rerank/mod.ts";
import { e41 } from "./_records.ts";

const LOG = e41().map((record) => JSON.stringify(record)).join("\n");

test("abReport() has the figures of SR-102 (E41)", () => {
  const { total } = abReport(parseAbLog(LOG, "log").turns);
  const { displacement, dollars, ...rest } = total;
  assertEquals(rest, {
    turns: 7,
    applied: 3,
    skipped: 4,
    reasons: [{ reason: "HTTP 500", count: 2 }, { reason: "missing_key", count: 1 }, {
      reason: "unknown",
      count: 1,
    }],
    flips: 2,
    bands: { high: 3, middle: 3, low: 3 },
    latencyMs: { p50: 250, p95: 410.4 },
    inputTokens: 800,
  });
  assertEquals([displacement!.max, displacement!.skills], [3, 9]);
  assertAlmostEquals(displacement!.mean, 8 / 9);
  assertAlmostEquals(dollars!, 0.0000336);
});

test("reportLines() says the same in words (SR-102, E41)", () => {
  const text = reportLines(abReport(parseAbLog(LOG, "log").turns)).join("\n");
  for (
    const line of [
      "turns         7, 3 applied, 4 skipped",
      "fallback      57 % of the turns",
      "first place   changed in 2/3 = 67 %",
      "displacement  mean 0.89, max 3, n 9",
      "latency       p50 250 ms, p95 410 ms",
      "input tokens  mean 800 a turn",
      "cost          $0.000034 a turn, at Jev's price",
      "       2  HTTP 500",
      "       3   33 %  fits (from 0.65)",
    ]
  ) assert(text.includes(line), `${line}\n${text}`);
});

test("reportLines() says that nothing can be said where the judge's order never counted (SR-102)", () => {
  const skipped = e41().filter((record) => record.jev_order === null)
    .map((record) => JSON.stringify({ ...record, fallback_reason: "HTTP 500 \u001b[31m" }));
  const { turns } = parseAbLog(skipped.join("\n"), "log");
  const lines = reportLines(abReport(turns));
  assertEquals(lines.at(-1), "The judge's order never counted: the evidence is insufficient.");
  assert(!lines.join("").includes("\u001b"));
  assertEquals(abReport(turns).total.reasons, [{ reason: "HTTP 500", count: 4 }]);
});

test("abReport() has figures by day and by session", () => {
  const records = e41().map((record, at) => ({
    ...record,
    ts: `2026-11-${at < 2 ? 30 : 29}T10:00:00+01:00`,
    session_id: at === 0 ? "" : "s",
  }));
  const { turns } = parseAbLog(records.map((record) => JSON.stringify(record)).join("\n"), "log");
  const { days, sessions } = abReport(turns);
  assertEquals(days.map(({ day, figures }) => [day, figures.turns, figures.applied]), [
    ["2026-11-29", 5, 2],
    ["2026-11-30", 2, 1],
  ]);
  assertEquals(sessions.map(({ session, figures }) => [session, figures.turns]), [
    ["s", 6],
    ["", 1],
  ]);
});

test("parseAbLog() counts damaged lines and skips them (SR-102)", () => {
  const torn = `${LOG.slice(0, 40)}\n${LOG}\n\nnull\n[]\n{"bm25_order":[1]}\n`;
  const { turns, damaged } = parseAbLog(torn, "log");
  assertEquals(turns.length, 7);
  assertEquals(damaged.map(({ file, line }) => [file, line]), [
    ["log", 1],
    ["log", 10],
    ["log", 11],
    ["log", 12],
  ]);
});

test("parseAbLog(), abReport() and reportLines() take any text", () => {
  const field = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.string()),
    fc.dictionary(fc.string(), fc.double()),
  );
  const record = fc.record({
    ts: field,
    session_id: field,
    query: field,
    bm25_order: fc.oneof(fc.array(fc.string()), field),
    jev_order: field,
    injected_order: field,
    jev_probs: field,
    input_tokens: field,
    latency_ms: field,
    fallback_reason: field,
    rank1_flip: field,
  }, { requiredKeys: [] });
  const line = fc.oneof(record.map((value) => JSON.stringify(value)), fc.string(), fc.json());
  fc.assert(fc.property(fc.array(line), (lines) => {
    const { turns, damaged } = parseAbLog(lines.join("\n"), "log");
    const report = abReport(turns);
    assertEquals(report.total.applied + report.total.skipped, turns.length);
    assert(turns.length + damaged.length >= lines.filter((text) => text.trim() !== "").length);
    assert(!reportLines(report).join("").includes("NaN"));
  }));
});

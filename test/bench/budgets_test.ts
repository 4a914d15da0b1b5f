import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { budgetFor, isWithin, type Measurement, percentiles } from "../../lib/bench/mod.ts";

test("budgetFor() takes the next larger size (DESIGN §7)", () => {
  const query = { stage: "query", preset: "bm25" } as const;
  assertEquals(budgetFor(query, 1), { limit: 0.008, figure: "p50" });
  assertEquals(budgetFor(query, 200), { limit: 0.008, figure: "p50" });
  assertEquals(budgetFor(query, 201), { limit: 0.02, figure: "p50" });
  assertEquals(budgetFor(query, 20_000), { limit: 0.1, figure: "p50" });
  assertEquals(budgetFor(query, 100_000), { limit: 0.4, figure: "p50" });
  assertEquals(budgetFor(query, 100_001), null);
});

test("budgetFor() tells presets apart where the design does (DESIGN §7)", () => {
  assertEquals(budgetFor({ stage: "query", preset: "default" }, 200)?.limit, 0.04);
  assertEquals(budgetFor({ stage: "cold_start", preset: "bm25" }, 2_000)?.limit, 200);
  assertEquals(budgetFor({ stage: "cold_start", preset: "default" }, 2_000)?.limit, 700);
  assertEquals(budgetFor({ stage: "index_build", preset: "bm25" }, 200), null);
  assertEquals(budgetFor({ stage: "stat_pass", preset: null }, 2_000)?.limit, 12);
  assertEquals(budgetFor({ stage: "catalog_read", preset: null }, 200), null);
});

test("budgetFor() bounds compaction at 200 skills only, and SR-A023 by its best run", () => {
  assertEquals(budgetFor({ stage: "compaction", preset: null }, 200)?.limit, 1);
  assertEquals(budgetFor({ stage: "compaction", preset: null }, 201), null);
  assertEquals(budgetFor({ stage: "three_terms", preset: "bm25" }, 24), {
    limit: 50,
    figure: "min",
  });
});

test("isWithin() holds the figure the budget names against its limit", () => {
  const measured: Measurement = {
    stage: "query",
    preset: null,
    unit: "ms",
    figures: percentiles([1, 2, 3]),
  };
  assertEquals(isWithin(measured, { limit: 2, figure: "p50" }), true);
  assertEquals(isWithin(measured, { limit: 2, figure: "max" }), false);
  assertEquals(isWithin(measured, { limit: 0.5, figure: "min" }), false);
});

import { test } from "node:test";
import { assertEquals, assertThrows } from "@std/assert";
import { percentiles } from "../../lib/bench/mod.ts";

test("percentiles() takes values by nearest rank, none in between", () => {
  assertEquals(percentiles([4, 1, 3, 2]), { runs: 4, min: 1, p50: 2, p90: 4, p99: 4, max: 4 });
  assertEquals(percentiles([5, 3, 1]), { runs: 3, min: 1, p50: 3, p90: 5, p99: 5, max: 5 });
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  assertEquals(percentiles(hundred), { runs: 100, min: 1, p50: 50, p90: 90, p99: 99, max: 100 });
});

test("percentiles() gives a single value for every percentile", () => {
  assertEquals(percentiles([7]), { runs: 1, min: 7, p50: 7, p90: 7, p99: 7, max: 7 });
});

test("percentiles() sorts numbers as numbers and leaves its argument alone", () => {
  const values = [10, 9, 100];
  assertEquals(percentiles(values).max, 100);
  assertEquals(values, [10, 9, 100]);
});

test("percentiles() refuses an empty sample", () => {
  assertThrows(() => percentiles([]), RangeError, "no values");
});

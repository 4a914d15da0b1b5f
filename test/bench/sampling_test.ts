import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { sample, sampleAsync } from "../../lib/bench/mod.ts";

test("sample() makes the least number of runs when there is no time, numbered from 0", () => {
  assertEquals(sample((run) => run * 10, { seconds: 0, minimumRuns: 3 }), [0, 10, 20]);
  assertEquals(sample(() => 1, { seconds: 0 }), [1]);
});

test("sampleAsync() runs one after the other", async () => {
  const started: number[] = [];
  const values = await sampleAsync(async (run) => {
    started.push(run);
    await Promise.resolve();
    return started.length;
  }, { seconds: 0, minimumRuns: 3 });
  assertEquals(values, [1, 2, 3]);
  assertEquals(started, [0, 1, 2]);
});

import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { LeastRecentlyUsed } from "../../lib/rank/mod.ts";

test("LeastRecentlyUsed forgets what was used longest ago (SR-54)", () => {
  const cache = new LeastRecentlyUsed<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.set("c", 3);
  assertEquals([cache.size, cache.has("a"), cache.has("b"), cache.has("c")], [
    2,
    false,
    true,
    true,
  ]);
});

test("LeastRecentlyUsed.set() of a known key is a use and no growth", () => {
  const cache = new LeastRecentlyUsed<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.set("a", 9);
  cache.set("c", 3);
  assertEquals([...cache.values()], [9, 3]);
});

test("LeastRecentlyUsed.has() is no use, get() is one", () => {
  const cache = new LeastRecentlyUsed<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.has("a");
  cache.set("c", 3);
  assertEquals(cache.get("a"), undefined);
  assertEquals(cache.get("b"), 2);
  cache.set("d", 4);
  assertEquals([...cache.values()], [2, 4]);
});

test("LeastRecentlyUsed.delete() and clear() remove", () => {
  const cache = new LeastRecentlyUsed<string, number>(3);
  for (const [at, key] of ["a", "b", "c"].entries()) cache.set(key, at);
  cache.delete("b");
  cache.delete("unknown");
  assertEquals([...cache.values()], [0, 2]);
  cache.clear();
  assertEquals([cache.size, cache.get("a")], [0, undefined]);
});

test("LeastRecentlyUsed keeps exactly the last keys used, whatever the order", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 6 })),
      (capacity, keys) => {
        const cache = new LeastRecentlyUsed<number, number>(capacity);
        let used: number[] = [];
        for (const key of keys) {
          if (cache.get(key) === undefined) cache.set(key, key);
          used = [...used.filter((other) => other !== key), key].slice(-capacity);
        }
        assertEquals([...cache.values()], used);
      },
    ),
  );
});

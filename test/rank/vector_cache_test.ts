import * as fs from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { join } from "@std/path";
import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { quantise } from "../../lib/rank/mod.ts";
import { formatRows, parseRows, VectorCache, vectorKey } from "../../lib/rank/vector_cache.ts";
import { makeHome } from "../helpers/home.ts";

const keyOf = (text: string) => vectorKey("service", [text]);
const rowsOf = (texts: readonly string[], fill = 1) =>
  new Map(texts.map((text, at) => [keyOf(text), quantise(Float32Array.of(fill, at, 0.5))]));

test("vectorKey() changes with service, model and text (EE-54)", () => {
  const keys = [
    vectorKey("a", ["name\ndescription"]),
    vectorKey("b", ["name\ndescription"]),
    vectorKey("a", ["name\ndescription."]),
    vectorKey("a", ["name", "description"]),
    vectorKey("a", ["name\ndescription", "body"]),
  ];
  assertEquals(new Set(keys).size, keys.length);
  assertEquals(keys[0], vectorKey("a", ["name\ndescription"]));
});

test("parseRows() reads what formatRows() wrote", () => {
  const rows = rowsOf(["a", "b", "c"]);
  const read = parseRows(formatRows(rows));
  assertEquals([...read.keys()], [...rows.keys()]);
  for (const [key, { values, scale }] of rows) {
    assertEquals([...read.get(key)!.values], [...values]);
    assertEquals(read.get(key)!.scale, Math.fround(scale));
  }
  assertEquals(parseRows(formatRows(new Map())).size, 0);
});

test("parseRows() takes damaged bytes for no rows, and never throws", () => {
  const intact = formatRows(rowsOf(["a", "b"]));
  fc.assert(fc.property(
    fc.nat(intact.length - 1),
    fc.integer({ min: 1, max: 255 }),
    (at, flipped) => {
      const bytes = intact.slice();
      bytes[at]! ^= flipped;
      assertEquals(parseRows(bytes).size, 0);
    },
  ));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
    assertEquals(parseRows(bytes).size, 0);
  }));
});

test("VectorCache has a file for each service, and none before something is kept", () => {
  const home = makeHome();
  const [a, b] = [new VectorCache(home, "a"), new VectorCache(home, "b")];
  assertNotEquals(a.path, b.path);
  assertEquals(a.read().size, 0);
  assertEquals(fs.readdirSync(home), []);
});

test("VectorCache.merge() keeps rows of other processes and drops old ones beyond twice (EE-54)", async () => {
  const cache = new VectorCache(join(makeHome(), "data/skill-retrieval"), "a");
  await cache.merge(rowsOf(["a", "b"]));
  await new VectorCache(join(cache.path, ".."), "a").merge(rowsOf(["c", "d"]));
  assertEquals(new Set(cache.read().keys()), new Set(["a", "b", "c", "d"].map(keyOf)));
  await cache.merge(rowsOf(["e"]));
  assertEquals([cache.read().size, cache.read().has(keyOf("e"))], [2, true]);
  assertEquals(fs.readdirSync(join(cache.path, "..")).length, 1);
  if (process.platform !== "win32") assertEquals(fs.statSync(cache.path).mode & 0o777, 0o600);
});

test("VectorCache.merge() loses no row of two that write at once (EE-54)", async () => {
  const directory = makeHome();
  const names = ["a", "b", "c"];
  await Promise.all(names.map((name) => new VectorCache(directory, "s").merge(rowsOf([name]))));
  const kept = new VectorCache(directory, "s").read();
  // The newest row and as many others as it has itself.
  assertEquals(kept.size, 2);
});

test("VectorCache.merge() drops rows of another length: the model has changed", async () => {
  const cache = new VectorCache(makeHome(), "a");
  await cache.merge(rowsOf(["a"]));
  const longer = new Map([[keyOf("b"), quantise(Float32Array.of(1, 2, 3, 4))]]);
  await cache.merge(longer);
  assertEquals([...cache.read().keys()], [keyOf("b")]);
});

test("VectorCache.merge() waits for a lock in use, and takes one that was left behind", async () => {
  const cache = new VectorCache(makeHome(), "a");
  const lock = `${cache.path}.lock`;
  fs.writeFileSync(lock, "");
  await cache.merge(rowsOf(["a"]));
  assertEquals([cache.read().size, fs.existsSync(lock)], [0, true]);
  fs.utimesSync(lock, new Date(0), new Date(0));
  await cache.merge(rowsOf(["a"]));
  assertEquals([cache.read().size, fs.existsSync(lock)], [1, false]);
});

test("VectorCache writes nowhere but in its folder", () => {
  const cache = new VectorCache(join(makeHome({ "file": "" }), "file"), "a");
  assertEquals(cache.read().size, 0);
  assertThrows(() => new VectorCache("relative", "a"));
});

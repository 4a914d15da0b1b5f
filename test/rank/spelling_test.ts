import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { isOneErrorApart, SpellingIndex } from "../../lib/rank/spelling.ts";
import { Numbering } from "../../lib/text/mod.ts";

/** Damerau–Levenshtein distance (swaps of neighbours, no further edits inside them). */
function distance(a: string, b: string): number {
  const rows = Array.from(
    { length: a.length + 1 },
    (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i === 0 ? j : j === 0 ? i : 0),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let best = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      }
      rows[i]![j] = best;
    }
  }
  return rows[a.length]![b.length]!;
}

const word = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 7 }).map((list) =>
  list.join("")
);

test("isOneErrorApart() is Damerau–Levenshtein distance 1 for any two words", () => {
  fc.assert(
    fc.property(word, word, (a, b) => assertEquals(isOneErrorApart(a, b), distance(a, b) === 1)),
    { numRuns: 20_000 },
  );
});

test("isOneErrorApart() knows a letter too many, too few, wrong or swapped", () => {
  assertEquals(isOneErrorApart("invoice", "invvoice"), true);
  assertEquals(isOneErrorApart("invoice", "invoic"), true);
  assertEquals(isOneErrorApart("invoice", "invoise"), true);
  assertEquals(isOneErrorApart("invoice", "invocie"), true);
  assertEquals(isOneErrorApart("", "a"), true);
  assertEquals(isOneErrorApart("invoice", "invoice"), false);
  assertEquals(isOneErrorApart("invoice", "incovie"), false);
  assertEquals(isOneErrorApart("invoice", "invoices!"), false);
});

/** An index over words; numbers repeat as they do in documents. */
function indexOf(words: string[]): SpellingIndex {
  const numbering = new Numbering();
  const numbers = words.map((text) => numbering.intern(text));
  return new SpellingIndex([...numbers, ...numbers], numbering);
}

test("SpellingIndex.like() finds words at one error, shorter ones first, each once", () => {
  const index = indexOf(["docket", "dockers", "docker", "docke", "rocker", "decks"]);
  assertEquals(index.like("docker"), ["docke", "docket", "dockers"]);
  assertEquals(index.like("dcoker"), ["docker"]);
});

test("SpellingIndex.like() asks for the same first letter", () => {
  assertEquals(indexOf(["rocker"]).like("docker"), []);
});

test("SpellingIndex holds plain words of four letters or more", () => {
  const index = indexOf(["cat", "c++", "cafe", "caf2", "каша", "bill"]);
  assertEquals(index.like("caf"), ["cafe"]);
  assertEquals(index.like("ca"), []);
  assertEquals(index.like("cafx"), ["cafe"]);
  assertEquals(index.like(""), []);
});

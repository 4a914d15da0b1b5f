import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { formatRun, parseRun, RANKING_DEPTH, runRanker } from "../../lib/eval/mod.ts";
import { answer, message } from "./_fixtures.ts";

test("runRanker() asks in query order with the history and keeps 100 ids", async () => {
  const asked: [string, readonly string[]][] = [];
  const answers = await runRanker({
    name: "stub",
    rank(query, history) {
      asked.push([query, history]);
      const ranked = Array.from({ length: RANKING_DEPTH + 1 }, (_, index) => `s${index}`);
      return Promise.resolve({ ranked, injected: ["s0"], confidence: 0.5 });
    },
  }, [message("1", { query: "one", history: ["before"] }), message("2", { query: "two" })]);
  assertEquals(asked, [["one", ["before"]], ["two", []]]);
  assertEquals(answers.map(({ id, ranked }) => [id, ranked.length]), [["1", 100], ["2", 100]]);
});

test("formatRun() writes one JSON line a message in the form of the contract", () => {
  assertEquals(
    formatRun([answer("1", "a b", "a", 0.5), answer("2", "")]),
    '{"id":"1","ranked":["a","b"],"injected":["a"],"confidence":0.5}\n' +
      '{"id":"2","ranked":[],"injected":[],"confidence":null}\n',
  );
});

test("parseRun() says what is wrong with a line", () => {
  const text = '{"id":"1","ranked":["a"],"confidence":2}\n{"id":"2","ranked":"a"}\n';
  assertEquals(parseRun({ path: "r", text }).problems, [
    'r:1 needs a number from 0 to 1, or null, in "confidence"; the row is left out',
    'r:2 needs a list of texts in "ranked"; the row is left out',
  ]);
});

test("parseRun() reads back what formatRun() wrote", () => {
  const ids = fc.uniqueArray(fc.string({ unit: "binary" }));
  const entry = fc.record({
    id: fc.string({ minLength: 1 }),
    ranked: ids,
    injected: ids,
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0)),
  });
  fc.assert(fc.property(
    fc.uniqueArray(entry, { selector: ({ id }) => id }),
    (entries) => {
      const read = parseRun({ path: "r", text: formatRun(entries) });
      assertEquals(read, { entries, duplicates: 0, problems: [] });
    },
  ));
});

import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { LexiconTable } from "../../lib/text/lexicon_table.ts";

const TABLE = new LexiconTable(
  "# zh → English\nzh\t周报\treport week\n\nzh\t周\tweek\nzh\t𠮷野家\tgyudon",
);

test("LexiconTable finds terms, and nothing else", () => {
  assertEquals(["周报", "周", "𠮷野家", "报", "周报告", "zh", ""].map((term) => TABLE.get(term)), [
    "report week",
    "week",
    "gyudon",
    ...[undefined, undefined, undefined, undefined],
  ]);
  assertEquals([TABLE.has("周"), TABLE.has("月"), TABLE.size], [true, false, 3]);
});

test("LexiconTable.matchAt() gives the terms that begin at a place, shortest first", () => {
  const found: number[] = [];
  const matches = (run: string, at: number) => {
    TABLE.matchAt([...run], at, found);
    return [...found];
  };
  assertEquals(matches("周报", 0), [1, 2]);
  assertEquals(matches("周", 0), [1]);
  assertEquals(matches("周报", 1), []);
  // Rare characters are one character of two units.
  assertEquals(matches("𠮷野家", 0), [3]);
});

test("LexiconTable takes the last of equal terms and counts them once", () => {
  const table = new LexiconTable("zh\t周\tweek\nzh\t月\tmonth\nzh\t周\tcycle\n");
  assertEquals([table.get("周"), table.get("月"), table.size], ["cycle", "month", 2]);
  assertEquals([...table.terms()], ["周", "月"]);
});

test("LexiconTable.of() holds what a map of the same entries does", () => {
  const text = fc.string({ minLength: 1, maxLength: 6 }).filter((each) => !/[\t\n]/.test(each));
  const entries = fc.array(fc.tuple(text, text), { maxLength: 200 });
  fc.assert(fc.property(entries, fc.array(text), (rows, others) => {
    const map = new Map(rows);
    const table = LexiconTable.of(map);
    assertEquals(table.size, map.size);
    for (const term of [...map.keys(), ...others]) assertEquals(table.get(term), map.get(term));
    assertEquals(new Map([...table.terms()].map((term) => [term, table.get(term)!])), map);
  }));
});

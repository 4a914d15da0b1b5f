import { test } from "node:test";
import { assertEquals } from "@std/assert";
import {
  alignedTable,
  countText,
  decimal,
  markdownTable,
  percent,
  points,
  signed,
} from "../../lib/eval/mod.ts";

const TABLE = { header: ["set", "n", "note"], rows: [["A", "5", "x|y"], ["long", "12", ""]] };

test("alignedTable() pads numbers on the left and leaves a last column of prose alone", () => {
  assertEquals(
    alignedTable(TABLE),
    "  set    n  note\n" +
      "  A      5   x|y\n" +
      "  long  12\n",
  );
  assertEquals(
    alignedTable({ ...TABLE, proseLast: true }),
    "  set    n  note\n" +
      "  A      5  x|y\n" +
      "  long  12\n",
  );
});

test("markdownTable() escapes the column separator", () => {
  assertEquals(
    markdownTable({ ...TABLE, proseLast: true }),
    "| set | n | note |\n" +
      "| --- | ---: | --- |\n" +
      "| A | 5 | x\\|y |\n" +
      "| long | 12 |  |\n",
  );
});

test("percent() and countText() show shares with one decimal", () => {
  assertEquals(percent(0.8349), "83.5");
  assertEquals(percent(null), "–");
  assertEquals(countText({ count: 1, rows: 8 }), "1 of 8 (12.5 %)");
  assertEquals(countText({ count: 0, rows: 0 }), "–");
});

test("points(), signed() and decimal() show no negative zero", () => {
  assertEquals([points(0.0123), points(-0.05), points(-0.0001), points(0)], [
    "+1.2",
    "-5.0",
    "0.0",
    "0.0",
  ]);
  assertEquals([signed(0.004, 2), signed(0.006, 2)], ["0.00", "+0.01"]);
  assertEquals(decimal(-0.001, 2), "0.00");
});

import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { join } from "@std/path";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { StaticTable } from "../../lib/rank/static_table.ts";
import {
  parseStaticTable,
  readStaticTable,
  TableError,
  tableProblem,
} from "../../lib/rank/static_table_file.ts";
import { makeHome } from "../helpers/home.ts";
import { tableBytes, type TestPiece } from "../helpers/static_table.ts";

/** Pieces: `▁` leads a word. */
const PIECES: readonly TestPiece[] = [
  { text: "▁data", score: -5, vector: [100, 0] },
  { text: "▁base", score: -5, vector: [0, 50], scale: 2 },
  { text: "▁database", score: -8, vector: [10, 10] },
  { text: "base", score: -6, vector: [0, 1] },
  { text: "▁", score: -3, vector: [0, 0] },
  { text: "数据", score: -4, vector: [90, 10] },
  { text: "库", score: -4, vector: [10, 90] },
  { text: "c", score: -7, vector: [1, 1] },
  { text: "++", score: -7, vector: [-1, 1] },
];

const tableOf = (pieces: readonly TestPiece[]) =>
  new StaticTable(parseStaticTable(tableBytes(pieces), "test.skrtable"));
const table = tableOf(PIECES);
const cut = (text: string) => table.cut(text).map((number) => PIECES[number]!.text);

test("StaticTable.cut() takes the cut whose probabilities have the largest sum", () => {
  // −8 for the whole word, −5 − 6 for its halves.
  assertEquals(cut("database"), ["▁database"]);
  assertEquals(cut("Data BASE"), ["▁data", "▁base"]);
  assertEquals(cut("database database"), ["▁database", "▁database"]);
  const cheapHalves = tableOf(PIECES.map((piece) => ({
    ...piece,
    score: piece.text === "base" ? -2 : piece.score,
  })));
  assertEquals(cheapHalves.cut("database"), [0, 3]);
});

test("StaticTable.cut() folds forms, separates at signs, keeps + and #, drops the unknown", () => {
  assertEquals(cut("ＤＡＴＡ_base, (数据库)"), ["▁data", "▁base", "▁", "数据", "库"]);
  assertEquals(cut("C++"), ["▁", "c", "++"]);
  assertEquals(cut("数据😀库"), ["▁", "数据", "▁", "库"]);
  assertEquals(cut("数据猫库"), ["▁", "数据", "库"]);
  assertEquals(cut(""), []);
  assertEquals(cut("… —"), []);
});

test("StaticTable.vectorOf() sums scaled pieces and brings them to length 1 (EE-51)", () => {
  assertEquals([...table.vectorOf("data base")], [
    ...Float32Array.of(Math.SQRT1_2, Math.SQRT1_2),
  ]);
  assertEquals([...table.vectorOf("")], [0, 0]);
  assertEquals([...table.vectorOf("猫")], [0, 0]);
  assertEquals(table.embed(["data", ""]).length, 2);
});

test("StaticTable.cut() gives pieces of known text for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
    for (const number of table.cut(text)) assertEquals(PIECES[number] !== undefined, true);
  }));
});

test("parseStaticTable() reads name, sizes and numbers", () => {
  const file = parseStaticTable(tableBytes(PIECES, "skills"), "t");
  assertEquals([file.name, file.dimensions, file.pieceCount], ["skills", 2, PIECES.length]);
  assertEquals([file.unknownScore, file.scales[1]], [-18, 2]);
});

test("parseStaticTable() takes bytes that begin anywhere", () => {
  const bytes = tableBytes(PIECES);
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  assertEquals(parseStaticTable(shifted.subarray(1), "t").dimensions, 2);
});

test("parseStaticTable() refuses damage with a sentence that says what to do", () => {
  const refused = (change: (bytes: Uint8Array) => Uint8Array) =>
    assertThrows(() => parseStaticTable(change(tableBytes(PIECES)), "/x/t"), TableError).message;
  const set = (at: number, value: number) => (bytes: Uint8Array) => {
    bytes[at] = value;
    return bytes;
  };
  assertEquals(
    refused(set(0, 0)),
    "/x/t is no table of vectors; make the table anew with scripts/distil (docs/dense.md)",
  );
  assertStringIncludes(refused(() => new Uint8Array(0)), "is no table of vectors");
  assertStringIncludes(refused(set(8, 9)), "has version 9 of the format, not 1");
  assertStringIncludes(refused((bytes) => bytes.subarray(0, -4)), "where its header says");
  for (const at of [70, 100, 150]) {
    assertStringIncludes(refused((bytes) => set(at, bytes[at]! ^ 1)(bytes)), "its checksum");
  }
});

test("parseStaticTable() never fails but with a TableError", () => {
  const intact = tableBytes(PIECES);
  fc.assert(fc.property(
    fc.nat(intact.length - 1),
    fc.nat(255),
    fc.nat(intact.length),
    (at, value, length) => {
      const bytes = intact.slice(0, length);
      if (at < length) bytes[at] = value;
      try {
        parseStaticTable(bytes, "t");
      } catch (error) {
        assertEquals(error instanceof TableError, true);
      }
    },
  ));
});

test("readStaticTable() reads the named file; a missing one is a sentence", () => {
  const home = makeHome({ "a.skrtable": tableBytes(PIECES) });
  assertEquals(readStaticTable(join(home, "a.skrtable")).pieceCount, PIECES.length);
  const error = assertThrows(() => readStaticTable(join(home, "b.skrtable")));
  assertStringIncludes(tableProblem(error), "b.skrtable");
});

const python = spawnSync("python3", ["--version"]).status === 0;

test("scripts/distil writes tables and cuts texts as this program reads and cuts them", {
  skip: !python,
}, () => {
  const home = makeHome();
  const path = join(home, "written.skrtable");
  const texts = ["database", "Data BASE", "ＤＡＴＡ_base, (数据库)", "C++ c", "数据猫库", "x", ""];
  const program = `
import json, sys
from pieces import Pieces
from table import write_table
given = json.load(sys.stdin)
pieces = Pieces([p["text"] for p in given["pieces"]], [p["score"] for p in given["pieces"]])
vectors = bytes(c & 255 for p in given["pieces"] for c in p["vector"])
write_table(given["path"], pieces.pieces, pieces.scores, pieces.unknown,
            [p.get("scale", 1) for p in given["pieces"]], vectors, 2, {"name": "test"})
print(json.dumps([pieces.cut(text) for text in given["texts"]]))
`;
  const { stdout, stderr, status } = spawnSync("python3", ["-c", program], {
    cwd: join(import.meta.dirname!, "../../scripts/distil"),
    input: JSON.stringify({ path, texts, pieces: PIECES }),
    encoding: "utf8",
    env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: "1", PYTHONIOENCODING: "utf-8" },
  });
  assertEquals([stderr, status], ["", 0]);
  const written = new StaticTable(readStaticTable(path));
  assertEquals(texts.map((text) => written.cut(text)), JSON.parse(stdout));
  assertEquals([...written.vectorOf("c++ data")], [...table.vectorOf("c++ data")]);
  // The same bytes but for the blanks that JSON may hold.
  const ours = parseStaticTable(tableBytes(PIECES), "t");
  const theirs = parseStaticTable(new Uint8Array(fs.readFileSync(path)), "t");
  assertEquals([...theirs.labels], [...ours.labels]);
  assertEquals([...theirs.vectors], [...ours.vectors]);
});

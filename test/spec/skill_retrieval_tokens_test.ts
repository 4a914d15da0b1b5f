/** SR §2 where test/text does not say it one by one. */
import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { compatTokens, flattenContent } from "../../lib/text/mod.ts";

test("compatTokens() drops punctuation (SR-A002)", () => {
  assertEquals(compatTokens("foo, bar! baz?"), ["foo", "bar", "baz"]);
});

test("compatTokens() splits on every white space (SR-A003)", () => {
  assertEquals(compatTokens("  a   b\tc\n"), ["a", "b", "c"]);
});

test("compatTokens() finds nothing in an empty text and in blanks (SR-A004)", () => {
  assertEquals([compatTokens(""), compatTokens("   ")], [[], []]);
});

test("compatTokens() lower-cases, keeps letters, numbers and underscores, and drops no word (SR-11)", () => {
  assertEquals(compatTokens("The ÀB_c I Ⅳ½٣ x\u0323y camelCase a"), [
    "the",
    "àb_c",
    "i",
    "ⅳ½٣",
    "x",
    "y",
    "camelcase",
    "a",
  ]);
});

test("compatTokens() keeps CJK runs of one and two, and cuts longer ones into pairs (SR-13)", () => {
  assertEquals(
    ["图", "图片", "图片生", "a图片生b图c"].map((text) => compatTokens(text).join(" ")),
    ["图", "图片", "图片 片生", "a 图片 片生 b 图 c"],
  );
});

test("compatTokens() cuts runs of exactly the CJK ranges (SR-12)", () => {
  const inside = [0x3400, 0x4dbf, 0x4e00, 0x9fff, 0x20000, 0x2a6df, 0x3041, 0x30ff, 0xff66, 0xff9f];
  for (const code of [...inside, 0xac00, 0xd7a3]) {
    const one = String.fromCodePoint(code);
    assertEquals([code, compatTokens(one.repeat(3))], [code, [one + one, one + one]]);
  }
  // 々 and 〇 are letter and number outside the ranges, so a run of them stays whole.
  for (const one of ["々", "〇", "ａ", String.fromCodePoint(0x2a700)]) {
    assertEquals(compatTokens(one.repeat(3)), [one.repeat(3)]);
  }
  assertEquals(compatTokens("図々図"), ["図", "々", "図"]);
});

test("compatTokens() lets kanji and kana share a run that digits and blanks end (SR-14)", () => {
  assertEquals(compatTokens("画像の3枚 表示"), ["画像", "像の", "3", "枚", "表示"]);
});

test("flattenContent() makes no token of null and stringifies other values (SR-10)", () => {
  assertEquals(compatTokens(flattenContent(null)), []);
  assertEquals(compatTokens(flattenContent(12.5)), ["12", "5"]);
  assertEquals(compatTokens(flattenContent(["a", null, { text: "b" }, { caption: "" }, {}])), [
    "a",
    "b",
  ]);
});

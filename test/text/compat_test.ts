import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { bodyCjkRuns, compatTokens, flattenContent } from "../../lib/text/mod.ts";

const examples: [string, string][] = [
  ["Skill-Retrieval: BM25 (Okapi)", "skill retrieval bm25 okapi"],
  ["snake_case __x__ a_b", "snake_case __x__ a_b"],
  ["don't O'Reilly's", "don t o reilly s"],
  ["v2.10.3 2026-11-30", "v2 10 3 2026 11 30"],
  ["C++ & C#", "c c"],
  ["用python写", "用 python 写"],
  ["图", "图"],
  ["图片", "图片"],
  ["图片生成", "图片 片生 生成"],
  ["生成图片和image处理", "生成 成图 图片 片和 image 处理"],
  ["x1图2片y", "x1 图 2 片 y"],
  ["第3章", "第 3 章"],
  ["东京2020奥运", "东京 2020 奥运"],
  ["__init__图片", "__init__ 图片"],
  ["データ分析", "デー ータ タ分 分析"],
  ["データ-分析", "デー ータ 分析"],
  ["日本語。テスト、文章", "日本 本語 テス スト 文章"],
  ["ﾃｽﾄ", "ﾃｽ ｽﾄ"],
  ["ﾃ", "ﾃ"],
  ["ｶﾞｲﾄﾞ", "ｶﾞ ﾞｲ ｲﾄ ﾄﾞ"],
  ["ァ・ア", "ァ ア"],
  ["한국어 처리", "한국 국어 처리"],
  ["한국어AI모델", "한국 국어 ai 모델"],
  ["𠮷野家", "𠮷野 野家"],
  ["㐀㐁㐂", "㐀㐁 㐁㐂"],
  ["ÉCOLE Straße İstanbul", "école straße i stanbul"],
  ["e\u0301cole", "e cole"],
  ["ＰＹＴＨＯＮ", "ｐｙｔｈｏｎ"],
  ["①② emoji 👍 ok", "①② emoji ok"],
  ["", ""],
  ["!!!", ""],
  ["   ", ""],
  ["foo, bar! baz?", "foo bar baz"],
  ["  a   b\tc\n", "a b c"],
];

for (const [text, tokens] of examples) {
  test(`compatTokens() cuts ${JSON.stringify(text)} as printed (SR-15, SR-A002…A004)`, () => {
    assertEquals(compatTokens(text).join(" "), tokens);
  });
}

test("flattenContent() joins the texts of content parts (SR-10, SR-15)", () => {
  const parts = [
    "plot",
    { type: "text", text: "this chart" },
    { type: "image_url" },
    { text: "", caption: "cap" },
    5,
  ];
  assertEquals(flattenContent(parts), "plot this chart cap");
});

test("flattenContent() gives no text for null and the string form of other values (SR-10)", () => {
  assertEquals(flattenContent(null), "");
  assertEquals(flattenContent(12345), "12345");
});

test("bodyCjkRuns() collects the runs of a body (SR-21, E26)", () => {
  assertEquals(bodyCjkRuns("# 标题\n\nUse 图片 tools 生成图片。"), "标题 图片 生成图片");
});

test("bodyCjkRuns() cuts to 200 characters (SR-21, E27)", () => {
  const runs = bodyCjkRuns("测".repeat(150) + " x " + "试".repeat(150));
  assertEquals(runs, "测".repeat(150) + " " + "试".repeat(49));
});

test("bodyCjkRuns() looks at the first 3,000 characters only (SR-21, E28)", () => {
  assertEquals(bodyCjkRuns("a".repeat(2_999) + "测试"), "测");
  assertEquals(bodyCjkRuns("a".repeat(3_000) + "测试"), "");
});

test("bodyCjkRuns() counts a pair of surrogates as one character", () => {
  assertEquals(bodyCjkRuns("👍".repeat(2_999) + "测试"), "测");
  assertEquals(bodyCjkRuns("👍".repeat(3_000) + "测试"), "");
  assertEquals(bodyCjkRuns("𠮷".repeat(3_000) + "测试"), "𠮷".repeat(200));
  assertEquals(bodyCjkRuns("plain — text 👍"), "");
  assertEquals(bodyCjkRuns("ﾃｽﾄ 𠮷野 한국"), "ﾃｽﾄ 𠮷野 한국");
});

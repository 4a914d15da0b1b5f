import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { cutAtWord, cutHard, lengthOf } from "../../lib/inject/mod.ts";

test("lengthOf() counts code points", () => {
  assertEquals([lengthOf(""), lengthOf("ab"), lengthOf("𠮷野家"), lengthOf("\ud800")], [
    0,
    2,
    3,
    1,
  ]);
});

test("cutAtWord() keeps a text that fits", () => {
  assertEquals(cutAtWord("exactly ten", 11), "exactly ten");
});

test("cutAtWord() cuts between words and drops what dangles", () => {
  assertEquals(cutAtWord("alpha beta gamma delta", 13), "alpha beta…");
  assertEquals(cutAtWord("alpha, beta (gamma delta)", 14), "alpha, beta…");
});

test("cutAtWord() cuts CJK text at any character, but not a Latin word in it", () => {
  assertEquals(cutAtWord("生成图片并处理图片文件", 6), "生成图片并…");
  assertEquals(cutAtWord("部署应用使用docker容器", 10), "部署应用使用…");
  assertEquals(cutAtWord("데이터 분석 도구 모음", 9), "데이터 분석…");
});

test("cutAtWord() cuts one endless word where it must", () => {
  assertEquals(cutAtWord("a".repeat(300), 160), "a".repeat(159) + "…");
});

test("cutHard() cuts a description of 201 characters to 197 and three dots (SR-82)", () => {
  assertEquals(cutHard("x".repeat(200), 200), "x".repeat(200));
  assertEquals(cutHard("x".repeat(201), 200), "x".repeat(197) + "...");
  assertEquals(lengthOf(cutHard("𠮷".repeat(201), 200)), 200);
});

test("cutAtWord() never exceeds the limit and keeps a beginning of the text", () => {
  fc.assert(fc.property(
    fc.oneof(fc.string({ unit: "grapheme", maxLength: 400 }), fc.lorem({ maxCount: 60 })),
    fc.integer({ min: 2, max: 200 }),
    (text, limit) => {
      const cut = cutAtWord(text, limit);
      assertEquals(lengthOf(cut) <= limit, true);
      assertEquals(cut === text || text.startsWith(cut.slice(0, -1)), true);
    },
  ));
});

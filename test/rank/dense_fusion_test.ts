import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { isCjkText, standardised } from "../../lib/rank/dense_fusion.ts";

test("isCjkText() asks for a good part of the letters", () => {
  for (const text of ["翻译", "把 README 翻译成英文", "번역해 줘", "ひらがな", "做个PPT"]) {
    assertEquals([text, isCjkText(text)], [text, true]);
  }
  for (const text of ["", "12 + 3", "translate this", "what does 猫 mean in English, please?"]) {
    assertEquals([text, isCjkText(text)], [text, false]);
  }
});

test("standardised() takes the mean to 0, the best to 1, and nothing below 0 (dense.md)", () => {
  assertEquals([...standardised(Float32Array.of(0.25, 0.75, 0.5))], [0, 1, 0]);
  assertEquals([...standardised(Float32Array.of(0.625, 1, 0, 0.375))], [0.25, 1, 0, 0]);
  assertEquals([...standardised(Float32Array.of(0.5, 0.5))], [0, 0]);
});

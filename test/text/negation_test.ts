import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { splitDescription } from "../../lib/text/mod.ts";

/** Both halves, blanks made single. */
function split(text: string): [string, string] {
  const { positive, negative } = splitDescription(text);
  const tidy = (half: string) => half.replace(/\s+/g, " ").trim();
  return [tidy(positive), tidy(negative)];
}

test("splitDescription() takes everything for what a skill offers when nothing is excluded", () => {
  const text = "Merge PDF files. Use when the user has several PDFs, e.g. scans! Fast?";
  assertEquals(split(text), [text, ""]);
});

const openings: [string, string][] = [
  ["Do not use", "Do not use for Word files."],
  ["Don't use", "Don't use it when the file is a scan."],
  ["Never trigger", "Never trigger for images."],
  ["Not for", "Not for spreadsheets."],
  ["This skill is not for", "This skill is not for slides."],
  ["Skip when", "Skip when there is no file."],
  ["Avoid for", "Avoid for legal texts."],
  ["Out of scope", "Out of scope: printing."],
  ["When not to use", "When not to use: scans."],
  ["a dash before it", "- Do NOT use for mail."],
  ["For X, use Y", "For images, use image-tools."],
  ["不要用于", "不要用于图片。"],
  ["不适用", "不适用于扫描件。"],
];

for (const [opening, sentence] of openings) {
  test(`splitDescription() takes a sentence that opens with ${opening} for what is excluded`, () => {
    assertEquals(split(`Merge PDF files.\n${sentence} Keeps bookmarks.`), [
      "Merge PDF files. Keeps bookmarks.",
      sentence,
    ]);
  });
}

const endings: [string, string][] = [
  ["Japanese", "画像には使わないでください。"],
  ["Japanese", "スキャンは対象外です。"],
  ["Korean", "이미지에는 사용하지 마세요."],
  ["Korean", "스캔 파일은 제외합니다."],
];

for (const [language, sentence] of endings) {
  test(`splitDescription() sees the negation at the end of ${sentence} (${language})`, () => {
    assertEquals(split(`PDF. ${sentence} PDF!`), ["PDF. PDF!", sentence]);
  });
}

test("splitDescription() splits a tail off its sentence", () => {
  assertEquals(split("Edit PDF files, not for Word documents. Fast."), [
    "Edit PDF files Fast.",
    ", not for Word documents.",
  ]);
  assertEquals(split("Edit PDF files — but not for scans"), [
    "Edit PDF files",
    "— but not for scans",
  ]);
});

test("splitDescription() keeps a plain not, and dots inside names", () => {
  for (
    const text of ["Find out why a build does not use the cache.", "Runs node.js 2.10 scripts."]
  ) {
    assertEquals(split(text), [text, ""]);
  }
});

test("splitDescription() loses no word and invents none", () => {
  const sentence = fc.constantFrom(
    "Merge files. ",
    "Do not use for mail. ",
    "Fast, not for scans. ",
    "不用于图片。",
    "対象外です。",
    "v1.2 ",
    "… ",
  );
  const wordsOf = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).sort();
  fc.assert(fc.property(fc.array(fc.oneof(sentence, fc.string())), (parts) => {
    const text = parts.join("");
    const { positive, negative } = splitDescription(text);
    assertEquals(wordsOf(`${positive} ${negative}`), wordsOf(text));
  }));
});

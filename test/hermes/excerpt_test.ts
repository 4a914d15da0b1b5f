import { test } from "node:test";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { excerptOf, MAX_EXCERPT } from "../../lib/hermes/mod.ts";

const LOG = Array.from({ length: 2_000 }, (_, at) => `12:00:01 INFO step ${at} is done`).join("\n");
const PROSE = Array.from({ length: 900 }, (_, at) => `Anna said that ${at} was enough.`);

test("excerptOf() is null for material alone", () => {
  assertEquals(excerptOf("12:00:01 up\n12:00:02 down"), null);
  assertEquals(excerptOf(LOG), null);
  assertEquals(excerptOf("```\nplain words\n```"), null);
});

test("excerptOf() leaves short messages as they are", () => {
  for (const text of ["draw a chart", "two parts\n\nSubject: Greetings", "👍"]) {
    assertEquals(excerptOf(text), text);
  }
});

test("excerptOf() leaves out what is pasted beside the words", () => {
  assertEquals(excerptOf("what is this?\n```\nsend(mail)\n```\nThanks"), "what is this?\nThanks");
  assertEquals(excerptOf("Why?\n\nTypeError: x\n    at f (a.js:1:2)"), "Why?");
});

test("excerptOf() takes the request at the head or the tail of a log for the message", () => {
  for (const text of [`Find the cause.\n\n${LOG}`, `${LOG}\n\nFind the cause.`]) {
    assertEquals(excerptOf(text), "Find the cause.");
  }
});

test("excerptOf() passes over lines of a long log that look like sentences", () => {
  const rows = LOG.split("\n");
  assertEquals(excerptOf(rows.toSpliced(900, 0, "the disk is full, it said").join("\n")), null);
  assertEquals(
    excerptOf(rows.toSpliced(900, 0, "can you see why?").join("\n")),
    "can you see why?",
  );
  assertEquals(excerptOf(LOG.repeat(20)), null);
});

test("excerptOf() keeps head, tail and the requests between of endless prose", () => {
  const middle = PROSE.toSpliced(450, 0, "Could you translate it into Dutch?");
  const excerpt = excerptOf(`Read this.\n${middle.join("\n")}\nThe end.`)!;
  assert(excerpt.startsWith("Read this.\nAnna said that 0 was enough."));
  assert(excerpt.endsWith("Anna said that 899 was enough.\nThe end."));
  assertStringIncludes(excerpt, "\nCould you translate it into Dutch?\n");
});

test("excerptOf() finds requests in every language of the lexicon", () => {
  for (const request of ["帮我翻译成英文。", "英語に翻訳してください。", "영어로 번역해 주세요."]) {
    const middle = PROSE.toSpliced(450, 0, request);
    assertStringIncludes(excerptOf(middle.join("\n"))!, `\n${request}\n`);
  }
});

test("excerptOf() is bounded for any text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\n", "x = 1;\n", "please do. ", "12:00:01 up\n", "请", "```\n", "  at "),
  );
  fc.assert(fc.property(fc.array(piece), fc.integer({ min: 1, max: 2_000 }), (pieces, times) => {
    const excerpt = excerptOf(pieces.join("").repeat(times).slice(0, 50_000));
    assert(excerpt === null || excerpt.length <= MAX_EXCERPT);
  }));
});

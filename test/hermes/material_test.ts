import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { messageLines } from "../../lib/hermes/mod.ts";

const kindsOf = (text: string) => messageLines(text).map(({ kind }) => kind[0]).join("");

test("messageLines() tells logs from words", () => {
  assertEquals(
    kindsOf(
      "Why did it stop?\n2026-01-02 03:04:05,678 INFO up\n[03:04:06] down\n" +
        "Jan  2 03:04:07 host kernel: oops\n[ERROR] no space\n10.0.0.1 - - [02/Jan/2026:03:04:05] GET",
    ),
    "wmmmmm",
  );
});

test("messageLines() tells stack traces from words", () => {
  for (
    const trace of [
      'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g(x)\nKeyError: 7',
      "TypeError: x is undefined\n    at f (/srv/a.js:1:2)\n    at async main (a.js:3:4)",
      "java.io.IOException: gone\n\tat a.B.c(B.java:12)\nCaused by: a.OtherException: why",
      "thread 'main' panicked at src/main.rs:4:5:",
      "goroutine 1 [running]:",
    ]
  ) assertEquals(kindsOf(trace).replaceAll("m", ""), "", trace);
});

test("messageLines() tells code and data from words", () => {
  for (
    const code of [
      "import os\nfrom a.b import c\n\ndef f(x):\n    y = x + 1\n    return y",
      "const a = 1;\nfunction f() {\n  return a;\n}",
      "SELECT name\nFROM users\nWHERE age > 3",
      '{\n  "a": 1,\n  "b": [2, 3]\n}',
      "version: 3\nservices:\n  web:\n    image: nginx",
      "<p>Hello</p>\n<br/>",
      "id,name,age\n1,Ann,33\n2,Bob,44",
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@",
      "1a2b3c4 fix the parser\n9f8e7d6 add tests",
      "```\nanything at all, even words\n```",
    ]
  ) assertEquals(kindsOf(code).replaceAll(/[mb]/g, ""), "", code);
});

test("messageLines() takes sentences for words, whatever they are about", () => {
  for (
    const sentence of [
      "import the contacts from my phone",
      "from now on answer in French",
      "let me know: is 2026-03-01 10:30 a good time?",
      "class notes for Monday, please",
      "at work (the one in Leeds) nobody answers",
      "error when I start docker",
      "$500 in euros",
      "1200000 yen in dollars",
      "and 120,000?",
      "3*(4+5)=?",
      "10.0.0.1 does not answer, why?",
      "parse_date()",
      "https://example.org/a?b=c&d=e#f",
      "- milk\n- bread\n- ask Anna (at noon)",
      "compare red,green,blue",
      "不要用docker,直接在服务器上装,帮我把这个应用跑起来",
    ]
  ) assertEquals(kindsOf(sentence).replaceAll("w", ""), "", sentence);
});

test("messageLines() keeps blank lines apart, but for those of a fenced block", () => {
  assertEquals(kindsOf("a\n\nb\n```\n\n```\n"), "wbwmmmb");
});

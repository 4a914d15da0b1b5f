import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { clausesOf } from "../../lib/text/mod.ts";

test("clausesOf() splits English requests at their joints", () => {
  assertEquals(clausesOf("summarise this PDF and mail it to the team"), [
    "summarise this PDF",
    "mail it to the team",
  ]);
  assertEquals(clausesOf("resize the image, then upload it and also tweet the link"), [
    "resize the image",
    "upload it",
    "tweet the link",
  ]);
  assertEquals(clausesOf("Translate it; format it"), ["Translate it", "format it"]);
  assertEquals(clausesOf("Translate it. Afterwards format it"), ["Translate it", "format it"]);
});

test("clausesOf() splits Chinese, Japanese and Korean requests at their joints", () => {
  assertEquals(clausesOf("写周报，然后发邮件给老板"), ["写周报", "发邮件给老板"]);
  assertEquals(clausesOf("整理文件再压缩图片"), ["整理文件", "压缩图片"]);
  assertEquals(clausesOf("レポートを要約して、メールで送信して"), [
    "レポートを要約",
    "メールで送信",
  ]);
  assertEquals(clausesOf("보고서를 요약하고 메일로 보내줘"), ["보고서를 요약", "메일로 보내줘"]);
});

test("clausesOf() finds no joint inside 合并, 并行, 不再 or 再生", () => {
  assertEquals(clausesOf("把这两个表格合并成一个"), []);
  assertEquals(clausesOf("让测试用例并行执行起来"), []);
  assertEquals(clausesOf("这个服务不再需要重启"), []);
  assertEquals(clausesOf("采购一批再生打印纸"), []);
  assertEquals(clausesOf("合并两个分支并推送到远程"), ["合并两个分支", "推送到远程"]);
});

test("clausesOf() gives none for a single request", () => {
  for (const text of ["", "mail the report", "check v1.2 release notes", "sand castle"]) {
    assertEquals(clausesOf(text), []);
  }
});

test("clausesOf() leaves out pieces of fewer than six columns, CJK characters being two", () => {
  assertEquals(clausesOf("a and b"), []);
  assertEquals(clausesOf("zip it and upload the file"), ["zip it", "upload the file"]);
  assertEquals(clausesOf("zip a and upload the file"), []);
  assertEquals(clausesOf("写周报，发邮件"), ["写周报", "发邮件"]);
  assertEquals(clausesOf("写报，发邮件"), []);
});

test("clausesOf() takes more than four clauses for prose", () => {
  const four = "read mail, write code, book a train, plan a trip";
  assertEquals(clausesOf(four).length, 4);
  assertEquals(clausesOf(`${four}, sleep well`), []);
});

test("clausesOf() reads a message of more than 400 characters as a whole", () => {
  const tail = " and mail it to me";
  assertEquals(clausesOf("x".repeat(400 - tail.length) + tail).length, 2);
  assertEquals(clausesOf("x".repeat(401 - tail.length) + tail), []);
});

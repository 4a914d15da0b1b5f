import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { nameKey, quotedNames } from "../../lib/text/mod.ts";

const names = (message: string) => [...quotedNames(message)];

test("nameKey() does not see case, width, hyphens, underscores, slashes and blanks", () => {
  const spellings = ["Git-Commit", "git_commit", " git / commit ", "GIT  COMMIT", "ｇｉｔ－commit"];
  assertEquals(spellings.map(nameKey), spellings.map(() => "git commit"));
  assertEquals(nameKey("ﾃｽﾄ"), "テスト");
});

test("nameKey() of a key is the key", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), (name) => {
    assertEquals(nameKey(nameKey(name)), nameKey(name));
  }));
});

test("quotedNames() finds names in the quotes of all four languages", () => {
  const quotes = ['""', "''", "``", "“”", "‘’", "「」", "『』", "《》"];
  assertEquals(
    quotes.map(([open, close]) => names(`use ${open}Weekly Report${close} now`)),
    quotes.map(() => ["weekly report"]),
  );
  assertEquals(names("「議事録メーカー」で"), ["議事録メーカー"]);
  assertEquals(names('"one" or "two"'), ["one", "two"]);
});

test("quotedNames() leaves out the comma that English puts inside the quotes", () => {
  assertEquals(names('use "release notes," please'), ["release notes"]);
  assertEquals(names('use "release notes."'), ["release notes"]);
});

test("quotedNames() takes no quotation of several lines or more than 64 characters", () => {
  assertEquals(names('"weekly\nreport"'), []);
  assertEquals(names(`"${"x".repeat(64)}"`), ["x".repeat(64)]);
  assertEquals(names(`"${"x".repeat(66)}"`), []);
});

test("quotedNames() finds what a slash calls, and no path", () => {
  assertEquals(names("/git-commit now"), ["git commit"]);
  assertEquals(names("please /docker."), ["docker"]);
  assertEquals(names("/docker"), ["docker"]);
  for (const text of ["a/b", "src/lib", "/usr/bin", "look in /docs/readme", "/docs.md", "1 / x"]) {
    assertEquals(names(text), []);
  }
});

test("quotedNames() finds words joined by hyphens or underscores", () => {
  assertEquals(names("the docker-debug skill"), ["docker debug"]);
  assertEquals(names("run pdf_tool_kit"), ["pdf tool kit"]);
  for (const text of ["--long-flag", "-flag", "a-", "2026-11-30", "plain words"]) {
    assertEquals(names(text), []);
  }
});

test("quotedNames() finds a joined name inside CJK text, with and without the text around it", () => {
  assertEquals(names("用docker-debug看看"), ["用docker debug看看", "docker debug"]);
  assertEquals(names("docker-debugで調べて"), ["docker debugで調べて", "docker debug"]);
  assertEquals(names("docker-debug로 확인"), ["docker debug로", "docker debug"]);
  assertEquals(names("/docker看看"), ["docker看看", "docker"]);
});

test("quotedNames() keeps CJK text that a hyphen joins to a name", () => {
  assertEquals(names("周报-生成"), ["周报 生成"]);
  assertEquals(names("서론-본론-결론"), ["서론 본론 결론"]);
  assertEquals(names("週報-2026"), ["週報 2026"]);
  assertEquals(names("docker-メモ"), ["docker メモ"]);
});

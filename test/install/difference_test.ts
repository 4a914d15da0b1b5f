import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { difference } from "../../lib/install/mod.ts";

test("difference() shows the changed lines with two around them", () => {
  assertEquals(
    difference("f", "a\nb\nc\nd\ne\n", "a\nb\nc\nx\nd\ne\n"),
    "--- f\n+++ f\n@@ -2,4 +2,5 @@\n b\n c\n+x\n d\n e\n",
  );
  assertEquals(difference("f", "a\n", "a\n"), "");
});

test("difference() shows a file that is made, one that goes, and a missing line end", () => {
  assertEquals(difference("f", null, "a\n"), "--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
  assertEquals(difference("f", "a\n", null), "--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n");
  assertEquals(
    difference("f", "a", "a\n"),
    "--- f\n+++ f\n@@ -1,2 +1,1 @@\n a\n-\\ No newline at end of file\n",
  );
});

test("difference() shows no secrets", () => {
  const text = 'api_key: sk-1\nbot_token: "t 2"\nx: {password: p3, y: 1}\n';
  assertEquals(
    difference("f", text, `${text}z: 1\n`),
    "--- f\n+++ f\n@@ -2,2 +2,3 @@\n bot_token: …\n x: {password: …, y: 1}\n+z: 1\n",
  );
});

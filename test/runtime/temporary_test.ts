import { test } from "node:test";
import * as fs from "node:fs";
import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { withTemporaryDirectory } from "../../lib/runtime/mod.ts";

test("withTemporaryDirectory() hands over an empty directory and removes it with all in it", async () => {
  const path = await withTemporaryDirectory((path) => {
    assertEquals(fs.readdirSync(path), []);
    fs.mkdirSync(join(path, "a"));
    fs.writeFileSync(join(path, "a", "b"), "text");
    return Promise.resolve(path);
  });
  assertEquals(fs.existsSync(path), false);
});

test("withTemporaryDirectory() removes the directory when the work fails", async () => {
  let made = "";
  await assertRejects(
    () =>
      withTemporaryDirectory((path) => {
        made = path;
        return Promise.reject(new Error("failed"));
      }),
    Error,
    "failed",
  );
  assertEquals(fs.existsSync(made), false);
});

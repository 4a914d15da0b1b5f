import { test } from "node:test";
import { assertEquals, assertThrows } from "@std/assert";
import { FileAccess, FileError, joinPath, MISSING_STAMP } from "../../lib/runtime/mod.ts";
import { makeHome } from "../helpers/home.ts";

test("FileAccess.look() tells kind and size, with the numbers that stamps() gives", () => {
  const home = makeHome({ "a.md": "four" });
  const files = new FileAccess({ read: [home] });
  const path = joinPath(home, "a.md");
  const { kind, size, numbers } = files.look(path);
  assertEquals([kind, size], ["file", 4]);
  assertEquals(numbers, files.stamps([path]));
  assertEquals(files.look(home).kind, "directory");
});

test("FileAccess.look() has no kind where nothing is, and refuses a path outside the grant", () => {
  const home = makeHome({ "a.md": "" });
  const files = new FileAccess({ read: [joinPath(home, "a")] });
  const missing = files.look(joinPath(home, "a", "b"));
  assertEquals([missing.kind, missing.numbers], [null, new Float64Array(4).fill(MISSING_STAMP)]);
  assertThrows(() => files.look(joinPath(home, "a.md")), FileError, "outside");
});

test("FileAccess.readText() refuses what a look says is too large or no file", () => {
  const home = makeHome({ "a.md": "four" });
  const files = new FileAccess({ read: [home] });
  const path = joinPath(home, "a.md");
  assertEquals(files.readText(path, 4, files.look(path)), "four");
  assertThrows(
    () => files.readText(path, 3, files.look(path)),
    FileError,
    "more than the 3 allowed",
  );
  assertThrows(() => files.readText(home, 9, files.look(home)), FileError, "not a regular file");
});

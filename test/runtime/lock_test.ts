import { test } from "node:test";
import * as fs from "node:fs";
import { join } from "@std/path";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { FileAccess, FileError, lockPaths, withLock } from "../../lib/runtime/mod.ts";
import { makeHome } from "../helpers/home.ts";

/** A lock in a fresh folder, with access to it and nothing else. */
function lockFixture(): { path: string; files: FileAccess } {
  const path = join(makeHome(), "x.lock");
  return { path, files: new FileAccess({ read: [], write: lockPaths(path) }) };
}

/** Makes a file look as if it was written so many milliseconds ago. */
function ageBy(path: string, ms: number): void {
  const then = new Date(Date.now() - ms);
  fs.utimesSync(path, then, then);
}

test("withLock() keeps others out while it works and leaves nothing behind (SR-101)", () => {
  const { path, files } = lockFixture();
  let inner: boolean | null = null;
  assert(withLock(files, path, 10_000, () => {
    inner = withLock(files, path, 10_000, () => assert(false));
  }));
  assertEquals(inner, false);
  assertEquals(fs.existsSync(path), false);
  assertThrows(() =>
    withLock(files, path, 10_000, () => {
      throw new Error("work failed");
    }), Error);
  assertEquals(fs.existsSync(path), false);
});

test("withLock() waits for nobody, but takes away what a dead process left (SR-101)", () => {
  const { path, files } = lockFixture();
  fs.writeFileSync(path, "");
  ageBy(path, 9_000);
  assertEquals(withLock(files, path, 10_000, () => assert(false)), false);
  assert(fs.existsSync(path));
  ageBy(path, 11_000);
  let ran = 0;
  assertEquals(withLock(files, path, 10_000, () => ran++), true);
  assertEquals([ran, fs.existsSync(path), fs.existsSync(`${path}.old`)], [1, false, false]);
});

test("FileAccess.append() adds whole texts to a file of its owner alone, where it may", () => {
  const log = join(makeHome(), "a", "b", "log");
  const files = new FileAccess({ read: [], write: [log] });
  files.append(log, "é\n", 0o600);
  files.append(log, "2\n", 0o600);
  assertEquals(fs.readFileSync(log, "utf8"), "é\n2\n");
  assertEquals(fs.statSync(log).mode & 0o777, 0o600);
  const elsewhere = assertThrows(() => files.append(`${log}.1`, "x"), FileError) as FileError;
  assertEquals(elsewhere.reason, "outside");
  assertEquals(fs.existsSync(`${log}.1`), false);
});

test("FileAccess.create() makes a file once; move() and remove() take it away", () => {
  const home = makeHome();
  const [one, two] = [join(home, "one"), join(home, "two")];
  const files = new FileAccess({ read: [], write: [one, two] });
  assertEquals([files.create(one, "1"), files.create(one, "2")], [true, false]);
  assertEquals(fs.readFileSync(one, "utf8"), "1");
  files.move(one, two);
  assertEquals([fs.existsSync(one), fs.readFileSync(two, "utf8")], [false, "1"]);
  files.remove(two);
  files.remove(two);
  assertEquals(fs.existsSync(two), false);
});

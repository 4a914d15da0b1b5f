import * as fs from "node:fs";
import { test } from "node:test";
import { spawn } from "node:child_process";
import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  FileAccess,
  FileError,
  haveSameContent,
  mayAccess,
  removeAside,
  removeEmptyFolder,
  removeFile,
  replaceFile,
  replaceProgram,
} from "../../lib/runtime/mod.ts";
import { linkInHome, makeHome } from "../helpers/home.ts";

const access = (...paths: string[]) => new FileAccess({ read: paths, write: paths });
const bytes = (text: string) => new TextEncoder().encode(text);

test("replaceFile() keeps the mode and the link of what it replaces", () => {
  const home = makeHome({ "real.txt": "old" });
  linkInHome(home, "link.txt", "real.txt");
  fs.chmodSync(`${home}/real.txt`, 0o604);
  replaceFile(access(home), `${home}/link.txt`, bytes("new"), 0o600);
  assert(fs.lstatSync(`${home}/link.txt`).isSymbolicLink());
  assertEquals(fs.readFileSync(`${home}/real.txt`, "utf8"), "new");
  assertEquals(fs.statSync(`${home}/real.txt`).mode & 0o777, 0o604);
  assertEquals(fs.readdirSync(home).toSorted(), ["link.txt", "real.txt"]);
});

test("replaceFile() refuses a link that leads out of the grant", () => {
  const outside = makeHome({ "file": "kept" });
  const home = makeHome();
  linkInHome(home, "link", `${outside}/file`);
  const error = assertThrows(
    () => replaceFile(access(home), `${home}/link`, bytes("new"), 0o600),
    FileError,
  );
  assertEquals((error as FileError).reason, "outside");
  assertEquals(fs.readFileSync(`${outside}/file`, "utf8"), "kept");
});

test("replaceProgram() replaces a program that is running", async () => {
  const home = makeHome();
  fs.copyFileSync("/bin/sleep", `${home}/program`);
  fs.chmodSync(`${home}/program`, 0o755);
  fs.writeFileSync(`${home}/next`, "#!/bin/sh\n");
  const child = spawn(`${home}/program`, ["60"]);
  await new Promise((resolve) => child.once("spawn", resolve));
  try {
    replaceProgram(access(home), `${home}/next`, `${home}/program`);
    assertEquals(fs.readFileSync(`${home}/program`, "utf8"), "#!/bin/sh\n");
    assert(mayAccess(access(home), `${home}/program`, "execute"));
    assertEquals(child.exitCode, null);
  } finally {
    child.kill();
    await new Promise((resolve) => child.once("exit", resolve));
  }
});

test("replaceProgram() moves the old program aside where that is needed, and clears up later", () => {
  const home = makeHome({ "program": "one", "next": "two", "program.old-x": "not ours" });
  const files = access(home);
  replaceProgram(files, `${home}/next`, `${home}/program`, { aside: true });
  assertEquals(fs.readFileSync(`${home}/program`, "utf8"), "two");
  // Nobody runs the old one, so that it went at once.
  assertEquals(fs.readdirSync(home).toSorted(), ["next", "program", "program.old-x"]);
  fs.writeFileSync(`${home}/program.old-1`, "one");
  assertEquals(removeAside(files, `${home}/program`), []);
  assertEquals(fs.existsSync(`${home}/program.old-1`), false);
  assert(fs.existsSync(`${home}/program.old-x`));
});

test("removeFile() and removeEmptyFolder() stay inside the grant and say what was there", () => {
  const home = makeHome({ "a": "", "full/b": "", "empty/": "" });
  const files = access(home);
  assertEquals([removeFile(files, `${home}/a`), removeFile(files, `${home}/a`)], [true, false]);
  assertEquals(removeEmptyFolder(files, `${home}/full`), false);
  assertEquals(removeEmptyFolder(files, `${home}/empty`), true);
  assertThrows(() => removeFile(access(`${home}/full`), `${home}/empty`), FileError);
});

test("haveSameContent() compares bytes", () => {
  const home = makeHome({ one: "abc", same: "abc", other: "abd", longer: "abcd" });
  const files = access(home);
  const compare = (name: string) => haveSameContent(files, `${home}/one`, `${home}/${name}`);
  assertEquals(["same", "other", "longer", "missing"].map(compare), [true, false, false, false]);
});

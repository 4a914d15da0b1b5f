/**
 * Homes made for one test: a few files in a fresh temporary directory.
 */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "@std/path";
import process from "node:process";

const made: string[] = [];
process.on("exit", () => {
  for (const path of made) fs.rmSync(path, { recursive: true, force: true });
});

/**
 * Makes a directory with the given files and returns its absolute path, links resolved. It is
 * removed when the process ends.
 * @param files content by path relative to the directory; a path that ends in `/` is an empty folder
 */
export function makeHome(files: Record<string, string | Uint8Array> = {}): string {
  const home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "skill-retrieval-")));
  made.push(home);
  for (const [path, content] of Object.entries(files)) writeHomeFile(home, path, content);
  return home;
}

/** Writes (or replaces) one file of a home, folders included. */
export function writeHomeFile(home: string, path: string, content: string | Uint8Array): void {
  const target = join(home, path);
  if (path.endsWith("/")) {
    fs.mkdirSync(target, { recursive: true });
    return;
  }
  fs.mkdirSync(dirname(target), { recursive: true });
  fs.writeFileSync(target, content);
}

/** Removes a file or a folder of a home. */
export function removeFromHome(home: string, path: string): void {
  fs.rmSync(join(home, path), { recursive: true, force: true });
}

/** Moves a file or a folder inside a home. */
export function moveInHome(home: string, from: string, to: string): void {
  fs.mkdirSync(dirname(join(home, to)), { recursive: true });
  fs.renameSync(join(home, from), join(home, to));
}

/** Makes a symbolic link inside a home. @param target path as the link stores it */
export function linkInHome(home: string, path: string, target: string): void {
  fs.mkdirSync(dirname(join(home, path)), { recursive: true });
  fs.symlinkSync(target, join(home, path));
}

/** Text of a `SKILL.md` with a name, a description and further header lines. */
export function skillText(name: string, description: string, header = "", body = ""): string {
  const extra = header === "" ? "" : `${header.trimEnd()}\n`;
  return `---\nname: ${name}\ndescription: ${description}\n${extra}---\n${body}`;
}

/**
 * Absolute path of a file or folder in the shared data beside the project, or null where it is
 * absent (then a test skips).
 */
export function sharedPath(path: string): string | null {
  const full = join(import.meta.dirname!, "..", "..", "..", "shared", path);
  return fs.existsSync(full) ? full : null;
}

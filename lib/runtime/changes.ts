/**
 * Changes to files that are in use: a config that a person keeps, a program that is running.
 * Each is inside the grant of a `FileAccess`.
 */
import { Buffer } from "node:buffer";
import * as fs from "node:fs";
import process from "node:process";
import { basename, dirname, join } from "@std/path";
import { type FileAccess, FileError, guard, makeFolder } from "./files.ts";
import { temporaryPath } from "./permissions.ts";

/** Bytes compared at a time. */
const CHUNK_BYTES = 1024 * 1024;
/** What a program that was moved aside is called: its own name, this, and a number. */
const ASIDE = ".old-";

/**
 * Replaces the content of a file atomically. A link is followed, so that the link stays; permission
 * bits, and where the system lets us the owner, stay those of the file that was there.
 * @param files must grant writing of `path` and of the real path behind it
 * @param mode permission bits where no file is there yet
 */
export function replaceFile(
  files: FileAccess,
  path: string,
  bytes: Uint8Array,
  mode: number,
): void {
  files.requireWrite(path);
  guard(path, () => {
    const there = fs.statSync(path, { throwIfNoEntry: false });
    const real = there === undefined ? path : fs.realpathSync(path);
    files.requireWrite(real);
    const temporary = temporaryPath(real);
    makeFolder(dirname(real));
    try {
      const bits = there === undefined ? mode : there.mode & 0o7777;
      const descriptor = fs.openSync(temporary, "w", bits);
      try {
        fs.writeFileSync(descriptor, bytes);
        // A crash of the machine must leave the old file or the new one, never an empty one.
        fs.fsyncSync(descriptor);
      } finally {
        fs.closeSync(descriptor);
      }
      if (there !== undefined) {
        keepOwner(temporary, there);
        fs.chmodSync(temporary, bits);
      }
      fs.renameSync(temporary, real);
    } catch (error) {
      fs.rmSync(temporary, { force: true });
      // A file that is mounted into a container cannot be moved over, only written to.
      if ((error as { code?: string }).code !== "EBUSY" || there === undefined) throw error;
      fs.writeFileSync(real, bytes);
    }
  });
}

/** Where several people share a home, root edits the file and leaves it to its owner. */
function keepOwner(path: string, { uid, gid }: fs.Stats): void {
  if (process.platform === "win32" || process.getuid?.() !== 0) return;
  fs.chownSync(path, uid, gid);
}

/** Options of `replaceProgram`. */
export interface ReplaceProgramOptions {
  /**
   * Whether the old program is moved aside first, as Windows demands of one that is running.
   * @default on Windows
   */
  aside?: boolean;
}

/**
 * Copies a program over another one, which may be running: processes keep the file they were started
 * from. What earlier replacements moved aside is removed once nobody runs it any more.
 */
export function replaceProgram(
  files: FileAccess,
  from: string,
  to: string,
  { aside = process.platform === "win32" }: ReplaceProgramOptions = {},
): void {
  files.requireWrite(to);
  if (!files.mayRead(from)) {
    throw new FileError("outside", from, `${from} is outside the places this program may read`);
  }
  const temporary = temporaryPath(to);
  guard(to, () => {
    makeFolder(dirname(to));
    try {
      fs.copyFileSync(from, temporary, fs.constants.COPYFILE_FICLONE);
      fs.chmodSync(temporary, 0o755);
      const old = aside ? moveAside(to) : null;
      try {
        fs.renameSync(temporary, to);
      } catch (error) {
        if (old !== null) fs.renameSync(old, to);
        throw error;
      }
    } catch (error) {
      fs.rmSync(temporary, { force: true });
      throw error;
    }
  });
  removeAside(files, to);
}

function moveAside(path: string): string | null {
  if (!fs.existsSync(path)) return null;
  for (let number = 1;; number++) {
    const target = `${path}${ASIDE}${number}`;
    if (fs.existsSync(target)) continue;
    fs.renameSync(path, target);
    return target;
  }
}

/** Removes the copies of a program that were moved aside; the names of those still in use. */
export function removeAside(files: FileAccess, path: string): string[] {
  const folder = dirname(path);
  const start = `${basename(path)}${ASIDE}`;
  const left: string[] = [];
  for (const name of guard(folder, () => fs.existsSync(folder) ? fs.readdirSync(folder) : [])) {
    if (!name.startsWith(start) || !/^\d+$/.test(name.slice(start.length))) continue;
    const old = join(folder, name);
    files.requireWrite(old);
    try {
      fs.rmSync(old);
    } catch {
      left.push(name);
    }
  }
  return left;
}

/** Removes a file or a link, not what it leads to. @returns whether something was there */
export function removeFile(files: FileAccess, path: string): boolean {
  files.requireWrite(path);
  return guard(path, () => {
    if (fs.lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
    fs.unlinkSync(path);
    return true;
  });
}

/** Removes a folder if nothing is in it. @returns whether it is gone */
export function removeEmptyFolder(files: FileAccess, path: string): boolean {
  files.requireWrite(path);
  return guard(path, () => {
    if (!fs.existsSync(path)) return true;
    if (fs.readdirSync(path).length > 0) return false;
    fs.rmdirSync(path);
    return true;
  });
}

/** Whether the path itself is a symbolic link. */
export function isLink(files: FileAccess, path: string): boolean {
  return files.mayRead(path) &&
    guard(path, () => fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true);
}

/** Permission bits of a file, links followed, or null where none is. */
export function fileMode(files: FileAccess, path: string): number | null {
  const stat = files.mayRead(path)
    ? guard(path, () => fs.statSync(path, { throwIfNoEntry: false }))
    : undefined;
  return stat === undefined ? null : stat.mode & 0o7777;
}

/** Whether this process may write to, or with `"execute"` run, what is at a path. Changes nothing. */
export function mayAccess(files: FileAccess, path: string, how: "write" | "execute"): boolean {
  if (!files.mayRead(path)) return false;
  try {
    fs.accessSync(path, how === "write" ? fs.constants.W_OK : fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether two regular files hold the same bytes. */
export function haveSameContent(files: FileAccess, one: string, other: string): boolean {
  const first = files.status(one);
  const second = files.status(other);
  if (first?.kind !== "file" || second?.kind !== "file" || first.size !== second.size) return false;
  return guard(one, () => {
    const descriptors = [fs.openSync(one, "r")];
    try {
      descriptors.push(fs.openSync(other, "r"));
      const chunks = descriptors.map(() => Buffer.alloc(CHUNK_BYTES));
      for (;;) {
        const [count, otherCount] = descriptors.map((descriptor, at) =>
          fs.readSync(descriptor, chunks[at]!, 0, CHUNK_BYTES, null)
        );
        if (count !== otherCount) return false;
        if (count === 0) return true;
        if (!chunks[0]!.subarray(0, count).equals(chunks[1]!.subarray(0, count))) return false;
      }
    } finally {
      descriptors.forEach((descriptor) => fs.closeSync(descriptor));
    }
  });
}

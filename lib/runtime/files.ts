/**
 * Guarded, synchronous access to files: the only way the program reads or writes one.
 *
 * Bun has no permission system, so the rules of the design (read below the roots, write to named
 * places) are enforced here; on Deno the runtime's own permissions stand behind the same rules.
 * Synchronous calls are used on purpose: for a scan of thousands of small files they beat
 * asynchronous ones two- to threefold on Deno and tie on Bun.
 */
import * as fs from "node:fs";
import { dirname, join, relative, resolve } from "@std/path";
import { isInside, readablePlaces, temporaryPath, writablePlaces } from "./permissions.ts";

/** What an entry of a directory is, the link itself not followed. */
export type EntryKind = "file" | "directory" | "link" | "other";

/** One name in a directory listing. */
export interface DirectoryEntry {
  name: string;
  kind: EntryKind;
}

/** Facts about a path, links followed. Two equal signatures mean an unchanged file. */
export interface FileStatus {
  kind: "file" | "directory" | "other";
  /** Size in bytes. */
  size: number;
  /** `mtime:ctime:size:inode`, times in milliseconds with their fraction. */
  signature: string;
}

/** What one look at a path tells, links followed. */
export interface FileLook {
  /** Four numbers as in `FileAccess.stamps`. */
  numbers: Float64Array;
  /** Null where nothing is or nothing may be looked at. */
  kind: FileStatus["kind"] | null;
  /** Size in bytes. */
  size: number;
}

/** What `FileAccess.stamps` gives for a path where nothing is. */
export const MISSING_STAMP = -1;
const NO_THROW = { throwIfNoEntry: false } as const;
/** Appending never waits for the reader of a pipe. Windows knows no such flag. */
const APPEND = fs.constants.O_WRONLY | fs.constants.O_APPEND | fs.constants.O_CREAT |
  (fs.constants.O_NONBLOCK ?? 0);

/** Why a file operation failed, in one word, with the path it failed on. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly path: string;
  readonly reason: "missing" | "denied" | "outside" | "not-a-file" | "too-large" | "other";
  constructor(reason: FileError["reason"], path: string, message: string) {
    super(message);
    this.path = path;
    this.reason = reason;
  }
}

/** The places one `FileAccess` may touch; every path is absolute. */
export interface FileGrant {
  /** Directories (with all below) and single files that may be read. */
  read: readonly string[];
  /** Directories (with all below) and single files that may be written. @default [] */
  write?: readonly string[];
}

/**
 * Reads and writes inside a grant, and inside what `confine` left this thread. Every method throws `FileError` when the path is outside the
 * grant or the operating system refuses.
 */
export class FileAccess {
  readonly #read: string[];
  readonly #write: string[];

  /** @param grant directories and files, absolute paths */
  constructor(grant: FileGrant) {
    this.#read = readablePlaces(grant.read);
    this.#write = writablePlaces(grant.write ?? []);
  }

  /** Whether reading `path` is inside the grant (the path as written, links not resolved). */
  mayRead(path: string): boolean {
    return isInside(path, this.#read) || isInside(path, this.#write);
  }

  /**
   * Adds the target of a linked directory that lies below a readable root: the design follows such
   * links wherever they point.
   * @param link absolute path of the link, inside the grant
   * @returns the real path of the target
   */
  followDirectoryLink(link: string): string {
    this.#checkRead(link);
    const real = guard(link, () => fs.realpathSync(link));
    if (!isInside(real, this.#read)) this.#read.push(real);
    return real;
  }

  /** The path with every link resolved. */
  realPath(path: string): string {
    this.#checkRead(path);
    return guard(path, () => fs.realpathSync(path));
  }

  /** Entries of a directory in the order the system gives them, links not followed. */
  list(path: string): DirectoryEntry[] {
    this.#checkRead(path);
    return guard(
      path,
      () =>
        fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({
          name: entry.name,
          kind: entry.isFile()
            ? "file"
            : entry.isDirectory()
            ? "directory"
            : entry.isSymbolicLink()
            ? "link"
            : "other",
        })),
    );
  }

  /** Status of a path, links followed, or null when nothing is there. */
  status(path: string): FileStatus | null {
    this.#checkRead(path);
    const stat = statOrNull(path);
    if (stat === null) return null;
    return {
      kind: kindOf(stat),
      size: stat.size,
      signature: signatureOf(stat),
    };
  }

  /**
   * Signature of a path (see `FileStatus.signature`), or null when it is gone. The per-turn change
   * check calls this for every known file, so it does nothing else.
   */
  signature(path: string): string | null {
    this.#checkRead(path);
    const stat = statOrNull(path);
    return stat === null ? null : signatureOf(stat);
  }

  /** The bytes of a regular file of at most `maxBytes` bytes. */
  readBytes(path: string, maxBytes: number): Uint8Array {
    this.#checkReadable(path, maxBytes);
    return guard(path, () => fs.readFileSync(path));
  }

  /**
   * Four numbers a path, side by side: mtime and ctime in milliseconds, size in bytes, inode; four
   * times `MISSING_STAMP` where nothing is or nothing may be looked at. This is the inner loop of the
   * per-turn change check: numbers are compared without building a text for each file.
   */
  stamps(paths: readonly string[]): Float64Array {
    const stamps = new Float64Array(paths.length * 4).fill(MISSING_STAMP);
    for (let index = 0, at = 0; index < paths.length; index++, at += 4) {
      const path = paths[index]!;
      this.#checkRead(path);
      try {
        const stat = fs.statSync(path, NO_THROW);
        if (stat === undefined) continue;
        stamps[at] = stat.mtimeMs;
        stamps[at + 1] = stat.ctimeMs;
        stamps[at + 2] = stat.size;
        stamps[at + 3] = stat.ino;
      } catch {
        continue;
      }
    }
    return stamps;
  }

  /** One path as `stamps` sees it, with what reading it needs to know. */
  look(path: string): FileLook {
    const numbers = new Float64Array(4).fill(MISSING_STAMP);
    this.#checkRead(path);
    try {
      const stat = fs.statSync(path, NO_THROW);
      if (stat === undefined) return { numbers, kind: null, size: 0 };
      numbers[0] = stat.mtimeMs;
      numbers[1] = stat.ctimeMs;
      numbers[2] = stat.size;
      numbers[3] = stat.ino;
      return { numbers, kind: kindOf(stat), size: stat.size };
    } catch {
      return { numbers, kind: null, size: 0 };
    }
  }

  /** The first `maxBytes` bytes of a regular file, for files too large to be read whole. */
  readStart(path: string, maxBytes: number): Uint8Array {
    this.#checkRead(path);
    return guard(path, () => {
      const descriptor = fs.openSync(path, "r");
      try {
        const bytes = new Uint8Array(maxBytes);
        let length = 0;
        while (length < maxBytes) {
          const count = fs.readSync(descriptor, bytes, length, maxBytes - length, null);
          if (count === 0) break;
          length += count;
        }
        return bytes.subarray(0, length);
      } finally {
        fs.closeSync(descriptor);
      }
    });
  }

  /**
   * The text of a regular UTF-8 file; bytes that are no UTF-8 become U+FFFD. A BOM is kept.
   * @param look what was seen of it just now, which spares a second look
   */
  readText(path: string, maxBytes: number, look?: FileLook): string {
    if (look?.kind !== "file" || look.size > maxBytes) this.#checkReadable(path, maxBytes);
    // Twice as fast on Bun as reading bytes and decoding them.
    return guard(path, () => fs.readFileSync(path, "utf8"));
  }

  /**
   * Replaces a file atomically: the new content is written beside it and moved over it.
   * @param mode permission bits of the new file
   */
  writeText(path: string, text: string, mode = 0o644): void {
    this.#checkWrite(path);
    const temporary = temporaryPath(path);
    guard(path, () => {
      makeFolder(dirname(path));
      fs.writeFileSync(temporary, text, { mode });
      fs.renameSync(temporary, path);
    });
  }

  /** @throws {FileError} when `path` is outside the places that may be written */
  requireWrite(path: string): void {
    this.#checkWrite(path);
  }

  /**
   * Adds a text to the end of a file in one write, so that programs that append to one file at the
   * same time keep each other's lines whole. The file and its folders are made where they are missing.
   * @param mode permission bits of a new file
   */
  append(path: string, text: string, mode = 0o644): void {
    this.#checkWrite(path);
    const bytes = new TextEncoder().encode(text);
    const written = guard(path, () => {
      makeFolder(dirname(path));
      const descriptor = fs.openSync(path, APPEND, mode);
      try {
        return fs.writeSync(descriptor, bytes);
      } finally {
        fs.closeSync(descriptor);
      }
    });
    if (written < bytes.length) {
      throw new FileError("other", path, `${path} took ${written} of ${bytes.length} bytes`);
    }
  }

  /** Makes a new file. @returns false when something with that name is there already */
  create(path: string, text: string, mode = 0o644): boolean {
    this.#checkWrite(path);
    return guard(path, () => {
      try {
        makeFolder(dirname(path));
        fs.writeFileSync(path, text, { flag: "wx", mode });
        return true;
      } catch (error) {
        if ((error as { code?: string }).code === "EEXIST") return false;
        throw error;
      }
    });
  }

  /** Gives a file another name, replacing what has it. */
  move(from: string, to: string): void {
    this.#checkWrite(from);
    this.#checkWrite(to);
    guard(from, () => fs.renameSync(from, to));
  }

  /** Removes a file; it may be gone already. */
  remove(path: string): void {
    this.#checkWrite(path);
    guard(path, () => fs.rmSync(path, { force: true }));
  }

  #checkReadable(path: string, maxBytes: number): void {
    this.#checkRead(path);
    const stat = statOrNull(path);
    if (stat === null) throw new FileError("missing", path, `${path} does not exist`);
    if (!stat.isFile()) throw new FileError("not-a-file", path, `${path} is not a regular file`);
    if (stat.size > maxBytes) {
      throw new FileError(
        "too-large",
        path,
        `${path} has ${stat.size} bytes, more than the ${maxBytes} allowed`,
      );
    }
  }

  #checkRead(path: string): void {
    if (!this.mayRead(path)) {
      throw new FileError("outside", path, `${path} is outside the places this program may read`);
    }
  }

  #checkWrite(path: string): void {
    if (!isInside(path, this.#write)) {
      throw new FileError("outside", path, `${path} is outside the places this program may write`);
    }
  }
}

/** A path with every link resolved, or as it is where nothing is. For making rights. */
export function realPathOf(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Whether nothing is there, as far as this process may look. For making rights. */
export function isMissing(path: string): boolean {
  try {
    return fs.statSync(path, NO_THROW) === undefined;
  } catch {
    return false;
  }
}

/** Makes a folder with those above it, unless it is there or may not be made. */
export function makeFolder(path: string): void {
  try {
    fs.mkdirSync(path, { recursive: true });
  } catch (error) {
    // Deno refuses this for a folder outside the rights even if it is there; without it the write
    // that follows says what is missing.
    if ((error as Error).name !== "NotCapable") throw error;
  }
}

function statOrNull(path: string): fs.Stats | null {
  try {
    return fs.statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    throw asFileError(error, path);
  }
}

function kindOf(stat: fs.Stats): FileStatus["kind"] {
  return stat.isFile() ? "file" : stat.isDirectory() ? "directory" : "other";
}

function signatureOf(stat: fs.Stats): string {
  return `${stat.mtimeMs}:${stat.ctimeMs}:${stat.size}:${stat.ino}`;
}

/** Runs a file operation; what the system throws becomes a `FileError` on `path`. */
export function guard<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw asFileError(error, path);
  }
}

function asFileError(error: unknown, path: string): FileError {
  if (error instanceof FileError) return error;
  const code = (error as { code?: string }).code;
  const name = (error as Error).name;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new FileError("missing", path, `${path} does not exist`);
  }
  if (code === "EACCES" || code === "EPERM" || name === "NotCapable") {
    return new FileError("denied", path, `${path} may not be read or written (permission denied)`);
  }
  if (code === "ELOOP") return new FileError("other", path, `${path} is a loop of links`);
  return new FileError("other", path, `${path}: ${(error as Error).message}`);
}

/** `path` relative to `root`, with `/` on every system. */
export function relativePosix(root: string, path: string): string {
  return relative(root, path).replaceAll("\\", "/");
}

export { join as joinPath, resolve as resolvePath };

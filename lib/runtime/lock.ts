/**
 * A lock between processes: a file that only one of them can make.
 */
import { type FileAccess, FileError, MISSING_STAMP } from "./files.ts";
import { wallClockMs } from "./process.ts";

/** A lock file and the name under which a forgotten one is taken away; both must be writable. */
export function lockPaths(path: string): [lock: string, forgotten: string] {
  return [path, `${path}.old`];
}

/**
 * Runs `work` unless another process holds the lock. Does not wait.
 * @param path absolute path of the lock file
 * @param staleMs a lock older than this was left behind by a process that died
 * @returns whether `work` ran
 * @throws {FileError} when the lock file cannot be written
 */
export function withLock(
  files: FileAccess,
  path: string,
  staleMs: number,
  work: () => void,
): boolean {
  if (!files.create(path, "")) {
    if (!takeAway(files, path, staleMs) || !files.create(path, "")) return false;
  }
  try {
    work();
    return true;
  } finally {
    files.remove(path);
  }
}

/** Removes a lock that was left behind. @returns whether it is gone */
function takeAway(files: FileAccess, path: string, staleMs: number): boolean {
  const [, forgotten] = lockPaths(path);
  const ageMs = age(files, path);
  if (ageMs === null) return true;
  if (ageMs <= staleMs) return false;
  try {
    // Of several processes that find it stale, one succeeds in renaming it …
    files.move(path, forgotten);
    if ((age(files, forgotten) ?? 0) > staleMs) {
      files.remove(forgotten);
      return true;
    }
    // … and one that was too slow has got the new lock of that one, which it puts back.
    files.move(forgotten, path);
  } catch (error) {
    if (!(error instanceof FileError) || error.reason !== "missing") throw error;
  }
  return false;
}

function age(files: FileAccess, path: string): number | null {
  const [modifiedMs] = files.stamps([path]);
  return modifiedMs === MISSING_STAMP ? null : wallClockMs() - modifiedMs!;
}

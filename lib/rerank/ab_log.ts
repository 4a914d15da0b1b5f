/**
 * The A/B log: a line a judged turn, an old generation beside it (SR-101). Several processes may
 * write at the same time: a line is one append, and only the holder of a lock rotates.
 */
import { FileAccess, FileError, lockPaths, resolvePath, withLock } from "../runtime/mod.ts";
import { abLine, type AbRecord } from "./record.ts";

/** A file larger than this becomes the old generation before the next line (SR-8). */
export const MAX_LOG_BYTES = 5_000_000;
/** A rotation takes milliseconds, so an older lock was left behind. */
const STALE_LOCK_MS = 10_000;

/** The old generation of a log. */
export function oldGeneration(path: string): string {
  return `${path}.1`;
}

/** Every file that writing a log may make or replace. */
export function logFiles(path: string): string[] {
  return [path, oldGeneration(path), ...lockPaths(`${path}.lock`)];
}

/** How a record is appended. */
export interface AppendOptions {
  /** Size in bytes above which the file is rotated first. @default MAX_LOG_BYTES */
  maxBytes?: number;
  /** Whether the append before this one failed and may have left half a line. @default false */
  afterFailure?: boolean;
}

/**
 * Appends one record; the file and its folders are made where they are missing, for their owner
 * alone.
 * @throws {FileError} when it cannot be written
 */
export function appendRecord(
  path: string,
  record: AbRecord,
  { maxBytes = MAX_LOG_BYTES, afterFailure = false }: AppendOptions = {},
): void {
  const log = resolvePath(path);
  const files = new FileAccess({ read: [], write: logFiles(log) });
  const isFull = () => (files.status(log)?.size ?? 0) > maxBytes;
  if (isFull()) {
    try {
      withLock(files, `${log}.lock`, STALE_LOCK_MS, () => {
        // Another process may have rotated since the look.
        if (isFull()) files.move(log, oldGeneration(log));
      });
    } catch (error) {
      // A file that grows too large is better than a lost line.
      if (!(error instanceof FileError)) throw error;
    }
  }
  files.append(log, (afterFailure ? "\n" : "") + abLine(record), 0o600);
}

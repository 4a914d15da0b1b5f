/**
 * The state of a path at one moment, to tell later whether it changed.
 */
import { type FileAccess, wallClockMs } from "../runtime/mod.ts";

/**
 * A change this soon before it was looked at can be followed by another one in the same tick of the
 * file system's clock, which no timestamp would show; such entries are read again next time.
 */
const TICK_MS = 20;
/** The same where times are whole seconds: ctime on Deno, both times on some file systems. */
const COARSE_TICK_MS = 2_000;

/** The state of a path when it was looked at: four numbers of `FileAccess.stamps`. */
export interface Stamp {
  numbers: Float64Array;
  /** Whether a later change could go unnoticed. */
  recent: boolean;
}

/** Looks at one path. */
export function stampOf(files: FileAccess, path: string): Stamp {
  const lookedAtMs = wallClockMs();
  return asStamp(files.look(path).numbers, lookedAtMs);
}

/**
 * @param numbers of a look at the path
 * @param lookedAtMs wall clock before that look
 */
export function asStamp(numbers: Float64Array, lookedAtMs: number): Stamp {
  const changedMs = numbers[1]!;
  const tickMs = changedMs % 1_000 === 0 ? COARSE_TICK_MS : TICK_MS;
  return { numbers, recent: Math.abs(lookedAtMs - changedMs) < tickMs };
}

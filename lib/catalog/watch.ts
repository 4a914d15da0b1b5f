/**
 * The list of paths that is looked at on every turn.
 */
import type { FileAccess } from "../runtime/mod.ts";
import type { Stamp } from "./stamp.ts";

/** Numbers of a stamp. */
const WIDTH = 4;

/** Paths with their state at the time of reading, in the shape `FileAccess.stamps` gives. */
export interface Watch {
  paths: string[];
  stamps: Float64Array;
  /** For each path the key under which what was read of it is kept. */
  owners: string[];
  /** Owners that may have changed unnoticed already. */
  recent: string[];
}

/** Makes a watch of paths with what owns them. */
export function makeWatch(
  entries: readonly { path: string; owner: string; stamp: Stamp }[],
): Watch {
  const stamps = new Float64Array(entries.length * WIDTH);
  entries.forEach(({ stamp }, at) => stamps.set(stamp.numbers, at * WIDTH));
  return {
    paths: entries.map(({ path }) => path),
    stamps,
    owners: entries.map(({ owner }) => owner),
    recent: entries.filter(({ stamp }) => stamp.recent).map(({ owner }) => owner),
  };
}

/** Owners of paths that changed since, or may have. */
export function changedOwners(watch: Watch, files: FileAccess): Set<string> {
  const changed = new Set(watch.recent);
  const now = files.stamps(watch.paths);
  for (let at = 0; at < now.length; at++) {
    if (now[at] !== watch.stamps[at]) changed.add(watch.owners[Math.floor(at / WIDTH)]!);
  }
  return changed;
}

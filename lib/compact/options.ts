/**
 * Which form the compaction takes under the settings in force.
 */
import type { Settings } from "../config/mod.ts";
import type { CompactOptions } from "./rewrite.ts";

/** How many skills a turn brings at most where no setting says so (SR-1, DESIGN §6). */
const DEFAULT_SHOWN = 6;

/**
 * Options of `compactText` for the command line and the hook server alike: the style defaults to
 * `lines` in preset `bm25`, else to `inline` (DESIGN §6). The note names the pool size in `bm25`
 * (SR-65), elsewhere the most that is ever shown.
 */
export function compactOptions(
  settings: Pick<Settings, "preset" | "compactStyle" | "topK" | "injectK">,
): CompactOptions {
  const isBm25 = settings.preset === "bm25";
  const pool = settings.topK ?? Infinity;
  return {
    style: settings.compactStyle ?? (isBm25 ? "lines" : "inline"),
    topK: isBm25
      ? settings.topK ?? DEFAULT_SHOWN
      : Math.min(settings.injectK ?? DEFAULT_SHOWN, pool),
  };
}

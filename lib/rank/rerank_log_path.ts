/**
 * Where the A/B log of a judge lies.
 */
import { defaultHome, homePath } from "../catalog/mod.ts";
import { joinPath } from "../runtime/mod.ts";

/** SR-7, below the home. */
const DEFAULT_PATH = joinPath("data", "jev-trial", "rerank_ab_log.jsonl");

/**
 * The log of a turn: the file that the settings name, a relative path below the home, else the default
 * place in it. Where folders are given instead of a home, the active Hermes home has the log.
 * @param turn home (absolute) and settings of a turn
 */
export function rerankLogPath(
  { home, roots, settings }: {
    home: string;
    roots?: readonly string[];
    settings: { rerankLog: string | null };
  },
  environment: (name: string) => string | undefined,
): string {
  const base = roots === undefined ? home : defaultHome(environment);
  return homePath(settings.rerankLog ?? DEFAULT_PATH, base, environment);
}

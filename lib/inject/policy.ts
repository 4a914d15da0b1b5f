/**
 * What of a ranking is worth saying in this session: a hint that was given, or that is for a skill
 * the agent has loaded, is noise.
 */
import type { Hit, RankOutcome } from "../rank/mod.ts";
import { shownLabel } from "./render.ts";

/** What a session has been shown and has loaded. */
export interface SessionMemory {
  /** Loads (or their labels) that are in an earlier block of the conversation. */
  shown: ReadonlySet<string>;
  /** Paths of `skill_view` results (`category/dir/SKILL.md` or absolute), or bare loads. */
  loaded: ReadonlySet<string>;
}

/** The hits the gate let through, best first. */
export function injectedHits(outcome: RankOutcome): Hit[] {
  const byId = new Map(outcome.results.map((hit) => [hit.id, hit]));
  return outcome.injected.flatMap((id) => byId.get(id) ?? []);
}

/** The hits that are news to a session. */
export function newHits(hits: readonly Hit[], memory: SessionMemory): Hit[] {
  return hits.filter((hit) => !wasShown(hit, memory.shown) && !wasLoaded(hit, memory.loaded));
}

function wasShown(hit: Hit, shown: ReadonlySet<string>): boolean {
  return hit.load !== null && (shown.has(hit.load) || shown.has(shownLabel(hit.load)));
}

/**
 * Skills are recognised by the path in the `skill_view` result, never by what the model typed
 * (hermes-real §3.4). A relative path is the id; an absolute one is the file, or ends in the id where
 * a link leads to the root (an id of one part is too common a name for that).
 */
function wasLoaded(hit: Hit, loaded: ReadonlySet<string>): boolean {
  if (loaded.size === 0) return false;
  const relative = `${hit.id}/SKILL.md`;
  if (loaded.has(hit.path.replaceAll("\\", "/")) || loaded.has(relative)) return true;
  if (hit.load !== null && loaded.has(hit.load)) return true;
  if (!hit.id.includes("/")) return false;
  for (const path of loaded) if (path.endsWith(`/${relative}`)) return true;
  return false;
}

/**
 * What of a ranking is worth saying in this session: a hint that was given, or that is for a skill
 * the agent has loaded, is noise.
 */
import type { Hit, RankOutcome } from "../rank/mod.ts";
import { shownLabel } from "./render.ts";
import { isCurrent, type Showings } from "./topics.ts";

/** What a session has been shown and has loaded. */
export interface SessionMemory {
  /** Hints that stand in the conversation. */
  shown: Showings;
  /** Paths of `skill_view` results (`category/dir/SKILL.md` or absolute), or bare loads. */
  loaded: ReadonlySet<string>;
  /** Skills whose text was handed over with a message, by `shownLabel`. */
  autoloaded: ReadonlySet<string>;
}

/** A hit that is no news. */
export interface WithheldHit {
  hit: Hit;
  /** `loaded`: its text is in the conversation; `shown`: a hint for it is, and the topic still is. */
  reason: "loaded" | "shown";
}

/** Hits divided by whether they are news to a session, both best first. */
export interface DividedHits {
  fresh: Hit[];
  withheld: WithheldHit[];
}

/** The hits the gate let through, best first. */
export function injectedHits(outcome: RankOutcome): Hit[] {
  const byId = new Map(outcome.results.map((hit) => [hit.id, hit]));
  return outcome.injected.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Keeps the hits that are news to a session apart from the others.
 * @param loadable id of the skill whose text can be handed over, which is news even after a hint
 */
export function divideHits(
  hits: readonly Hit[],
  memory: SessionMemory,
  loadable: string | null = null,
): DividedHits {
  const fresh: Hit[] = [];
  const withheld: WithheldHit[] = [];
  for (const hit of hits) {
    if (isKnown(hit, memory)) withheld.push({ hit, reason: "loaded" });
    else if (hit.id !== loadable && wasShown(hit, memory.shown)) {
      withheld.push({ hit, reason: "shown" });
    } else fresh.push(hit);
  }
  return { fresh, withheld };
}

/** Whether the text of a skill is in the conversation. */
export function isKnown(hit: Hit, { loaded, autoloaded }: SessionMemory): boolean {
  return wasLoaded(hit, loaded) || (hit.load !== null && autoloaded.has(shownLabel(hit.load)));
}

function wasShown(hit: Hit, shown: Showings): boolean {
  const showing = hit.load === null ? undefined : shown.get(shownLabel(hit.load));
  return showing !== undefined && isCurrent(showing);
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

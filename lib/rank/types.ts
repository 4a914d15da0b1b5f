/**
 * Plain data that flows through the ranking pipeline: query → ranking → gate.
 */

import type { RerankOutcome } from "../rerank/mod.ts";

/** How much one ranker's field contributed to a hit. */
export interface Evidence {
  /** Ranker or field: `bm25`, `name`, `description`, `body`, … */
  field: string;
  /** Share of the score that came from this field. */
  score: number;
  /** Terms that matched, strongest first, with their share. */
  terms: { term: string; score: number; from?: string }[];
}

/** A skill as it came out of the ranking, with everything a surface shows of it. */
export interface Hit {
  id: string;
  load: string | null;
  name: string;
  description: string;
  category: string;
  source: string;
  path: string;
  score: number;
  /** Calibrated probability that this skill is right, 0…1; null in presets without a gate. */
  confidence: number | null;
  /** One plain sentence why. */
  why: string;
  evidence: Evidence[];
}

/** The skill that a message names by a hard trigger. */
export interface TriggeredSkill {
  /** Position in the index. */
  position: number;
  id: string;
  trigger: string;
  /** How it was found: 1 as it stands, 2 its characters in order, 3 its runs in order (EE-12…16). */
  tier: 1 | 2 | 3;
  /** Whose trigger it is: the user's file or the skill itself. */
  from: "user" | "skill";
}

/** Outcome of the whole run for one message. */
export interface RankOutcome {
  preset: string;
  /** Hits by descending score; at most the requested number. */
  results: Hit[];
  decision: "inject" | "silent";
  /** Calibrated confidence of the first hit, 0…1, or null where no gate exists. */
  confidence: number | null;
  /** Ids that the gate lets through, best first, at most K. */
  injected: string[];
  /** The skill that came first by a hard trigger. @default none */
  triggered?: TriggeredSkill;
  /** Layers that ran. */
  layers: string[];
  /** Layers that should have run and could not, each with a reason. */
  degraded: string[];
  /** What a judge made of the shortlist; absent where none was asked. */
  rerank?: RerankOutcome;
  /** Milliseconds of the query alone (the catalog being up to date). */
  elapsedMs: number;
}

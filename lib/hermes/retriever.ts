/**
 * The seam between the hook server, which talks to agents and reads no skill file, and the ranking,
 * which reads skill files and may live in a sandboxed worker. Everything that crosses it is plain
 * data that can be copied between threads.
 */
import type { SessionFacts } from "../catalog/mod.ts";
import type { Settings } from "../config/mod.ts";
import type { RankOutcome } from "../rank/mod.ts";

/** One user turn, ready to be ranked. */
export interface TurnRequest {
  /** Absolute path of the home whose skills are searched. */
  home: string;
  /** Absolute paths to search instead of the home's roots (agents other than Hermes). */
  roots?: readonly string[];
  /** Working directory of the session, for trusted project folders; null where unknown. */
  cwd: string | null;
  /** What the user said this turn, host messages and quotations already removed. */
  text: string;
  /** What the user said before, oldest first. */
  earlier: readonly string[];
  /** Id of the session, for the log of a judge. @default "" */
  sessionId?: string;
  /** What decides visibility in this session. */
  session: SessionFacts;
  settings: Settings;
}

/** What the ranking found for one turn. */
export interface TurnResult {
  outcome: RankOutcome;
  /**
   * The text of the skill that a hard trigger names, where the settings hand it over at once; text null
   * where the hint has to do, with the reason. @default none
   */
  autoload?: { id: string; text: string | null; problem: string | null };
  /** Number of skills that were searched. */
  poolSize: number;
  /** Sentences for the log at level WARNING. */
  warnings: string[];
  /** Sentences for the log at level INFO, e.g. `BM25 index built: …` (SR-44). */
  log: string[];
}

/** Ranks turns. */
export interface Retriever {
  /** Ranks the skills a session can see for one message. */
  turn(request: TurnRequest): Promise<TurnResult>;
  /** Called once a home is known, so that its skills can be read before the first turn. */
  prepare?(home: string, cwd: string | null, settings: Settings): void;
  /** The host changed its skills: cached indexes of the home are no longer to be trusted (SR-53). */
  lifecycle(home: string, action: string): void;
}

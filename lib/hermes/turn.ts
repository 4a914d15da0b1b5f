/**
 * One user turn: from the message to the block of text that goes with it, or to silence.
 */
import type { Settings } from "../config/mod.ts";
import { injectedHits, type LoadTool, newHits, renderBlock } from "../inject/mod.ts";
import { presetFor } from "../rank/mod.ts";
import { userText } from "./message.ts";
import type { Retriever } from "./retriever.ts";
import { factsOf, type Session } from "./sessions.ts";

/** One turn as an agent reports it. */
export interface Turn {
  home: string;
  /** See `TurnRequest.roots`. */
  roots?: readonly string[];
  cwd: string | null;
  /** Empty for a session that cannot be told apart from others. */
  sessionId: string;
  /** The message: a string or content parts. */
  message: unknown;
  /** What the user said before, oldest first. */
  earlier: readonly string[];
  isFirstTurn: boolean;
  /** Whether this agent's requests can be seen at all; a shell hook never sees one. */
  seesRequests: boolean;
  tool: LoadTool;
}

/** What came of a turn. */
export interface TurnOutcome {
  /** The block, or null for silence. */
  context: string | null;
  /** Loads in the block, best first. */
  shown: string[];
  warnings: string[];
  log: string[];
}

/**
 * Runs one turn through the pipeline. Reads the session and leaves it as it is: what was shown is to
 * be remembered once the block was really handed over (`rememberShown`).
 */
export async function runTurn(
  turn: Turn,
  session: Session,
  settings: Settings,
  retriever: Retriever,
): Promise<TurnOutcome> {
  const text = userText(turn.message);
  if (text === null || !mayOffer(turn, session, settings)) return SILENCE;
  const { outcome, warnings, log } = await retriever.turn({
    home: turn.home,
    ...(turn.roots === undefined ? {} : { roots: turn.roots }),
    cwd: turn.cwd,
    text,
    earlier: turn.earlier,
    session: factsOf(session),
    settings,
  });
  const preset = presetFor(settings);
  const hits = injectedHits(outcome);
  const block = renderBlock(
    // Preset `bm25` says everything every turn, as the original does (DESIGN §6).
    preset.name === "bm25"
      ? hits
      : newHits(hits, { shown: new Set(session.shown.keys()), loaded: session.loaded }),
    { block: preset.block, tool: turn.tool, maxCharacters: settings.maxChars },
  );
  return {
    context: block?.text ?? null,
    shown: block?.shown.flatMap((hit) => hit.load ?? []) ?? [],
    warnings,
    log,
  };
}

/** Counts a finished turn and notes what was said in it. */
export function rememberShown(session: Session, outcome: TurnOutcome): void {
  session.turns++;
  for (const load of outcome.shown) session.shown.set(load, session.turns);
}

const SILENCE: TurnOutcome = { context: null, shown: [], warnings: [], log: [] };

/**
 * SR-72 and `SKILL_RETRIEVAL_UNCAPTURED`: whether skills may be offered although the session's block
 * was not seen yet. Where it never can be seen, waiting for it makes no sense, so that only an
 * explicit setting holds.
 */
function mayOffer(turn: Turn, session: Session, settings: Settings): boolean {
  if (session.blockNames !== null) return true;
  const policy = turn.seesRequests
    ? presetFor(settings).uncaptured
    : settings.uncaptured ?? "allow";
  if (policy === "first") return turn.isFirstTurn || turn.sessionId === "";
  return policy === "allow";
}

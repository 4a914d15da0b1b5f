/**
 * One user turn: from the message to the block of text that goes with it, or to silence.
 */
import type { Settings } from "../config/mod.ts";
import {
  composeBlock,
  divideHits,
  injectedHits,
  isKnown,
  type LoadTool,
  renderAutoload,
  showingsAfter,
  shownLabel,
  type WithheldHit,
} from "../inject/mod.ts";
import { type Hit, presetFor, type RankOutcome } from "../rank/mod.ts";
import { excerptOf } from "./excerpt.ts";
import { isIgnored, userText } from "./message.ts";
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

/**
 * Why nothing is said: the message is blank or the host's; it holds pasted material alone; the
 * session's index was not seen yet; no skill fits; all that fit are loaded or were shown; none that
 * fits can be loaded by a string that is safe to show.
 */
export type Silence =
  | "no message"
  | "nothing asked"
  | "index not seen"
  | "nothing fits"
  | "all known"
  | "not loadable";

/** What came of a turn. */
export interface TurnOutcome {
  /** The block, or null for silence. */
  context: string | null;
  silence: Silence | null;
  /** Skills in the block, best first. */
  shown: readonly Hit[];
  /** The skill whose text is in the block, or null. */
  autoloaded: Hit | null;
  /** Fitting skills that were left out. */
  withheld: WithheldHit[];
  /** The ranking, or null where it was not asked. */
  ranking: RankOutcome | null;
  warnings: string[];
  log: string[];
}

/**
 * Runs one turn through the pipeline. Reads the session and leaves it as it is: what was shown is to
 * be remembered once the block was really handed over (`rememberTurn`).
 */
export async function runTurn(
  turn: Turn,
  session: Session,
  settings: Settings,
  retriever: Retriever,
): Promise<TurnOutcome> {
  const preset = presetFor(settings);
  const said = userText(turn.message);
  if (said === null || isIgnored(said, settings.ignore)) return silent("no message");
  const text = preset.repeats ? said : excerptOf(said);
  if (text === null) return silent("nothing asked");
  if (!mayOffer(turn, session, settings)) return silent("index not seen");
  const { outcome: ranking, autoload, warnings, log } = await retriever.turn({
    home: turn.home,
    ...(turn.roots === undefined ? {} : { roots: turn.roots }),
    cwd: turn.cwd,
    text,
    earlier: turn.earlier,
    sessionId: turn.sessionId,
    session: factsOf(session),
    settings,
  });
  const hits = injectedHits(ranking);
  const { triggered } = ranking;
  const first = hits.find(({ id }) => id === triggered?.id);
  // The text of a skill is said once, in a preset that repeats its hints too.
  const handedOver = triggered === undefined || first === undefined || isKnown(first, session) ||
      autoload?.id !== first.id || autoload.text === null
    ? null
    : renderAutoload(first, triggered.trigger, autoload.text, turn.tool, settings.autoloadMax);
  const { fresh, withheld } = preset.repeats
    ? { fresh: hits, withheld: [] }
    : divideHits(hits, session, handedOver === null ? null : triggered!.id);
  const layout = {
    block: preset.block,
    tool: turn.tool,
    maxCharacters: settings.maxChars,
    isDegraded: !ranking.layers.includes("dense"),
    ...(ranking.rerank === undefined ? {} : { rerank: ranking.rerank }),
  };
  const block = composeBlock(
    fresh,
    layout,
    triggered === undefined ? null : { ...triggered, handedOver, strongHint: preset.endsAtTrigger },
  );
  return {
    context: block?.text ?? null,
    silence: block !== null
      ? null
      : hits.length === 0
      ? "nothing fits"
      : fresh.length === 0
      ? "all known"
      : "not loadable",
    shown: block?.shown ?? [],
    autoloaded: block?.autoloaded ?? null,
    withheld,
    ranking,
    warnings,
    log,
  };
}

/** Counts a finished turn and notes what was said in it. */
export function rememberTurn(
  session: Session,
  { shown, autoloaded, ranking }: TurnOutcome,
): void {
  const labels = (hits: readonly Hit[]) =>
    hits.flatMap(({ load }) => load === null ? [] : shownLabel(load));
  const fitting = ranking === null ? [] : injectedHits(ranking);
  session.turns++;
  if (autoloaded !== null) {
    for (const label of labels([autoloaded])) {
      session.autoloaded.add(label);
    }
  }
  session.shown = showingsAfter(
    session.shown,
    new Set(labels(fitting)),
    labels(shown),
    session.turns,
  );
}

function silent(silence: Silence): TurnOutcome {
  return {
    context: null,
    silence,
    shown: [],
    autoloaded: null,
    withheld: [],
    ranking: null,
    warnings: [],
    log: [],
  };
}

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

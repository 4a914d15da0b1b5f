/**
 * Replays a conversation through the policy, turn by turn, as if it took place now.
 */
import type { Settings } from "../config/mod.ts";
import { type ConversationTurn, userRow } from "./conversation.ts";
import { earlierTurns, loadedPaths, shownLoads } from "./history.ts";
import type { Retriever } from "./retriever.ts";
import { newSession, rememberHistory } from "./sessions.ts";
import { rememberTurn, runTurn, type Turn, type TurnOutcome } from "./turn.ts";

/** Under which circumstances a conversation is replayed. */
export interface ReplayOptions extends Pick<Turn, "home" | "roots" | "cwd"> {
  settings: Settings;
  retriever: Retriever;
}

/**
 * Runs every turn in a session of its own.
 * @returns what came of each turn, in order
 */
export async function replay(
  turns: readonly ConversationTurn[],
  { settings, retriever, ...place }: ReplayOptions,
): Promise<TurnOutcome[]> {
  const session = newSession();
  const outcomes: TurnOutcome[] = [];
  let history: Record<string, unknown>[] = [];
  for (const { user: { content: message }, rows, compaction } of turns) {
    if (compaction) history = [];
    rememberHistory(session, loadedPaths(history), compaction ? [] : shownLoads(history));
    const outcome = await runTurn(
      {
        ...place,
        sessionId: "replay",
        message,
        earlier: earlierTurns(history, ""),
        isFirstTurn: outcomes.length === 0,
        // No request is replayed, so what is on disk decides which skills can be seen.
        seesRequests: false,
        tool: "skill_view",
      },
      session,
      settings,
      retriever,
    );
    rememberTurn(session, outcome);
    outcomes.push(outcome);
    history = [...history, userRow(message, outcome.context), ...rows];
  }
  return outcomes;
}

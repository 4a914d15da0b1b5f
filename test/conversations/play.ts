/**
 * Plays a conversation through the hook server and the real retriever, sending what the shim would
 * send (plugin/__init__.py: lists of the whole history, the newest messages as text).
 */
import {
  type ConversationTurn,
  HookServer,
  loadedPaths,
  messageText,
  type Retriever,
  shownLoads,
  type TurnRequest,
  userRow,
} from "../../lib/hermes/mod.ts";
import { loadsShownIn } from "../../lib/inject/mod.ts";
import { createRetriever, type RankOutcome } from "../../lib/rank/mod.ts";
import { HOME } from "./fixtures.ts";

/** What happened at a turn. */
export interface PlayedTurn {
  /** Ids injected, best first. */
  injected: string[];
  /** The block, or null. */
  context: string | null;
  /** What the ranking said, or null where it was not asked. */
  outcome: RankOutcome | null;
}

const SUMMARY = "[CONTEXT COMPACTION] Earlier turns were summarised: the tasks in them are done.";

type Row = Record<string, unknown>;

/** Plays conversations in one server, each in a session of its own. */
export class Player {
  readonly #server: HookServer;
  readonly #asked: RankOutcome[] = [];

  constructor(preset: string) {
    const local = createRetriever(() => undefined, { resident: false });
    const asked = this.#asked;
    const recording: Retriever = {
      async turn(request: TurnRequest) {
        const result = await local.turn(request);
        asked.push(result.outcome);
        return result;
      },
      lifecycle: (home, action) => local.lifecycle(home, action),
    };
    this.#server = new HookServer({
      retriever: recording,
      version: "0",
      environment: (name) => name === "SKILL_RETRIEVAL_PRESET" ? preset : undefined,
      homeSettings: () => ({}),
      now: () => 0,
      log: () => {},
      onShutdown: () => {},
    });
  }

  /**
   * @param keepsSentText whether the host keeps what was sent (Hermes ≥ 0.22)
   */
  async play(
    session: string,
    turns: readonly ConversationTurn[],
    keepsSentText = true,
  ): Promise<PlayedTurn[]> {
    const played: PlayedTurn[] = [];
    let history: Row[] = [];
    let sawSentText = false;
    for (const { user: { content: message }, rows, compaction } of turns) {
      if (compaction) history = [{ role: "user", content: SUMMARY }];
      const before = [...history, userRow(message, null)];
      const shown = shownLoads(history);
      sawSentText ||= keepsSentText && shown !== null;
      this.#asked.length = 0;
      const result = await this.#call("pre_llm_call", {
        session_id: session,
        user_message: typeof message === "string" ? message : texts(message),
        conversation_history: recent(before),
        loaded: loadedPaths(history),
        shown: sawSentText ? shown ?? [] : null,
        is_first_turn: played.length === 0,
        platform: "cli",
      }) as { context: string } | null;
      const context = result?.context ?? null;
      const outcome = this.#asked[0] ?? null;
      const loads = new Map(outcome?.results.map(({ id, load }) => [load, id]));
      played.push({
        injected: loadsShownIn(context ?? "").map((load) => loads.get(load)!),
        context,
        outcome,
      });
      history.push(userRow(message, keepsSentText ? context : null), ...rows);
      for (const row of rows) await this.#afterTool(session, row);
    }
    return played;
  }

  async #afterTool(session: string, row: Row): Promise<void> {
    if (row.role !== "tool") return;
    await this.#call("post_tool_call", {
      session_id: session,
      tool_name: "skill_view",
      args: {},
      result: row.content,
    });
  }

  async #call(method: string, params: Row): Promise<unknown> {
    const line = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { home: HOME, ...params },
    });
    const { result, error } = JSON.parse((await this.#server.handle(line))!);
    if (error !== undefined) throw new Error(error.message);
    return result;
  }
}

/** The newest 40 messages, text only. */
function recent(history: readonly Row[]): Row[] {
  return history.filter(({ role }) => role === "user" || role === "assistant")
    .map(({ role, content }) => ({ role, content: messageText(content) }))
    .filter(({ content }) => content !== "")
    .slice(-40);
}

function texts(content: unknown): Row[] {
  return (content as Row[]).filter(({ text }) => typeof text === "string")
    .map(({ text }) => ({ type: "text", text }));
}

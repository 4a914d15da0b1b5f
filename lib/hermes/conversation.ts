/**
 * Written conversations: what the user said turn by turn, and what the agent did about it, as the
 * rows of a history. Read from JSON lines, each of which is one of
 *
 * - `{"turns": [turn, …]}` — a whole conversation, a session of its own;
 * - `{"user": …, "assistant"?: …, "loaded"?: [id, …], "compaction"?: true}` — a turn;
 * - `{"role": …, "content": …, …}` — a message as Hermes keeps it; each of the user begins a turn.
 *
 * Turns and messages on lines of their own make up one conversation. Further fields are passed over.
 */
import { isObject } from "./protocol.ts";

/** One turn. */
export interface ConversationTurn {
  /** Row of the history with what the user said: a string or content parts. */
  user: Record<string, unknown>;
  /** Rows that followed it: answers, calls and results of tools. */
  rows: Record<string, unknown>[];
  /** Whether the history before this turn was summarised away. */
  compaction: boolean;
}

/** A conversation. */
export interface Conversation {
  /** Its `id`, or null where it has none. */
  id: string | null;
  turns: ConversationTurn[];
}

/** A file that holds no conversation; the message names the line and says what was expected. */
export class ConversationError extends Error {
  override readonly name = "ConversationError";
}

/**
 * Reads conversations in order.
 * @throws {ConversationError}
 */
export function readConversations(text: string): Conversation[] {
  const conversations: Conversation[] = [];
  let open: Conversation | null = null;
  text.split("\n").forEach((line, at) => {
    if (line.trim() === "") return;
    const row = parse(line, at + 1);
    if (Array.isArray(row.turns)) {
      open = null;
      conversations.push({
        id: typeof row.id === "string" ? row.id : null,
        turns: row.turns.map((turn: unknown) => writtenTurn(turn, at + 1)),
      });
      return;
    }
    if (open === null) conversations.push(open = { id: null, turns: [] });
    if (row.role === undefined) open.turns.push(writtenTurn(row, at + 1));
    else if (row.role === "user") {
      open.turns.push({ user: row, rows: [], compaction: false });
    } else open.turns.at(-1)?.rows.push(row);
  });
  return conversations;
}

/** The rows that are left of turns: those since the last compaction. */
export function historyRows(turns: readonly ConversationTurn[]): Record<string, unknown>[] {
  const start = turns.findLastIndex(({ compaction }) => compaction);
  return turns.slice(Math.max(0, start)).flatMap(({ user, rows }) => [user, ...rows]);
}

/**
 * The row of the history that the host keeps of a user's message.
 * @param context what was said with it, or null
 */
export function userRow(message: unknown, context: string | null): Record<string, unknown> {
  const row = { role: "user", content: message };
  if (context === null) return row;
  // A message with parts keeps what was said with it as a part (hermes-contract §2.3).
  return typeof message === "string" ? { ...row, api_content: `${message}\n\n${context}` } : {
    ...row,
    content: [...(Array.isArray(message) ? message : []), { type: "text", text: context }],
  };
}

function writtenTurn(value: unknown, line: number): ConversationTurn {
  if (!isObject(value) || value.user === undefined) {
    throw new ConversationError(
      `line ${line}: expected a turn {"user": …}, a conversation {"turns": […]} or a message {"role": …}`,
    );
  }
  const loaded = Array.isArray(value.loaded) ? value.loaded : [];
  return {
    user: { role: "user", content: value.user },
    rows: [
      ...loaded.filter((id) => typeof id === "string").flatMap((id, at) =>
        viewRows(id, `${line}.${at}`)
      ),
      ...(typeof value.assistant === "string"
        ? [{ role: "assistant", content: value.assistant }]
        : []),
    ],
    compaction: value.compaction === true,
  };
}

/** A call of `skill_view` and its result. */
function viewRows(id: string, call: string): Record<string, unknown>[] {
  const name = id.split("/").at(-1)!;
  return [
    {
      role: "assistant",
      content: "",
      tool_calls: [{
        id: call,
        type: "function",
        function: { name: "skill_view", arguments: JSON.stringify({ name }) },
      }],
    },
    {
      role: "tool",
      tool_call_id: call,
      content: JSON.stringify({ success: true, name, path: `${id}/SKILL.md` }),
    },
  ];
}

function parse(line: string, number: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ConversationError(`line ${number} is not valid JSON`);
  }
  if (!isObject(value)) throw new ConversationError(`line ${number} is no JSON object`);
  return value;
}

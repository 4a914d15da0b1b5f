/**
 * What came before a message: the file of `--history`.
 */
import {
  type Conversation,
  ConversationError,
  earlierTurns,
  historyRows,
  loadedPaths,
  newSession,
  readConversations,
  rememberHistory,
  type Session,
  shownLoads,
} from "../hermes/mod.ts";
import { FileAccess, resolvePath } from "../runtime/mod.ts";
import { type Arguments, CommandError, type OptionSpec } from "./command.ts";

/** Largest history file read, in bytes. */
const MAX_HISTORY_BYTES = 8 * 1024 * 1024;

/** The options that say what came before. */
export const HISTORY_OPTIONS: readonly OptionSpec[] = [
  {
    name: "history",
    value: "FILE",
    access: "read",
    help: "what came before: a transcript as replay reads it, or earlier messages, one a line",
  },
  {
    name: "session",
    value: "ID",
    help: "conversation of the transcript to go on with (nothing is remembered between two calls)",
  },
];

/** What came before a message. */
export interface GivenHistory {
  /** What the user asked before, oldest first. */
  earlier: string[];
  /** The session as a server would know it from the transcript: what was loaded and shown. */
  session: Session;
}

/**
 * Reads `--history`, of which `--session` names the conversation.
 * @throws {CommandError} when the file cannot be read or holds no such conversation
 */
export function historyOf(args: Arguments): GivenHistory {
  const path = args.value("history");
  const session = newSession();
  if (path === undefined) return { earlier: [], session };
  const text = readHistory(path);
  if (!text.trimStart().startsWith("{")) {
    const rows = text.split(/\r?\n/).map((content) => ({ role: "user", content }));
    return { earlier: earlierTurns(rows, ""), session };
  }
  const rows = historyRows(conversationOf(text, args.value("session")).turns);
  rememberHistory(session, loadedPaths(rows), shownLoads(rows));
  return { earlier: earlierTurns(rows, ""), session };
}

function conversationOf(text: string, id: string | undefined): Conversation {
  let conversations: Conversation[];
  try {
    conversations = readConversations(text);
  } catch (error) {
    if (error instanceof ConversationError) throw new CommandError(`--history: ${error.message}.`);
    throw error;
  }
  const [only] = conversations;
  if (conversations.length === 1 && only !== undefined) return only;
  const named = conversations.find((conversation) => conversation.id === id);
  if (named !== undefined) return named;
  throw new CommandError(
    `--history holds ${conversations.length} conversations; name one of them with --session.`,
  );
}

function readHistory(path: string): string {
  const absolute = resolvePath(path);
  try {
    return new FileAccess({ read: [absolute] }).readText(absolute, MAX_HISTORY_BYTES);
  } catch (error) {
    throw new CommandError(`--history: ${(error as Error).message}.`);
  }
}

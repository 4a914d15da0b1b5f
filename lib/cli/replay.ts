import { loadTokenCounter, type TokenCounter } from "../compact/mod.ts";
import {
  type Conversation,
  ConversationError,
  messageText,
  readConversations,
  replay,
  type TurnOutcome,
} from "../hermes/mod.ts";
import { createRetriever } from "../rank/mod.ts";
import {
  environment,
  FileAccess,
  readAllInput,
  resolvePath,
  terminalColumns,
  writeOut,
} from "../runtime/mod.ts";
import { type Arguments, type Command, CommandError, UsageError, warn } from "./command.ts";
import { cutDisplay, displayWidth, padDisplay, type Paint, paintFor } from "./paint.ts";
import { whySilent, WITHHELD } from "./silence.ts";
import { statsDocument, statsTable, type TokenRow, tokensShown } from "./replay_stats.ts";
import { plannerOf, type Target, targetOf } from "./target.ts";

/** Largest transcript read, in bytes. */
const MAX_TRANSCRIPT_BYTES = 64 * 1024 * 1024;
/** What the tokens of `--stats` are compared with: it repeats itself every turn. */
const COMPARED_PRESET = "bm25";
/** Fewest columns that the output is laid out for. */
const MIN_COLUMNS = 60;

/** A conversation with what came of its turns. */
interface Replayed {
  /** Its id, else its number. */
  title: string;
  conversation: Conversation;
  outcomes: TurnOutcome[];
}

/** `replay`: a transcript through the policy, turn by turn. */
export const replayCommand: Command = {
  name: "replay",
  summary: "Replay a transcript turn by turn: what would be shown to the agent, and why",
  usage: "FILE   (- reads the transcript from standard input)\n\n" +
    'FILE holds JSON lines: messages as Hermes keeps them ({"role": …, "content": …}), turns\n' +
    '({"user": …, "assistant": …, "loaded": [id, …], "compaction": true}), or whole conversations\n' +
    '({"id": …, "turns": […]}), each a session of its own.',
  options: [
    { name: "stats", help: `tokens shown, beside those of preset ${COMPARED_PRESET}` },
  ],
  touches: ["skills", "arguments"],
  async run(args) {
    const conversations = conversationsOf(args);
    const target = targetOf(args);
    const { preset } = target.reading.settings;
    const replayed = await replayAll(conversations, target, preset);
    const warnings = replayed.flatMap(({ outcomes }) =>
      outcomes.flatMap(({ warnings }) => warnings)
    );
    for (const warning of new Set([...target.reading.warnings, ...warnings])) warn(args, warning);
    const rows = args.has("stats")
      ? tokenRows(
        replayed,
        await replayAll(conversations, target, COMPARED_PRESET),
        await counter(),
      )
      : null;
    if (args.has("json")) {
      const documents = replayed.flatMap(turnDocuments);
      if (rows !== null) documents.push({ stats: statsDocument(rows, preset, COMPARED_PRESET) });
      writeOut(documents.map((document) => `${JSON.stringify(document)}\n`).join(""));
    } else {
      const paint = paintFor(args);
      const columns = Math.max(MIN_COLUMNS, terminalColumns());
      const parts = replayed.map((each) => asText(each, paint, columns));
      if (rows !== null) parts.push(statsTable(rows, preset, COMPARED_PRESET));
      writeOut(parts.join("\n"));
    }
    return 0;
  },
};

function conversationsOf(args: Arguments): Conversation[] {
  const [path, ...others] = args.positionals;
  if (path === undefined || others.length > 0) {
    throw new UsageError(
      'Give one transcript as an argument, or "-" to read it from standard input.',
    );
  }
  try {
    const conversations = readConversations(
      path === "-" ? new TextDecoder().decode(readAllInput()) : readFile(path),
    ).filter(({ turns }) => turns.length > 0);
    if (conversations.length > 0) return conversations;
  } catch (error) {
    if (error instanceof ConversationError) throw new CommandError(`${path}: ${error.message}.`);
    throw error;
  }
  throw new CommandError(`${path} holds no message of a user.`);
}

function readFile(path: string): string {
  const absolute = resolvePath(path);
  try {
    return new FileAccess({ read: [absolute] }).readText(absolute, MAX_TRANSCRIPT_BYTES);
  } catch (error) {
    throw new CommandError(`The transcript cannot be read: ${(error as Error).message}.`);
  }
}

async function replayAll(
  conversations: readonly Conversation[],
  target: Target,
  preset: string,
): Promise<Replayed[]> {
  const retriever = createRetriever(environment, {
    resident: false,
    planner: plannerOf(target),
  });
  const { home, roots, cwd, reading } = target;
  const replayed: Replayed[] = [];
  for (const [at, conversation] of conversations.entries()) {
    const outcomes = await replay(conversation.turns, {
      home,
      ...(roots === undefined ? {} : { roots }),
      cwd,
      settings: { ...reading.settings, preset },
      retriever,
    });
    replayed.push({ title: conversation.id ?? String(at + 1), conversation, outcomes });
  }
  return replayed;
}

function turnDocuments({ title, conversation, outcomes }: Replayed): unknown[] {
  return outcomes.map((outcome, at) => ({
    conversation: title,
    turn: at + 1,
    message: messageText(conversation.turns[at]!.user.content),
    decision: outcome.context === null ? "silent" : "inject",
    why_silent: outcome.silence,
    confidence: outcome.ranking?.confidence ?? null,
    injected: outcome.shown.map(({ id }) => id),
    withheld: outcome.withheld.map(({ hit, reason }) => ({ id: hit.id, reason })),
    context: outcome.context,
  }));
}

function tokenRows(
  ours: readonly Replayed[],
  compared: readonly Replayed[],
  count: TokenCounter,
): TokenRow[] {
  return ours.map(({ title, outcomes }, at) => ({
    title,
    ours: tokensShown(outcomes, count),
    compared: tokensShown(compared[at]!.outcomes, count),
  }));
}

async function counter(): Promise<TokenCounter> {
  const count = await loadTokenCounter();
  if (count !== null) return count;
  throw new CommandError("--stats needs the tokenizer, which this build does not contain.");
}

function asText(
  { title, conversation, outcomes }: Replayed,
  paint: Paint,
  columns: number,
): string {
  const turnWidth = String(outcomes.length).length;
  const indent = " ".repeat(turnWidth + 4);
  const ids = outcomes.flatMap(({ shown }) => shown.map(({ id }) => id));
  const idWidth = Math.min(36, Math.max(0, ...ids.map(displayWidth)));
  const lines = [paint.bold(`Conversation ${title}`)];
  outcomes.forEach((outcome, at) => {
    const said = oneLine(messageText(conversation.turns[at]!.user.content));
    const { compaction } = conversation.turns[at]!;
    if (compaction) lines.push(paint.dim(`${indent}— the history before was summarised —`));
    lines.push(
      `  ${String(at + 1).padStart(turnWidth)}  ${cutDisplay(said, columns - turnWidth - 4)}`,
    );
    for (const hit of outcome.shown) {
      const figure = hit.confidence === null
        ? hit.score.toFixed(3).padStart(7)
        : `${Math.round(hit.confidence * 100)} %`.padStart(5);
      const why = cutDisplay(hit.why, columns - indent.length - idWidth - figure.length - 6);
      lines.push(
        `${indent}${paint.green("●")} ${
          paint.bold(padDisplay(cutDisplay(hit.id, idWidth), idWidth))
        }  ${figure}  ${paint.dim(why)}`,
      );
    }
    for (const { hit, reason } of outcome.withheld) {
      lines.push(`${indent}${paint.dim(`○ ${hit.id}: ${WITHHELD[reason]}`)}`);
    }
    if (outcome.silence !== null && outcome.withheld.length === 0) {
      lines.push(`${indent}${paint.dim(`silent: ${whySilent(outcome)}`)}`);
    }
  });
  return `${lines.join("\n")}\n`;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim() || "(no text)";
}

/**
 * One-shot shell hooks: one event of an agent on standard input, one answer on standard output.
 * Nothing is remembered between two calls, so everything comes from the history in the event.
 *
 * - Hermes `pre_llm_call` (contract §4, §11): `{"context": …}`, or `{}` where nothing fits.
 * - Claude Code `UserPromptSubmit`: `{"hookSpecificOutput": …}`, or nothing at all.
 */
import { isDisabled, readSettings } from "../config/mod.ts";
import type { LoadTool } from "../inject/mod.ts";
import { readTranscript } from "./claude_transcript.ts";
import { earlierTurns, loadedPaths, shownLoads } from "./history.ts";
import { isObject, type Parameters } from "./protocol.ts";
import type { Retriever } from "./retriever.ts";
import { newSession, rememberHistory } from "./sessions.ts";
import { runTurn, type Turn } from "./turn.ts";

/** What a hook needs from the outside. */
export interface HookSurroundings {
  retriever: Retriever;
  /** Reads an environment variable. */
  environment: (name: string) => string | undefined;
  /** Home of a Hermes event. */
  hermesHome: string;
  /** Settings in the config of a Hermes home. */
  homeSettings: (home: string) => Record<string, unknown>;
  /** The user's own directory, in which Claude Code keeps its skills. */
  userHome: string | null;
  /** Directories given on the command line; they replace the roots of the agent. */
  roots: readonly string[];
  /** Text of the transcript an event names, or null where it cannot be read. */
  readTranscript: (path: string) => string | null;
}

/** What to print, and what to say beside it. */
export interface HookAnswer {
  /** Text for standard output; may be empty. */
  output: string;
  warnings: string[];
}

/** The input of a hook cannot be used; the message says what was expected. */
export class HookInputError extends Error {
  override readonly name = "HookInputError";
}

/** An event in terms of a turn. */
interface HookTurn {
  turn: Turn;
  platform: string | null;
  loaded: string[];
  shown: string[] | null;
  /** Settings of the agent's config. */
  config: Record<string, unknown>;
  /** The answer to print for a block, or for silence. */
  answer: (context: string | null) => string;
}

/**
 * Answers one event.
 * @throws {HookInputError} when the input is no event
 */
export async function answerHook(
  input: string,
  surroundings: HookSurroundings,
): Promise<HookAnswer> {
  const event = readEvent(input);
  const hook = event.hook_event_name === "UserPromptSubmit"
    ? claudeTurn(event, surroundings)
    : hermesTurn(event, surroundings);
  if (hook === null) return { output: "{}\n", warnings: [] };
  if (isDisabled(surroundings.environment)) return { output: hook.answer(null), warnings: [] };
  const { settings, warnings } = readSettings({
    environment: surroundings.environment,
    config: hook.config,
  });
  const session = newSession();
  session.platform = hook.platform;
  rememberHistory(session, hook.loaded, hook.shown);
  const outcome = await runTurn(hook.turn, session, settings, surroundings.retriever);
  return { output: hook.answer(outcome.context), warnings: [...warnings, ...outcome.warnings] };
}

function readEvent(input: string): Parameters {
  let event: unknown;
  try {
    event = JSON.parse(input);
  } catch {
    throw new HookInputError("standard input must hold one JSON object, the event of the agent");
  }
  if (!isObject(event) || typeof event.hook_event_name !== "string") {
    throw new HookInputError(
      'the event must be a JSON object with "hook_event_name", e.g. "pre_llm_call"',
    );
  }
  return event;
}

/** Null for events in which nothing can be said. */
function hermesTurn(event: Parameters, surroundings: HookSurroundings): HookTurn | null {
  if (event.hook_event_name !== "pre_llm_call") return null;
  const extra = isObject(event.extra) ? event.extra : {};
  const history = Array.isArray(extra.conversation_history) ? extra.conversation_history : [];
  return {
    turn: {
      ...commonTurn(event, surroundings, "skill_view"),
      home: surroundings.hermesHome,
      ...(surroundings.roots.length === 0 ? {} : { roots: surroundings.roots }),
      message: extra.user_message,
      earlier: earlierTurns(history, extra.user_message),
      isFirstTurn: extra.is_first_turn === true,
    },
    platform: textOrNull(extra.platform),
    loaded: loadedPaths(history),
    shown: shownLoads(history),
    config: surroundings.homeSettings(surroundings.hermesHome),
    answer: (context) => `${JSON.stringify(context === null ? {} : { context })}\n`,
  };
}

function claudeTurn(event: Parameters, surroundings: HookSurroundings): HookTurn {
  const path = textOrNull(event.transcript_path);
  const transcript = readTranscript((path && surroundings.readTranscript(path)) ?? "");
  const earlier = transcript.userTurns.map((content) => ({ role: "user", content }));
  const cwd = textOrNull(event.cwd);
  const bases = [surroundings.userHome, cwd].filter((base) => base !== null);
  return {
    turn: {
      ...commonTurn(event, surroundings, "Skill"),
      home: `${surroundings.userHome ?? cwd ?? ""}/.claude`,
      roots: surroundings.roots.length > 0
        ? surroundings.roots
        : [...new Set(bases.map((base) => `${base}/.claude/skills`))],
      message: event.prompt,
      earlier: earlierTurns(earlier, event.prompt),
      isFirstTurn: earlier.length === 0,
    },
    platform: null,
    loaded: transcript.loaded,
    shown: transcript.shown,
    config: {},
    answer: (context) =>
      context === null ? "" : `${
        JSON.stringify({
          hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: context },
        })
      }\n`,
  };
}

function commonTurn(
  event: Parameters,
  surroundings: HookSurroundings,
  tool: LoadTool,
): Pick<Turn, "cwd" | "sessionId" | "seesRequests" | "tool"> {
  return {
    // The agent's terminal directory wins over that of its process (contract §5.3).
    cwd: textOrNull(surroundings.environment("TERMINAL_CWD")) ?? textOrNull(event.cwd),
    sessionId: textOrNull(event.session_id) ?? "",
    seesRequests: false,
    tool,
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

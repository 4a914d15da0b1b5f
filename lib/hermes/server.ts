/**
 * The hook server: answers the methods of DESIGN §6, one JSON-RPC line at a time. It holds what is
 * remembered of homes and sessions and reads no file; ranking goes through the `Retriever`.
 */
import { compactOptions, compactText, parseChangeNote } from "../compact/mod.ts";
import { isDisabled, readSettings, type Settings } from "../config/mod.ts";
import { LeastRecentlyUsed } from "../rank/mod.ts";
import { residentBytes } from "../runtime/mod.ts";
import { earlierTurns, loadedPaths, shownLoads, skillViewResult } from "./history.ts";
import {
  errorLine,
  isObject,
  optionalText,
  optionalTexts,
  type Parameters,
  ProtocolError,
  readMessage,
  requiredText,
  resultLine,
} from "./protocol.ts";
import type { Retriever } from "./retriever.ts";
import {
  rememberBlock,
  rememberHistory,
  rememberLoad,
  type Session,
  SessionStore,
} from "./sessions.ts";
import { rememberTurn, runTurn } from "./turn.ts";

/** Version of the protocol. */
export const PROTOCOL_VERSION = 1;

/** How long the shim waits for an answer, in milliseconds (DESIGN §6). */
export function deadlinesMs(settings: Settings): { pre_llm_call: number; llm_request: number } {
  return { pre_llm_call: settings.rerank === "off" ? 1_000 : 3_300, llm_request: 250 };
}

/** Homes whose settings are kept. */
const MAX_HOMES = 64;

/** Warnings that are remembered as given. */
const MAX_WARNINGS = 256;

/** Levels of log lines, named as Python's `logging` names them. */
export type LogLevel = "DEBUG" | "INFO" | "WARNING" | "ERROR";

/** What the server needs from the outside. */
export interface HookServerOptions {
  retriever: Retriever;
  /** Version of the program. */
  version: string;
  /** Reads an environment variable. */
  environment: (name: string) => string | undefined;
  /** Settings in the config of a home, for callers that do not send them. */
  homeSettings: (home: string) => Record<string, unknown>;
  /** Monotonic clock in milliseconds. */
  now: () => number;
  /** Takes one line for the log. */
  log: (level: LogLevel, message: string) => void;
  /** Called after the answer to `shutdown` was made. */
  onShutdown: () => void;
}

type Method = (parameters: Parameters) => unknown;

/** Serves many homes and sessions. */
export class HookServer {
  readonly #options: HookServerOptions;
  readonly #sessions: SessionStore;
  readonly #homes = new LeastRecentlyUsed<string, Settings>(MAX_HOMES);
  readonly #warned = new LeastRecentlyUsed<string, true>(MAX_WARNINGS);
  readonly #startedMs: number;
  #newestHome: string | null = null;
  #requests = 0;
  #errors = 0;

  readonly #methods: Readonly<Record<string, Method>> = {
    initialize: (parameters) => this.#initialize(parameters),
    pre_llm_call: (parameters) => this.#preLlmCall(parameters),
    llm_request: (parameters) => this.#llmRequest(parameters),
    block_seen: (parameters) => this.#blockSeen(parameters),
    post_tool_call: (parameters) => this.#postToolCall(parameters),
    on_skill_lifecycle: (parameters) => this.#onSkillLifecycle(parameters),
    on_session_finalize: (parameters) => this.#forget(parameters, ["session_id"]),
    on_session_reset: (parameters) => this.#forget(parameters, ["session_id", "old_session_id"]),
    // A sub-agent starts with a memory of its own, even if its id was used before.
    subagent_start: (parameters) => this.#forget(parameters, ["child_session_id"]),
    ping: () => ({}),
    stats: () => this.#stats(),
    shutdown: () => {
      this.#options.onShutdown();
      return {};
    },
  };

  constructor(options: HookServerOptions) {
    this.#options = options;
    this.#sessions = new SessionStore(options.now);
    this.#startedMs = options.now();
  }

  /**
   * Answers one line. Never rejects.
   * @returns the answer without line end, or null where none is due
   */
  async handle(line: string): Promise<string | null> {
    if (line.trim() === "") return null;
    const message = readMessage(line);
    switch (message.kind) {
      case "invalid":
        this.#errors++;
        return errorLine(message.id, message.error);
      case "ignored":
        this.#options.log("DEBUG", message.problem);
        return null;
      case "notification":
        await this.#call(message.method, message.parameters).catch((error: unknown) =>
          this.#options.log("DEBUG", `${message.method}: ${sentence(error)}`)
        );
        return null;
      case "request":
        this.#requests++;
        try {
          return resultLine(message.id, await this.#call(message.method, message.parameters));
        } catch (error) {
          this.#errors++;
          return errorLine(message.id, this.#asProtocolError(message.method, error));
        }
    }
  }

  // Not `async` around the look-up alone: what a notification changes must be in place before the
  // next line is handled, so the method itself runs before anything is awaited.
  // deno-lint-ignore require-await
  async #call(name: string, parameters: Parameters): Promise<unknown> {
    if (!Object.hasOwn(this.#methods, name)) {
      throw new ProtocolError("unknownMethod", `there is no method ${JSON.stringify(name)}`);
    }
    return this.#methods[name]!(parameters);
  }

  #asProtocolError(method: string, error: unknown): ProtocolError {
    if (error instanceof ProtocolError) return error;
    this.#options.log("ERROR", `${method} failed: ${sentence(error)}`);
    return new ProtocolError("internal", `${method} failed: ${sentence(error)}`);
  }

  #initialize(parameters: Parameters): unknown {
    const home = requiredText(parameters, "home");
    const { protocol, settings } = parameters;
    if (protocol !== undefined && protocol !== PROTOCOL_VERSION) {
      throw new ProtocolError(
        "invalidParameters",
        `protocol ${String(protocol)} is not spoken here, only ${PROTOCOL_VERSION}`,
      );
    }
    const inForce = this.#readSettings(home, isObject(settings) ? settings : null);
    this.#options.retriever.prepare?.(home, optionalText(parameters, "cwd"), inForce);
    return {
      name: "skill-retrieval",
      version: this.#options.version,
      protocol: PROTOCOL_VERSION,
      deadlines_ms: deadlinesMs(inForce),
    };
  }

  async #preLlmCall(parameters: Parameters): Promise<{ context: string } | null> {
    const receivedMs = this.#options.now();
    const home = requiredText(parameters, "home");
    const sessionId = optionalText(parameters, "session_id") ?? "";
    if (isDisabled(this.#options.environment)) return null;
    const settings = this.#settingsOf(home);
    const session = this.#openSession(home, sessionId, parameters);
    const history = Array.isArray(parameters.conversation_history)
      ? parameters.conversation_history as unknown[]
      : null;
    const isFirstTurn = parameters.is_first_turn === true;
    // Sessions without an id cannot be told apart, but one that begins was shown nothing yet.
    if (sessionId === "" && isFirstTurn) session.shown.clear();
    // Lists that are sent count; a history alone gets them computed from it.
    rememberHistory(
      session,
      optionalTexts(parameters, "loaded") ?? (history === null ? null : loadedPaths(history)),
      parameters.shown === undefined && history !== null
        ? shownLoads(history)
        : optionalTexts(parameters, "shown"),
    );
    const outcome = await runTurn(
      {
        home,
        cwd: optionalText(parameters, "cwd"),
        sessionId,
        message: parameters.user_message,
        earlier: earlierTurns(history ?? [], parameters.user_message),
        isFirstTurn,
        seesRequests: true,
        tool: "skill_view",
      },
      session,
      settings,
      this.#options.retriever,
    );
    for (const line of outcome.warnings) this.#options.log("WARNING", line);
    for (const line of outcome.log) this.#options.log("INFO", line);
    if (this.#options.now() - receivedMs > deadlinesMs(settings).pre_llm_call) {
      this.#options.log("DEBUG", `turn of session ${sessionId} took too long to be of use`);
      return null;
    }
    rememberTurn(session, outcome);
    return outcome.context === null ? null : { context: outcome.context };
  }

  #llmRequest(parameters: Parameters): { text: string; names: readonly string[] } | null {
    const home = requiredText(parameters, "home");
    const text = optionalText(parameters, "text");
    if (text === null) throw new ProtocolError("invalidParameters", "text is required");
    const isOtherCaller = (parameters.purpose ?? null) !== null;
    if (isOtherCaller || isDisabled(this.#options.environment)) return null;
    const settings = this.#settingsOf(home);
    const compaction = compactText(text, compactOptions(settings));
    if (compaction.names === null) {
      this.#warnOnce(compaction.changed ? null : compaction.problem);
      return null;
    }
    this.#seeBlock(home, parameters, compaction.names);
    if (compaction.changed && settings.compact) {
      return { text: compaction.text, names: compaction.names };
    }
    if (!compaction.changed) this.#warnOnce(compaction.problem);
    return { text, names: compaction.names };
  }

  #blockSeen(parameters: Parameters): void {
    const names = optionalTexts(parameters, "names");
    if (names === null) throw new ProtocolError("invalidParameters", "names is required");
    this.#seeBlock(this.#homeOf(parameters), parameters, names);
  }

  #seeBlock(home: string, parameters: Parameters, names: readonly string[]): void {
    const note = optionalText(parameters, "note");
    rememberBlock(
      this.#sessions.open(home, optionalText(parameters, "session_id") ?? ""),
      {
        names,
        note: note === null ? null : parseChangeNote(note),
        platform: optionalText(parameters, "platform") || null,
        tools: optionalTexts(parameters, "tools"),
      },
      this.#options.now(),
    );
  }

  #postToolCall(parameters: Parameters): void {
    const { tool_name: tool, args, result } = parameters;
    if (tool !== "skill_view" || typeof result !== "string") return;
    const { path, refused } = skillViewResult(result);
    const called = isObject(args) ? args : {};
    // A refusal of a *file* of a skill says nothing about the skill.
    const failedName = refused && (called.file_path ?? "") === "" && typeof called.name === "string"
      ? called.name
      : null;
    rememberLoad(
      this.#sessions.open(
        this.#homeOf(parameters),
        optionalText(parameters, "session_id") ?? "",
      ),
      { path, failedName },
    );
  }

  /** SR-53: every action except `loaded` makes the indexes stale, unknown ones included. */
  #onSkillLifecycle(parameters: Parameters): void {
    const action = optionalText(parameters, "action") ?? "";
    if (action !== "loaded") {
      this.#options.retriever.lifecycle(this.#homeOf(parameters), action);
    }
  }

  #forget(parameters: Parameters, names: readonly string[]): void {
    const home = this.#homeOf(parameters);
    for (const name of names) {
      const sessionId = optionalText(parameters, name);
      if (sessionId !== null) this.#sessions.forget(home, sessionId);
    }
  }

  #stats(): unknown {
    return {
      uptime_ms: Math.round(this.#options.now() - this.#startedMs),
      requests: this.#requests,
      errors: this.#errors,
      sessions: this.#sessions.size,
      homes: this.#homes.size,
      resident_bytes: residentBytes(),
    };
  }

  #openSession(home: string, sessionId: string, parameters: Parameters): Session {
    const session = this.#sessions.open(home, sessionId);
    // The platform captured with the block wins over the one of the turn (SR-30).
    session.platform ??= optionalText(parameters, "platform") || null;
    return session;
  }

  #settingsOf(home: string): Settings {
    return this.#homes.get(home) ?? this.#readSettings(home, null);
  }

  #readSettings(home: string, config: Record<string, unknown> | null): Settings {
    const { settings, warnings } = readSettings({
      environment: this.#options.environment,
      config: config ?? this.#options.homeSettings(home),
    });
    for (const warning of warnings) this.#warnOnce(warning);
    this.#homes.set(home, settings);
    this.#newestHome = home;
    return settings;
  }

  /** The home of a notification; hosts' own fields do not name it, so the newest one is meant. */
  #homeOf(parameters: Parameters): string {
    const home = optionalText(parameters, "home") ?? this.#newestHome;
    if (home === null) throw new ProtocolError("invalidParameters", "home is required");
    return home;
  }

  #warnOnce(warning: string | null): void {
    if (warning === null || this.#warned.has(warning)) return;
    this.#warned.set(warning, true);
    this.#options.log("WARNING", warning);
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

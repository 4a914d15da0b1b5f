/**
 * What is remembered of each session: which skills it can see, what it was shown and has loaded.
 * Plain data in a bounded store; nothing of it outlives the process, since the conversation's own
 * history says it again (DESIGN §6).
 */
import type { SessionFacts } from "../catalog/mod.ts";
import { type ChangeNote, visibleNames } from "../compact/mod.ts";
import { AUTOLOAD_HEAD, type Showing, shownLabel } from "../inject/mod.ts";
import { LeastRecentlyUsed } from "../rank/mod.ts";

/** Sessions kept (SR-70). */
const MAX_SESSIONS = 256;
/** What an anonymous session said is void after this time (SR-71): the next may be another's. */
const ANONYMOUS_LIFE_MS = 30_000;
/** Failed loads kept per session. */
const MAX_FAILED = 64;

/** One session's memory. */
export interface Session {
  /** Names of the block last seen, or null before any (SR-70). */
  blockNames: readonly string[] | null;
  /** The host's newest note that skills changed, or null. */
  changeNote: ChangeNote | null;
  /** Session platform, as first told with the block or a turn. */
  platform: string | null;
  /** Tool names of the newest request, with and without an `mcp_` prefix, or null. */
  tools: readonly string[] | null;
  /** `skill_view` result paths (or, of agents without paths, names) of loaded skills. */
  loaded: Set<string>;
  /** Skills whose text was handed over with a message, by the label of the skill. */
  autoloaded: Set<string>;
  /** Hints that stand in the conversation, by the label of the skill (`shownLabel`). */
  shown: Map<string, Showing>;
  /** Loads that `skill_view` refused. */
  failed: Set<string>;
  /** User turns seen. */
  turns: number;
  /** When the block was last seen, else when the session was opened; monotonic milliseconds. */
  seenMs: number;
}

/** A session about which nothing is known. */
export function newSession(nowMs = 0): Session {
  return {
    blockNames: null,
    changeNote: null,
    platform: null,
    tools: null,
    loaded: new Set(),
    autoloaded: new Set(),
    shown: new Map(),
    failed: new Set(),
    turns: 0,
    seenMs: nowMs,
  };
}

/** What decides visibility in a session. Toolsets are never told by requests (DESIGN §6). */
export function factsOf(session: Session): SessionFacts {
  return {
    platform: session.platform,
    tools: session.tools,
    toolsets: null,
    names: session.blockNames === null
      ? null
      : visibleNames(bothReadings(session.blockNames), session.changeNote),
    failed: [...session.failed],
  };
}

/** What a request or a `block_seen` notification tells about a session. */
export interface BlockSighting {
  names: readonly string[];
  note: ChangeNote | null;
  /** Null where the request does not say. */
  platform: string | null;
  tools: readonly string[] | null;
}

/** Notes the block of a request; the latest wins (SR-70). */
export function rememberBlock(session: Session, sighting: BlockSighting, nowMs: number): void {
  session.seenMs = nowMs;
  session.blockNames = sighting.names;
  session.changeNote = sighting.note;
  if (sighting.platform !== null) session.platform = sighting.platform;
  if (sighting.tools !== null) session.tools = bothNames(sighting.tools);
}

/**
 * Takes over what the conversation's history proves. A list replaces what was remembered, since what
 * it no longer holds was removed by a compaction. Null leaves the memory as it is, unless a load is
 * gone from the other list: then a compaction removed the earlier hints too.
 * @param shown as `loadsShownIn` gives them
 */
export function rememberHistory(
  session: Session,
  loaded: readonly string[] | null,
  shown: readonly string[] | null,
): void {
  if (shown !== null) {
    const before = session.shown;
    const labels = shown.map((load) =>
      load.startsWith(AUTOLOAD_HEAD) ? shownLabel(load.slice(AUTOLOAD_HEAD.length)) : null
    );
    session.autoloaded = new Set(labels.filter((label) => label !== null));
    session.shown = new Map(
      shown.filter((_, at) => labels[at] === null).map(shownLabel).map((label) =>
        [label, before.get(label) ?? { turn: session.turns, away: 0 }] as const
      ),
    );
  }
  if (loaded !== null) {
    const paths = new Set(loaded.map(posixPath));
    if (shown === null && !session.loaded.isSubsetOf(paths)) {
      session.shown.clear();
      session.autoloaded.clear();
    }
    session.loaded = paths;
  }
}

/** Notes the outcome of a `skill_view` call. */
export function rememberLoad(
  session: Session,
  outcome: { path: string | null; failedName: string | null },
): void {
  if (outcome.path !== null) session.loaded.add(posixPath(outcome.path));
  if (outcome.failedName !== null) {
    session.failed.add(outcome.failedName);
    if (session.failed.size > MAX_FAILED) {
      session.failed.delete(session.failed.values().next().value!);
    }
  }
}

/** Sessions by home and session id; the least recently used go first. */
export class SessionStore {
  readonly #sessions = new LeastRecentlyUsed<string, Session>(MAX_SESSIONS);
  readonly #now: () => number;

  /** @param now monotonic clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Number of sessions remembered. */
  get size(): number {
    return this.#sessions.size;
  }

  /** The memory of a session, a fresh one if there is none. The id `""` is anonymous. */
  open(home: string, sessionId: string): Session {
    const key = keyOf(home, sessionId);
    const known = this.#sessions.get(key);
    const now = this.#now();
    if (known !== undefined && (sessionId !== "" || now - known.seenMs <= ANONYMOUS_LIFE_MS)) {
      return known;
    }
    const fresh = newSession(now);
    this.#sessions.set(key, fresh);
    return fresh;
  }

  /** Forgets a session. */
  forget(home: string, sessionId: string): void {
    this.#sessions.delete(keyOf(home, sessionId));
  }
}

function keyOf(home: string, sessionId: string): string {
  return `${home}\0${sessionId}`;
}

/**
 * With subscription sign-ins of one provider the host's own name is replaced in the whole prompt
 * (contract §3.2), in the names of skills too. A name that may have come about so is read both ways:
 * the rules on disk still hold for either.
 */
const RENAMINGS = [["claude-code", "hermes-agent"], ["Claude Code", "Hermes Agent"], [
  "Anthropic",
  "Nous Research",
]] as const;

function bothReadings(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const original = RENAMINGS.reduce((text, [now, before]) => text.replaceAll(now, before), name);
    return original === name ? name : [name, original];
  });
}

function posixPath(path: string): string {
  return path.replaceAll("\\", "/");
}

/**
 * Some providers' tool names gain an `mcp_` or `mcp__` prefix on the way (contract §3.2), while a real
 * MCP tool has it from the start: both readings count as present.
 */
function bothNames(tools: readonly string[]): string[] {
  return [...new Set(tools.flatMap((name) => [name, name.replace(/^mcp__?/, "")]))];
}

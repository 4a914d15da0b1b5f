import { test } from "node:test";
import { assertEquals, assertNotEquals } from "@std/assert";
import {
  factsOf,
  newSession,
  rememberBlock,
  rememberHistory,
  rememberLoad,
  rememberTurn,
  SessionStore,
  type TurnOutcome,
} from "../../lib/hermes/mod.ts";
import { hit } from "./fakes.ts";

/** What came of a turn in which some skills fitted and some were shown. */
function outcome(fitting: string[], shown = fitting): TurnOutcome {
  return {
    context: null,
    silence: null,
    shown: shown.map((load) => hit(`a/${load}`)),
    autoloaded: null,
    withheld: [],
    ranking: {
      preset: "default",
      results: fitting.map((load) => hit(`a/${load}`)),
      decision: "inject",
      confidence: 1,
      injected: fitting.map((load) => `a/${load}`),
      layers: [],
      degraded: [],
      elapsedMs: 0,
    },
    warnings: [],
    log: [],
  };
}

test("SessionStore keeps 256 sessions, the least recently used go first (SR-70)", () => {
  const store = new SessionStore(() => 0);
  const first = store.open("/h", "0");
  const second = store.open("/h", "1");
  for (let number = 2; number < 256; number++) store.open("/h", String(number));
  assertEquals(store.open("/h", "0"), first);
  store.open("/h", "one more");
  assertEquals(store.size, 256);
  assertEquals(store.open("/h", "0") === first, true);
  assertEquals(store.open("/h", "1") === second, false);
});

test("SessionStore tells homes and sessions apart", () => {
  const store = new SessionStore(() => 0);
  assertEquals(store.open("/a", "s") === store.open("/b", "s"), false);
  assertEquals(store.open("/a", "s") === store.open("/a", "s"), true);
  assertEquals(store.open("/a", "s") === store.open("/a", ""), false);
});

test("factsOf() knows nothing of a new session", () => {
  assertEquals(factsOf(newSession()), {
    platform: null,
    tools: null,
    toolsets: null,
    names: null,
    failed: [],
  });
});

test("rememberBlock() takes the latest block and keeps a platform that is not told again", () => {
  const session = newSession();
  rememberBlock(session, { names: ["a"], note: null, platform: "cli", tools: ["x"] }, 1);
  rememberBlock(session, { names: ["b"], note: null, platform: null, tools: null }, 2);
  assertEquals(factsOf(session).names, ["b"]);
  assertEquals([session.platform, session.tools, session.seenMs], ["cli", ["x"], 2]);
});

test("rememberHistory() lets lists replace the memory and null leave it", () => {
  const session = newSession();
  rememberTurn(session, outcome(["a", "b"]));
  rememberTurn(session, outcome([]));
  rememberLoad(session, { path: "c\\a\\SKILL.md", failedName: null });
  rememberHistory(session, null, null);
  assertEquals([...session.shown], [["a", { turn: 1, away: 0 }], ["b", { turn: 1, away: 0 }]]);
  assertEquals([...session.loaded], ["c/a/SKILL.md"]);
  // The block with `a` fell to a compaction; `x: y` was shown by an earlier process.
  rememberHistory(session, [], ["b", "x: y"]);
  assertEquals([...session.shown], [["b", { turn: 1, away: 0 }], ["x", { turn: 2, away: 0 }]]);
  assertEquals(session.loaded.size, 0);
});

test("rememberHistory() takes a load that is gone for a compaction where hints are not kept", () => {
  const session = newSession();
  rememberTurn(session, outcome(["a"]));
  rememberHistory(session, ["c/a/SKILL.md"], null);
  assertEquals(session.shown.size, 1);
  rememberHistory(session, ["c/a/SKILL.md", "c/b/SKILL.md"], null);
  assertEquals(session.shown.size, 1);
  rememberHistory(session, ["c/b/SKILL.md"], null);
  assertEquals(session.shown.size, 0);
});

test("rememberTurn() counts the turns in which a shown skill did not fit and others did", () => {
  const session = newSession();
  rememberTurn(session, outcome(["a"]));
  rememberTurn(session, { ...outcome([]), ranking: null });
  rememberTurn(session, outcome([]));
  assertEquals(session.shown.get("a"), { turn: 1, away: 0 });
  rememberTurn(session, outcome(["b"]));
  assertEquals(session.shown.get("a"), { turn: 1, away: 1 });
  rememberTurn(session, outcome(["a", "b"], []));
  assertEquals(session.shown.get("a"), { turn: 1, away: 0 });
});

test("factsOf() reads names both ways where a provider may have renamed them (contract §3.2)", () => {
  const session = newSession();
  const names = ["claude-code", "my-claude-code", "plot"];
  rememberBlock(session, { names, note: null, platform: null, tools: null }, 0);
  assertEquals(factsOf(session).names, [
    "claude-code",
    "hermes-agent",
    "my-claude-code",
    "my-hermes-agent",
    "plot",
  ]);
});

test("rememberLoad() bounds the refused names", () => {
  const session = newSession();
  for (let number = 0; number < 70; number++) {
    rememberLoad(session, { path: null, failedName: `s${number}` });
  }
  assertEquals(session.failed.size, 64);
  assertEquals(session.failed.has("s5"), false);
  assertEquals(session.failed.has("s69"), true);
});

test("SessionStore.forget() drops one session", () => {
  const store = new SessionStore(() => 0);
  const session = store.open("/h", "s");
  session.platform = "cli";
  store.forget("/h", "s");
  assertNotEquals(store.open("/h", "s"), session);
});

import { test } from "node:test";
import { assertEquals, assertNotEquals } from "@std/assert";
import {
  factsOf,
  newSession,
  rememberBlock,
  rememberHistory,
  rememberLoad,
  rememberShown,
  SessionStore,
} from "../../lib/hermes/mod.ts";

const SILENT = { context: null, shown: [], warnings: [], log: [] };

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
  rememberShown(session, { ...SILENT, shown: ["a", "b"] });
  rememberShown(session, SILENT);
  rememberLoad(session, { path: "c\\a\\SKILL.md", failedName: null });
  rememberHistory(session, null, null);
  assertEquals([...session.shown], [["a", 1], ["b", 1]]);
  assertEquals([...session.loaded], ["c/a/SKILL.md"]);
  // The block with `a` fell to a compaction; `x` was shown by an earlier process.
  rememberHistory(session, [], ["b", "x"]);
  assertEquals([...session.shown], [["b", 1], ["x", 2]]);
  assertEquals(session.loaded.size, 0);
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

import { test } from "node:test";
import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  type Conversation,
  ConversationError,
  historyRows,
  loadedPaths,
  messageText,
  readConversations,
  shownLoads,
  userRow,
} from "../../lib/hermes/mod.ts";

const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");

test("readConversations() reads whole conversations, each a session of its own", () => {
  const [first, second] = readConversations(lines(
    { id: "a", turns: [{ user: "hi", assistant: "hello" }, { user: "bye", compaction: true }] },
    { turns: [{ user: [{ type: "text", text: "look" }], loaded: ["c/x"] }] },
  ));
  assertEquals(first, {
    id: "a",
    turns: [
      {
        user: { role: "user", content: "hi" },
        rows: [{ role: "assistant", content: "hello" }],
        compaction: false,
      },
      { user: { role: "user", content: "bye" }, rows: [], compaction: true },
    ],
  });
  assertEquals(second!.id, null);
  assertEquals(loadedPaths(second!.turns[0]!.rows), ["c/x/SKILL.md"]);
});

test("readConversations() reads turns and messages on lines of their own as one conversation", () => {
  const view = { role: "tool", name: "skill_view", content: '{"path":"c/y/SKILL.md"}' };
  const [only, ...others] = readConversations(`${
    lines(
      { role: "system", content: "You are …" },
      { role: "user", content: "one", api_content: "one\n\nSkills that may fit (load with …" },
      view,
      { role: "assistant", content: "done" },
      { user: "two", loaded: ["c/z"] },
    )
  }\n\n`);
  assertEquals(others, []);
  assertEquals(only!.turns.map(({ user }) => user.content), ["one", "two"]);
  assertEquals(only!.turns[0]!.rows, [view, { role: "assistant", content: "done" }]);
  assertEquals(only!.turns.flatMap(({ rows }) => loadedPaths(rows)), [
    "c/y/SKILL.md",
    "c/z/SKILL.md",
  ]);
});

test("readConversations() names the line that it cannot read", () => {
  for (
    const [text, problem] of [
      ["{", "line 1 is not valid JSON"],
      ["\n[1]", "line 2 is no JSON object"],
      ['{"user":"a"}\n{"text":"b"}', "line 2: expected a turn"],
      ['{"turns":[{"user":"a"},7]}', "line 1: expected a turn"],
    ] as const
  ) assertThrows(() => readConversations(text), ConversationError, problem);
});

test("readConversations() reads any JSON lines or says why not", () => {
  fc.assert(fc.property(fc.array(fc.jsonValue()), (rows) => {
    try {
      readConversations(lines(...rows));
    } catch (error) {
      if (!(error instanceof ConversationError)) throw error;
    }
  }));
});

test("historyRows() keeps what a compaction left", () => {
  const [{ turns }] = readConversations(lines(
    { user: "one", assistant: "1" },
    { user: "two", assistant: "2", compaction: true },
    { user: "three" },
  )) as [Conversation];
  assertEquals(historyRows(turns).map(({ content }) => content), ["two", "2", "three"]);
  assertEquals(historyRows(turns.slice(0, 1)).map(({ content }) => content), ["one", "1"]);
});

test("userRow() keeps what was said as the host does: beside a string, inside parts", () => {
  const block = "Skills that may fit (load with …):\n- plot: Charts.";
  assertEquals(shownLoads([userRow("hi", block)]), ["plot"]);
  assertEquals(userRow("hi", null), { role: "user", content: "hi" });
  const row = userRow([{ type: "text", text: "hi" }], block);
  assertEquals(messageText(row.content), `hi ${block}`);
});

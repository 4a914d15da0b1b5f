import { test } from "node:test";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fixture, hit } from "./fakes.ts";

const PROMPT = `You are an agent.

<available_skills>
  tools: All of them
    - plot: Make charts
    - mail: Send mail
</available_skills>

Go on.`;

const skills = [hit("tools/plot", "Make charts."), hit("tools/mail", "Send mail.")];

function turn(fields: Record<string, unknown> = {}) {
  return {
    home: "/h",
    session_id: "s",
    user_message: "plot it",
    is_first_turn: true,
    platform: "cli",
    ...fields,
  };
}

const PLOT_BLOCK = `## Retrieved Skills (top-K relevant to your query)
Load any of these with skill_view(name) if relevant:

- **plot** (tools/plot): Make charts.`;

test("HookServer.initialize tells name, version, protocol and deadlines", async () => {
  const { call } = fixture([]);
  assertEquals(await call("initialize", { client: "test", protocol: 1, home: "/h" }), {
    name: "skill-retrieval",
    version: "1.2.3",
    protocol: 1,
    deadlines_ms: { pre_llm_call: 1_000, llm_request: 250 },
  });
});

test("HookServer.initialize warns once of a setting with a bad value (SR-1)", async () => {
  const { call, log } = fixture([]);
  for (const home of ["/a", "/b"]) {
    await call("initialize", { home, settings: { top_k: "many" } });
  }
  assertEquals(log, [
    'WARNING settings.top_k="many" is not a whole number; using the default: 6 in preset bm25, else 12',
  ]);
});

test("HookServer.pre_llm_call returns the block of what fits, or null (SR-A097, SR-A100)", async () => {
  const { call, log, retriever } = fixture(skills);
  assertEquals(await call("pre_llm_call", turn({ cwd: "/w" })), { context: PLOT_BLOCK });
  assertEquals(await call("pre_llm_call", turn({ user_message: "sing" })), null);
  assertEquals(log, ["INFO ranked plot it", "INFO ranked sing"]);
  assertEquals([retriever.requests[0]?.home, retriever.requests[0]?.cwd], ["/h", "/w"]);
  assertEquals(await fixture([]).call("pre_llm_call", turn()), null);
});

test("HookServer.pre_llm_call joins text parts and drops host messages (SR-10, EE-70)", async () => {
  const { call, retriever } = fixture(skills);
  const image = { type: "image_url", image_url: { url: "data:," } };
  await call(
    "pre_llm_call",
    turn({ user_message: [{ type: "text", text: "plot" }, image, "now"] }),
  );
  assertEquals(retriever.requests[0]?.text, "plot now");
  for (
    const message of [
      "[System: plot was added]",
      "[ASYNC DELEGATION plot]",
      "Review the conversation above and plot",
      '[Replying to "plot"]',
      "  ",
      [image],
      null,
    ]
  ) assertEquals(await call("pre_llm_call", turn({ user_message: message })), null);
  assertEquals(retriever.requests.length, 1);
});

test("HookServer.pre_llm_call hands over earlier user turns, oldest first", async () => {
  const { call, retriever } = fixture(skills);
  await call(
    "pre_llm_call",
    turn({
      conversation_history: [
        { role: "user", content: "first" },
        { role: "assistant", content: "answer" },
        { role: "user", content: [{ type: "text", text: "second" }] },
        { role: "user", content: "plot it" },
      ],
    }),
  );
  assertEquals(retriever.requests[0]?.earlier, ["first", "second"]);
});

test("HookServer obeys each disable switch (DESIGN §5)", async () => {
  for (
    const name of [
      "SKILL_RETRIEVAL_DISABLE",
      "HERMES_DISABLE_SKILL_RETRIEVAL",
      "SKILL_RETRIEVER_DISABLE",
    ]
  ) {
    const { call } = fixture(skills, { [name]: "yes" });
    assertEquals(await call("pre_llm_call", turn()), null);
    assertEquals(await call("llm_request", { home: "/h", text: PROMPT }), null);
  }
});

test("HookServer.llm_request rewrites the block and captures its names (SR-A081)", async () => {
  const { call, retriever } = fixture(skills);
  const result = await call("llm_request", {
    home: "/h",
    session_id: "s",
    platform: "cli",
    tools: ["mcp__a_b", "terminal"],
    text: PROMPT,
  }) as { text: string; names: string[] };
  assertEquals(result.names, ["plot", "mail"]);
  assertStringIncludes(result.text, "  tools:\n    - plot\n    - mail\n</available_skills>");
  await call("pre_llm_call", turn({ is_first_turn: false, platform: "telegram" }));
  assertEquals(retriever.requests[0]?.session, {
    platform: "cli",
    tools: ["mcp__a_b", "a_b", "terminal"],
    toolsets: null,
    names: ["plot", "mail"],
    failed: [],
  });
});

test("HookServer.llm_request returns null without a block or for another caller (SR-A078)", async () => {
  const { call } = fixture(skills);
  assertEquals(await call("llm_request", { home: "/h", text: "hello" }), null);
  const purpose = "context_prefix_request";
  assertEquals(await call("llm_request", { home: "/h", text: PROMPT, purpose }), null);
});

test("HookServer.llm_request changes nothing twice and captures the names (SR-A080)", async () => {
  const { call } = fixture(skills);
  const once = await call("llm_request", { home: "/h", text: PROMPT }) as { text: string };
  const twice = await call("llm_request", { home: "/h", text: once.text });
  assertEquals(twice, once);
});

test("HookServer.llm_request with compaction off captures names and keeps the text (SR-A074)", async () => {
  const { call, retriever } = fixture(skills, { SKILL_RETRIEVAL_COMPACT: "off" });
  assertEquals(await call("llm_request", { home: "/h", session_id: "s", text: PROMPT }), {
    text: PROMPT,
    names: ["plot", "mail"],
  });
  await call("pre_llm_call", turn());
  assertEquals(retriever.requests[0]?.session.names, ["plot", "mail"]);
});

test("HookServer reads SKILL_RETRIEVAL_COMPACT as on unless it says off (SR-3, SR-A073)", async () => {
  const rewrites = async (value: string | undefined) => {
    const { call } = fixture(skills, value === undefined ? {} : { SKILL_RETRIEVAL_COMPACT: value });
    const result = await call("llm_request", { home: "/h", text: PROMPT }) as { text: string };
    return result.text !== PROMPT;
  };
  for (const on of [undefined, "", "1", "true", "YES", " on ", "nonsense"]) {
    assertEquals(await rewrites(on), true, on);
  }
  for (const off of ["0", "false", "No", " off "]) assertEquals(await rewrites(off), false, off);
});

test("HookServer.llm_request leaves a block it does not understand, with one warning", async () => {
  const { call, log } = fixture(skills);
  const text = "<available_skills>\nstray: line\n    - a: b\n</available_skills>";
  for (let round = 0; round < 2; round++) await call("llm_request", { home: "/h", text });
  assertEquals(log.length, 1);
  assertStringIncludes(log[0]!, "WARNING line 2 of the <available_skills> block");
});

test("HookServer filters by the names of the session's own block alone (SR-72, SR-110)", async () => {
  const { call, notify } = fixture(skills);
  await notify("block_seen", { home: "/h", session_id: "s", names: ["mail"] });
  await notify("block_seen", { home: "/h", session_id: "other", names: ["plot"] });
  await notify("block_seen", { home: "/elsewhere", session_id: "s", names: ["plot"] });
  assertEquals(await call("pre_llm_call", turn()), null);
  assertEquals(await call("pre_llm_call", turn({ session_id: "other" })), { context: PLOT_BLOCK });
});

test("HookServer adds and removes the names of the host's skills-change note", async () => {
  const { call, notify } = fixture(skills);
  const note =
    "[System: The skills available in this conversation changed after its system prompt was built.\n" +
    "Now available (load with skill_view(name) when relevant):\n    - plot: Make charts\n" +
    "No longer available: mail]";
  await notify("block_seen", { home: "/h", session_id: "s", names: ["mail"], note });
  assertEquals(await call("pre_llm_call", turn({ user_message: "mail it" })), null);
  assertEquals(await call("pre_llm_call", turn()), { context: PLOT_BLOCK });
});

test("HookServer injects for an uncaptured session on its first turn only (SR-A094, SR-A095)", async () => {
  const { call } = fixture(skills);
  const later = { is_first_turn: false };
  assertEquals(await call("pre_llm_call", turn()), { context: PLOT_BLOCK });
  assertEquals(await call("pre_llm_call", turn(later)), null);
  assertEquals(await call("pre_llm_call", turn({ session_id: "", ...later })), {
    context: PLOT_BLOCK,
  });
});

test("HookServer follows SKILL_RETRIEVAL_UNCAPTURED before a block was seen", async () => {
  const never = fixture(skills, { SKILL_RETRIEVAL_UNCAPTURED: "never" });
  assertEquals(await never.call("pre_llm_call", turn()), null);
  const allow = fixture(skills, { SKILL_RETRIEVAL_UNCAPTURED: "allow" });
  assertEquals(await allow.call("pre_llm_call", turn({ is_first_turn: false })), {
    context: PLOT_BLOCK,
  });
});

test("HookServer repeats what was shown and loaded in preset bm25", async () => {
  const { call } = fixture(skills);
  const loaded = ["tools/plot/SKILL.md"];
  for (let round = 0; round < 2; round++) {
    assertEquals(await call("pre_llm_call", turn({ loaded, shown: ["plot"] })), {
      context: PLOT_BLOCK,
    });
  }
});

test("HookServer voids an anonymous session's names after 30 seconds, a named one's never (SR-71)", async () => {
  const { call, notify, clock } = fixture(skills);
  for (const session_id of ["", "s"]) {
    await notify("block_seen", { home: "/h", session_id, names: ["mail"] });
  }
  clock.ms = 30_000;
  assertEquals(await call("pre_llm_call", turn({ session_id: "" })), null);
  clock.ms = 30_001;
  assertEquals(await call("pre_llm_call", turn({ session_id: "" })), { context: PLOT_BLOCK });
  clock.ms = 9_000_000;
  assertEquals(await call("pre_llm_call", turn()), null);
});

test("HookServer forgets a session that was finalized or reset, and a sub-agent's at its start", async () => {
  const { call, notify } = fixture(skills);
  const see = (session_id: string) =>
    notify("block_seen", { home: "/h", session_id, names: ["mail"] });
  await see("s");
  await notify("on_session_finalize", { home: "/h", session_id: "s", reason: "shutdown" });
  assertEquals(await call("pre_llm_call", turn()), { context: PLOT_BLOCK });
  await see("s");
  await notify("on_session_reset", { home: "/h", session_id: "new", old_session_id: "s" });
  assertEquals(await call("pre_llm_call", turn()), { context: PLOT_BLOCK });
  await see("s");
  await notify("subagent_start", { home: "/h", parent_session_id: "p", child_session_id: "s" });
  assertEquals(await call("pre_llm_call", turn()), { context: PLOT_BLOCK });
  await notify("on_session_finalize", { home: "/h", session_id: null });
});

test("HookServer.post_tool_call remembers loads that skill_view refused", async () => {
  const { call, notify, retriever } = fixture(skills);
  const failed = (args: unknown, result: unknown, tool_name = "skill_view") =>
    notify("post_tool_call", { home: "/h", session_id: "s", tool_name, args, result });
  await failed({ name: "gone" }, '{"success": false, "error": "not found"}');
  await failed({ name: "plot", file_path: "x.md" }, '{"success": false}');
  await failed({ name: "plot" }, '{"success": false}', "skill_manage");
  await failed({ name: "plot" }, "no JSON");
  await failed(null, '{"success": false}');
  await call("pre_llm_call", turn());
  assertEquals(retriever.requests[0]?.session.failed, ["gone"]);
});

test("HookServer.on_skill_lifecycle drops indexes on every action but loaded (SR-53, SR-A064, SR-A065)", async () => {
  const { call, notify, retriever } = fixture(skills);
  await call("initialize", { home: "/h" });
  for (const action of ["loaded", "patched", "created", "brand-new-action"]) {
    await notify("on_skill_lifecycle", { action, skill_name: "plot" });
  }
  assertEquals(retriever.events, ["/h patched", "/h created", "/h brand-new-action"]);
});

test("HookServer answers out of order: a slow turn delays no other session (SR-110)", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => release = resolve);
  const { call, server } = fixture(skills, {}, { "plot slowly": gate });
  const order: string[] = [];
  const slow = server.handle(JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "pre_llm_call",
    params: turn({ user_message: "plot slowly" }),
  })).then(() => order.push("slow"));
  await call("pre_llm_call", turn({ session_id: "other" })).then(() => order.push("fast"));
  release();
  await slow;
  assertEquals(order, ["fast", "slow"]);
});

test("HookServer keeps a block that comes too late to itself", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => release = resolve);
  const { call, clock } = fixture(skills, {}, { "plot slowly": gate });
  const late = call("pre_llm_call", turn({ user_message: "plot slowly" }));
  clock.ms = 1_001;
  release();
  assertEquals(await late, null);
});

test("HookServer.stats counts; HookServer.shutdown answers and reports", async () => {
  const { call, server, shutdowns, clock } = fixture(skills);
  await server.handle("nonsense");
  await call("pre_llm_call", turn());
  clock.ms = 5;
  const { resident_bytes, ...stats } = await call("stats", {}) as Record<string, number>;
  assertEquals(stats, { uptime_ms: 5, requests: 2, errors: 1, sessions: 1, homes: 1 });
  assertEquals(resident_bytes! > 0, true);
  assertEquals(await call("shutdown", {}), {});
  assertEquals(shutdowns.count, 1);
});

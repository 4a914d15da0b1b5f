/** What a session remembers from turn to turn, through the server, in preset `default`. */
import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { loadsShownIn } from "../../lib/inject/mod.ts";
import { type Fixture, fixture, hit } from "./fakes.ts";

const skills = [hit("tools/plot"), hit("tools/mail"), hit("tools/scan")];

const begin = () => fixture(skills, { SKILL_RETRIEVAL_PRESET: "default" });

/** Takes a turn and returns what is offered. */
async function say(
  { call }: Fixture,
  message: string,
  fields: Record<string, unknown> = {},
): Promise<string[]> {
  const result = await call("pre_llm_call", {
    home: "/h",
    session_id: "s",
    user_message: message,
    ...fields,
  }) as { context: string } | null;
  return loadsShownIn(result?.context ?? "");
}

test("HookServer offers a skill once while its topic lasts", async () => {
  const host = begin();
  assertEquals(await say(host, "plot"), ["plot"]);
  assertEquals(await say(host, "hm"), []);
  assertEquals(await say(host, "plot and mail"), ["mail"]);
  assertEquals(await say(host, "plot"), []);
});

test("HookServer offers a skill again when its topic left and came back", async () => {
  const host = begin();
  await say(host, "plot");
  await say(host, "mail");
  await say(host, "scan");
  assertEquals(await say(host, "plot"), ["plot"]);
});

test("HookServer offers again what a compaction removed from the lists", async () => {
  const host = begin();
  await say(host, "plot", { loaded: [], shown: null });
  const loaded = ["tools/mail/SKILL.md"];
  assertEquals(await say(host, "plot and mail", { loaded, shown: ["plot"] }), []);
  assertEquals(await say(host, "plot and mail", { loaded: [], shown: [] }), ["plot", "mail"]);
});

test("HookServer never offers a loaded skill, however long its topic is gone", async () => {
  const host = begin();
  await host.notify("post_tool_call", {
    home: "/h",
    session_id: "s",
    tool_name: "skill_view",
    args: { name: "plot" },
    result: JSON.stringify({ success: true, path: "tools/plot/SKILL.md" }),
  });
  for (const message of ["plot", "mail", "scan", "mail"]) await say(host, message);
  assertEquals(await say(host, "plot"), []);
});

test("HookServer remembers after a restart what the lists still show", async () => {
  const lists = { loaded: ["tools/mail/SKILL.md"], shown: ["plot"] };
  assertEquals(await say(begin(), "plot, mail, scan", lists), ["scan"]);
});

test("HookServer computes the lists for a caller that sends the history alone", async () => {
  const sent = 'plot\n\nSkills that may fit (load with skill_view("name")):\n- plot: About.';
  const conversation_history = [
    { role: "user", content: "plot", api_content: sent },
    { role: "tool", name: "skill_view", content: '{"path":"tools/mail/SKILL.md"}' },
  ];
  assertEquals(await say(begin(), "plot, mail, scan", { conversation_history }), ["scan"]);
});

test("HookServer keeps sessions, sub-agents and homes apart", async () => {
  const host = begin();
  await say(host, "plot");
  assertEquals(await say(host, "plot", { session_id: "child" }), ["plot"]);
  assertEquals(await say(host, "plot", { home: "/elsewhere" }), ["plot"]);
  await host.notify("on_session_finalize", { home: "/h", session_id: "s" });
  assertEquals(await say(host, "plot"), ["plot"]);
});

test("HookServer takes the first turn of a session without an id for a new conversation", async () => {
  const host = begin();
  const first = { session_id: "", is_first_turn: true };
  assertEquals(await say(host, "plot", first), ["plot"]);
  assertEquals(await say(host, "plot", { session_id: "" }), []);
  assertEquals(await say(host, "plot", first), ["plot"]);
});

test("HookServer asks no ranking about host messages and pasted material", async () => {
  const host = begin();
  assertEquals(await say(host, "[System: plot]"), []);
  assertEquals(await say(host, "12:00:01 plot\n12:00:02 plot"), []);
  assertEquals(host.retriever.requests, []);
});

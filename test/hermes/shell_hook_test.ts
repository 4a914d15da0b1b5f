import { test } from "node:test";
import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { answerHook, HookInputError, type HookSurroundings } from "../../lib/hermes/mod.ts";
import { FakeRetriever, hit } from "./fakes.ts";

const skills = [hit("tools/plot", "Make charts."), hit("tools/mail", "Send mail.")];

function surroundings(fields: Partial<Omit<HookSurroundings, "retriever">> = {}) {
  const retriever = new FakeRetriever(skills);
  return {
    retriever,
    environment: () => undefined,
    hermesHome: "/h",
    homeSettings: () => ({}),
    userHome: "/u",
    roots: [],
    readTranscript: () => null,
    ...fields,
  } satisfies HookSurroundings;
}

function hermesEvent(extra: Record<string, unknown>, fields: Record<string, unknown> = {}) {
  return JSON.stringify({
    hook_event_name: "pre_llm_call",
    tool_name: null,
    tool_input: null,
    session_id: "s-1",
    cwd: "/w",
    profile: "default",
    extra: { task_id: "t", turn_id: "s-1:t:1", is_first_turn: true, platform: "cli", ...extra },
    ...fields,
  });
}

const PLOT_BLOCK =
  'Skills that may fit (load with skill_view("name") before acting; ignore if unfit):\n' +
  "- plot: Make charts.";

test("answerHook() answers the pre_llm_call fixture of the contract (contract §11)", async () => {
  const around = surroundings();
  const { output, warnings } = await answerHook(
    hermesEvent({
      user_message: [
        { type: "text", text: "plot this" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
      ],
      conversation_history: [{ role: "user", content: "plot this" }],
      model: "m",
      sender_id: "",
      telemetry_schema_version: "hermes.observer.v1",
    }),
    around,
  );
  assertEquals(output, `${JSON.stringify({ context: PLOT_BLOCK })}\n`);
  assertEquals(warnings, []);
  assertEquals(around.retriever.requests[0]?.cwd, "/w");
  assertEquals(around.retriever.requests[0]?.earlier, []);
});

test("answerHook() answers {} to Hermes where nothing fits, for other events and when disabled", async () => {
  assertEquals(
    (await answerHook(hermesEvent({ user_message: "sing" }), surroundings())).output,
    "{}\n",
  );
  assertEquals(
    (await answerHook('{"hook_event_name":"on_session_start"}', surroundings())).output,
    "{}\n",
  );
  const environment = (name: string) => name === "SKILL_RETRIEVAL_DISABLE" ? "1" : undefined;
  assertEquals(
    (await answerHook(hermesEvent({ user_message: "plot" }), surroundings({ environment }))).output,
    "{}\n",
  );
});

test("answerHook() offers skills on later turns too: a shell hook never sees the block", async () => {
  const event = hermesEvent({ user_message: "plot", is_first_turn: false });
  assertEquals((await answerHook(event, surroundings())).output !== "{}\n", true);
  const environment = (name: string) => name === "SKILL_RETRIEVAL_UNCAPTURED" ? "first" : undefined;
  assertEquals((await answerHook(event, surroundings({ environment }))).output, "{}\n");
});

test("answerHook() prefers the terminal's directory and obeys given roots", async () => {
  const around = surroundings({
    environment: (name) => name === "TERMINAL_CWD" ? "/t" : undefined,
    roots: ["/r"],
  });
  await answerHook(hermesEvent({ user_message: "plot" }), around);
  const [request] = around.retriever.requests;
  assertEquals([request?.cwd, request?.roots, request?.home], ["/t", ["/r"], "/h"]);
});

test("answerHook() reports settings it cannot use", async () => {
  const around = surroundings({ homeSettings: () => ({ top_k: 0 }) });
  const { warnings } = await answerHook(hermesEvent({ user_message: "plot" }), around);
  assertEquals(warnings, [
    'settings.top_k="0" must be at least 1; using the default: 6 in preset bm25, else 12',
  ]);
});

function claudeEvent(fields: Record<string, unknown>) {
  return JSON.stringify({
    hook_event_name: "UserPromptSubmit",
    session_id: "c",
    transcript_path: "/u/.claude/projects/x.jsonl",
    cwd: "/w",
    ...fields,
  });
}

test("answerHook() answers Claude Code with additional context that names the Skill tool", async () => {
  const around = surroundings();
  const { output } = await answerHook(claudeEvent({ prompt: "plot it" }), around);
  assertEquals(JSON.parse(output), {
    hookSpecificOutput: {
      hookEventName: "UserPromptSubmit",
      additionalContext: PLOT_BLOCK.replace('skill_view("name")', "the Skill tool"),
    },
  });
  assertEquals(around.retriever.requests[0]?.roots, ["/u/.claude/skills", "/w/.claude/skills"]);
});

test("answerHook() answers Claude Code with nothing where nothing fits", async () => {
  assertEquals((await answerHook(claudeEvent({ prompt: "sing" }), surroundings())).output, "");
  assertEquals((await answerHook(claudeEvent({ prompt: 7 }), surroundings())).output, "");
});

test("answerHook() reads earlier prompts from the transcript", async () => {
  const transcript = [
    { type: "user", message: { role: "user", content: "before the compaction" } },
    { type: "system", subtype: "compact_boundary" },
    { type: "user", isMeta: true, message: { role: "user", content: "caveat" } },
    { type: "user", isSidechain: true, message: { role: "user", content: "sub-agent" } },
    { type: "user", message: { role: "user", content: [{ type: "text", text: "draw" }] } },
    { type: "user", message: { role: "user", content: [{ type: "tool_result", content: "x" }] } },
    { type: "user", message: { role: "user", content: "plot it" } },
  ].map((row) => JSON.stringify(row)).join("\n") + "\nbroken {\n";
  const around = surroundings({ readTranscript: () => transcript });
  await answerHook(claudeEvent({ prompt: "plot it" }), around);
  assertEquals(around.retriever.requests[0]?.earlier, ["draw"]);
});

test("answerHook() says what it expects when the input is no event", async () => {
  await assertRejects(
    () => answerHook("plot", surroundings()),
    HookInputError,
    "standard input must hold one JSON object",
  );
  await assertRejects(
    () => answerHook('{"prompt":"x"}', surroundings()),
    HookInputError,
    '"hook_event_name"',
  );
});

test("answerHook() survives any field of an event", async () => {
  const value = fc.jsonValue();
  const event = fc.record({
    hook_event_name: fc.constantFrom("pre_llm_call", "UserPromptSubmit", "other"),
    extra: fc.oneof(
      value,
      fc.record({ user_message: value, conversation_history: value, platform: value }),
    ),
    prompt: value,
    cwd: value,
    session_id: value,
    transcript_path: value,
  });
  await fc.assert(fc.asyncProperty(event, fc.string(), async (each, transcript) => {
    const { output } = await answerHook(
      JSON.stringify(each),
      surroundings({ readTranscript: () => transcript }),
    );
    assertEquals(output === "" || typeof JSON.parse(output) === "object", true);
  }));
});

/** SR §§3, 7 and 8: the hook server over real files, in preset `bm25`. */
import { test } from "node:test";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeHome, skillText } from "../helpers/home.ts";
import { server } from "./retrieval.ts";

const HEAD = `## Retrieved Skills (top-K relevant to your query)
Load any of these with skill_view(name) if relevant:

`;

const home = makeHome({
  "config.yaml": "",
  "skills/creative/image-studio/SKILL.md": skillText(
    "image-studio",
    "image generation and photo editing with fal.ai",
  ),
  "skills/travel/travel-itinerary/SKILL.md": skillText(
    "travel-itinerary",
    "travel itinerary planning flights hotels calendar",
  ),
  "skills/research/arxiv/SKILL.md": skillText("arxiv", "deep research search extract synthesize"),
});

const turn = (fields: Record<string, unknown> = {}) => ({
  home,
  session_id: "s",
  user_message: "plan the hotels",
  is_first_turn: true,
  ...fields,
});

const TRAVEL = {
  context: `${HEAD}- **travel-itinerary** (travel/travel-itinerary): ` +
    "travel itinerary planning flights hotels calendar",
};

/** A system prompt whose index prints these names. */
const prompt = (...names: string[]) =>
  `<available_skills>\n  tools:\n${
    names.map((name) => `    - ${name}: Useful\n`).join("")
  }</available_skills>`;

test("HookServer.pre_llm_call injects the fitting skill of three (SR-80, SR-81, SR-A100)", async () => {
  const { call } = server();
  const answer = await call(
    "pre_llm_call",
    turn({ user_message: "generate an image with fal.ai" }),
  ) as { context: string };
  assertEquals(Object.keys(answer), ["context"]);
  assertStringIncludes(answer.context, "Retrieved Skills");
  assertEquals(answer.context.split("\n").slice(3), [
    "- **image-studio** (creative/image-studio): image generation and photo editing with fal.ai",
  ]);
});

test("HookServer.pre_llm_call says nothing over an empty index and warns (SR-44, SR-A097)", async () => {
  const { call, log } = server();
  const empty = makeHome({ "config.yaml": "", "skills/": "" });
  for (let turns = 0; turns < 3; turns++) {
    assertEquals(await call("pre_llm_call", turn({ home: empty })), null);
  }
  assertEquals(log, ["WARNING No active skills found for BM25 index"]);
});

test("HookServer.pre_llm_call shows the first INJECT_K of the pool (SR-2, SR-80)", async () => {
  const message = { user_message: "image travel research flights" };
  const rows = async (variables: Record<string, string>) => {
    const { context } = await server(variables).call("pre_llm_call", turn(message)) as {
      context: string;
    };
    return context.split("\n").slice(3).length;
  };
  assertEquals(await rows({}), 3);
  assertEquals(await rows({ SKILL_RETRIEVAL_INJECT_K: "1" }), 1);
  assertEquals(await rows({ SKILL_RETRIEVAL_TOP_K: "2", SKILL_RETRIEVAL_INJECT_K: "9" }), 2);
});

test("HookServer.pre_llm_call cuts at 200 characters and keeps one line (SR-82)", async () => {
  const long = makeHome({
    "skills/full/SKILL.md": skillText("full", `zorblat ${"图".repeat(192)}`),
    "skills/over/SKILL.md": skillText("over", `zorblat ${"图".repeat(193)}`),
    "skills/bare/SKILL.md": skillText("zorblat", ""),
    "skills/two/SKILL.md": "---\nname: two\ndescription: |\n  zorblat\n    folded\n---\n",
  });
  const { context } = await server().call(
    "pre_llm_call",
    turn({ home: long, user_message: "zorblat" }),
  ) as { context: string };
  assertEquals(context.slice(HEAD.length).split("\n").sort(), [
    `- **full** (full): zorblat ${"图".repeat(192)}`,
    `- **over** (over): zorblat ${"图".repeat(189)}...`,
    "- **two** (two): zorblat folded",
    "- **zorblat** (bare): ",
  ]);
});

test("HookServer files a block under the session that names it, not the anonymous one (SR-70, SR-A092)", async () => {
  const { call } = server();
  await call("llm_request", { home, session_id: "sess-b", text: prompt("arxiv") });
  const later = { is_first_turn: false };
  assertEquals(await call("pre_llm_call", turn({ ...later, session_id: "sess-b" })), null);
  assertEquals(await call("pre_llm_call", turn({ ...later, session_id: "" })), TRAVEL);
});

test("HookServer injects in an anonymous session without a snapshot (SR-72, SR-A094)", async () => {
  const { call } = server();
  assertEquals(
    await call("pre_llm_call", turn({ session_id: "", is_first_turn: false })),
    TRAVEL,
  );
});

test("HookServer injects on the first turn of a named session without a snapshot, not later (SR-72, SR-A095)", async () => {
  const { call } = server();
  assertEquals(await call("pre_llm_call", turn({ session_id: "a" })), TRAVEL);
  assertEquals(await call("pre_llm_call", turn({ session_id: "b", is_first_turn: false })), null);
});

test("HookServer keeps the platform of a captured block over that of the turn (SR-30, SR-A081)", async () => {
  const { call } = server();
  const gated = makeHome({
    "config.yaml": "skills:\n  platform_disabled:\n    telegram: [demo]\n",
    "skills/tools/demo/SKILL.md": skillText("demo", "zorblat"),
  });
  const asked = turn({ home: gated, user_message: "zorblat", platform: "cli" });
  const text = prompt("demo", "other");
  const seen = await call("llm_request", {
    home: gated,
    session_id: "s",
    platform: "telegram",
    text,
  }) as { names: string[] };
  assertEquals(seen.names, ["demo", "other"]);
  assertEquals(await call("pre_llm_call", asked), null);
  await call("llm_request", { home: gated, session_id: "s", platform: "cli", text });
  assertEquals(await call("pre_llm_call", asked), {
    context: `${HEAD}- **demo** (tools/demo): zorblat`,
  });
});

/** Names in the block for `zorblat`, after the session's index printed `names`. */
async function shown(where: string, names: string[], fields = {}): Promise<string[]> {
  const { call, notify } = server();
  await notify("block_seen", { home: where, session_id: "s", names });
  const answer = await call(
    "pre_llm_call",
    turn({ home: where, user_message: "zorblat", ...fields }),
  ) as { context: string } | null;
  return [...(answer?.context ?? "").matchAll(/^- \*\*(.+?)\*\*/gm)].map((row) => row[1]!);
}

test("HookServer admits only names of the session's index (SR-32, SR-A049)", async () => {
  const where = makeHome(Object.fromEntries(
    ["alpha", "beta", "gamma"].map((name) => [
      `skills/${name}/SKILL.md`,
      skillText(name, `zorblat ${name} token`),
    ]),
  ));
  assertEquals(
    await shown(where, ["alpha", "gamma"], { user_message: "alpha token beta token" }),
    ["alpha", "gamma"],
  );
  assertEquals(await shown(where, ["alpha"], { user_message: "beta" }), []);
});

test("HookServer matches names of the index literally (SR-32, SR-A050)", async () => {
  const where = makeHome({
    "skills/v/SKILL.md": skillText('"vendor:demo"', "zorblat"),
    "skills/tools/demo/SKILL.md": skillText("other", "zorblat"),
  });
  assertEquals(await shown(where, ["demo"]), []);
  assertEquals((await shown(where, ["vendor:demo"])).length, 1);
  assertEquals(await shown(where, ["other"]), ["other"]);
});

const pluginHome = (disabled: string) =>
  makeHome({
    "config.yaml": `plugins:\n  enabled: [foo]\nskills:\n  disabled: [${disabled}]\n`,
    "plugins/foo/plugin.yaml": "name: foo\n",
    "plugins/foo/skills/bar/SKILL.md": skillText("bar", "zorblat"),
    "plugins/foo/skills/hidden/SKILL.md": skillText("hidden", "zorblat"),
    "skills/plain-skill/SKILL.md": skillText("plain-skill", "zorblat"),
    "skills/hidden-skill/SKILL.md": skillText("hidden-skill", "zorblat"),
  });

test("HookServer exempts plugin skills from the names, not from being disabled (SR-32, SR-A051)", async () => {
  for (const disabled of ["foo:hidden", "hidden"]) {
    assertEquals(
      (await shown(pluginHome(disabled), ["plain-skill"])).sort(),
      ["foo:bar", "plain-skill"],
    );
  }
});

test("HookServer does not take a local folder with a colon for a plugin (SR-32, SR-A052)", async () => {
  const where = makeHome({
    "skills/foo:bar/SKILL.md": skillText('"foo:bar"', "zorblat"),
    "skills/other/SKILL.md": skillText("other", "zorblat"),
  });
  assertEquals(await shown(where, ["other"]), ["other"]);
});

test("HookServer loads plugin skills of an enabled plugin under its name (SR-A024, SR-A044)", async () => {
  const where = makeHome({
    "config.yaml": "plugins:\n  enabled: [p1]\n",
    "plugins/p1/plugin.yaml": "name: p1\n",
    "plugins/p1/skills/a/SKILL.md": skillText("a-skill", "zorblat"),
    "plugins/off/plugin.yaml": "name: off\n",
    "plugins/off/skills/b/SKILL.md": skillText("b-skill", "zorblat"),
  });
  const { call } = server();
  assertEquals(await call("pre_llm_call", turn({ home: where, user_message: "zorblat" })), {
    context: `${HEAD}- **p1:a** (p1:a): zorblat`,
  });
});

test("HookServer.pre_llm_call answers a turn it cannot read with an error and goes on (SR-80)", async () => {
  const { call, log } = server();
  const answer = await call("pre_llm_call", turn({ cwd: 7 })) as { message: string };
  assertEquals([answer.message, log], ["cwd must be a string", []]);
  assertEquals(await call("pre_llm_call", turn()), TRAVEL);
});

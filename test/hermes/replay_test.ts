import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { readConversations, replay } from "../../lib/hermes/mod.ts";
import { readSettings } from "../../lib/config/mod.ts";
import { FakeRetriever, hit } from "./fakes.ts";

/** Replays turns over the skills `plot`, `mail` and `scan`, whose names in a message make them fit. */
async function play(preset: string, ...rows: unknown[]) {
  const [conversation] = readConversations(rows.map((row) => JSON.stringify(row)).join("\n"));
  const retriever = new FakeRetriever([hit("a/plot"), hit("a/mail"), hit("a/scan")], {}, preset);
  const outcomes = await replay(conversation!.turns, {
    home: "/home",
    cwd: null,
    settings: readSettings({ options: { preset }, environment: () => undefined }).settings,
    retriever,
  });
  return { outcomes, retriever };
}

test("replay() says why a turn is silent", async () => {
  const { outcomes } = await play(
    "default",
    { user: "plot" },
    { user: "plot again", loaded: ["a/mail"] },
    { user: "mail it" },
    { user: "thanks" },
    { user: "[System: plot]" },
    { user: "12:00:01 plot\n12:00:02 plot" },
  );
  assertEquals(
    outcomes.map(({ shown, silence, withheld }) => [
      shown.map(({ name }) => name),
      silence,
      withheld.map(({ hit, reason }) => `${hit.name} ${reason}`),
    ]),
    [
      [["plot"], null, []],
      [[], "all known", ["plot shown"]],
      [[], "all known", ["mail loaded"]],
      [[], "nothing fits", []],
      [[], "no message", []],
      [[], "nothing asked", []],
    ],
  );
});

test("replay() forgets at a compaction what was shown and loaded", async () => {
  const { outcomes } = await play(
    "default",
    { user: "plot", loaded: ["a/mail"] },
    { user: "plot and mail", compaction: true },
    { user: "plot and mail" },
  );
  assertEquals(outcomes.map(({ shown }) => shown.map(({ name }) => name)), [["plot"], [
    "plot",
    "mail",
  ], []]);
});

test("replay() shows a skill again when its topic left and came back", async () => {
  const { outcomes } = await play(
    "default",
    ...["plot", "mail", "hm", "scan", "plot"].map((user) => ({ user })),
  );
  assertEquals(outcomes.map(({ shown }) => shown.map(({ name }) => name)), [
    ["plot"],
    ["mail"],
    [],
    ["scan"],
    ["plot"],
  ]);
});

test("replay() hands earlier turns to the ranking, without pastes and blocks", async () => {
  const { retriever } = await play(
    "default",
    { role: "user", content: "plot", api_content: "plot\n\nSkills that may fit (load with …" },
    { role: "user", content: [{ type: "text", text: "scan" }, { type: "image_url" }] },
    { role: "user", content: "12:00:01 up\n12:00:02 down" },
    { role: "user", content: "now" },
  );
  assertEquals(retriever.requests.map(({ earlier }) => earlier), [[], ["plot"], ["plot", "scan"]]);
});

test("replay() repeats itself in preset bm25, as that does", async () => {
  const { outcomes } = await play("bm25", { user: "plot", loaded: ["a/plot"] }, { user: "plot" }, {
    user: "12:00:01 plot\n12:00:02 plot",
  });
  assertEquals(outcomes.map(({ shown }) => shown.map(({ name }) => name)), [["plot"], ["plot"], [
    "plot",
  ]]);
});

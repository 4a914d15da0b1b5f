import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { readSettings } from "../../lib/config/mod.ts";
import { createCorpusRanker, type Preset, presetFor, rankSkills } from "../../lib/rank/mod.ts";
import { triggeredAlone, triggeredFirst } from "../../lib/rank/triggered_answer.ts";
import type { RankingAnswer } from "../../lib/rank/mod.ts";

const ANSWER: RankingAnswer = {
  hits: [
    { position: 4, score: 2, confidence: 0.8 },
    { position: 1, score: 1, confidence: 0.2 },
    { position: 7, score: 0.5, confidence: 0 },
  ],
  confidence: 0.8,
  injected: [4],
};

test("triggeredFirst() puts the skill before the others and past the gate", () => {
  const { hits, confidence, injected } = triggeredFirst(ANSWER, 1, { inject: 3, results: 10 });
  assertEquals(hits.map(({ position }) => position), [1, 4, 7]);
  assertEquals(hits[0], { position: 1, score: 3, confidence: 0.95 });
  assertEquals([confidence, injected], [0.95, [1, 4]]);
});

test("triggeredFirst() takes a skill that was not ranked, also where nothing was", () => {
  assertEquals(
    triggeredFirst(ANSWER, 9, { inject: 1, results: 2 }).hits.map(({ position }) => position),
    [9, 4],
  );
  assertEquals(triggeredFirst(ANSWER, 9, { inject: 1, results: 2 }).injected, [9]);
  const silent = { hits: [], confidence: 0, injected: [] };
  assertEquals(triggeredFirst(silent, 2, { inject: 6, results: 12 }), {
    hits: [{ position: 2, score: 1, confidence: 0.95 }],
    confidence: 0.95,
    injected: [2],
  });
});

test("triggeredFirst() calibrates nothing in a preset without a gate model", () => {
  const bare = { ...ANSWER, confidence: null };
  const { hits, confidence } = triggeredFirst(bare, 1, { inject: 3, results: 10 });
  assertEquals([hits[0]!.confidence, confidence], [null, null]);
});

test("triggeredAlone() is the skill and nothing besides (EE-19)", () => {
  const { hits, injected } = triggeredAlone(3);
  assertEquals([hits.map(({ position }) => position), injected], [[3], [3]]);
});

const CORPUS = [
  {
    id: "a/charts",
    name: "charts",
    description: "Plot charts from CSV data.",
    triggers: ["plumbus"],
  },
  { id: "a/mail", name: "mail", description: "Send mail to people." },
  { id: "a/notes", name: "notes", description: "Keep notes of meetings." },
];

test("rankSkills() ranks nothing else where a trigger ends the retrieval (EE-19)", () => {
  const { settings } = readSettings({ environment: () => undefined });
  const preset: Preset = { ...presetFor(settings), endsAtTrigger: true };
  const model = preset.createModel();
  const skills = CORPUS.map((skill) => ({ ...skill, tags: [], bodyCjk: "", triggers: [] }));
  const index = model.index(skills.map((skill) => model.analyse(skill, "")));
  const visible = { index, skills, session: {} } as unknown as Parameters<typeof rankSkills>[1];
  const triggered = {
    position: 1,
    id: "a/mail",
    trigger: "post it",
    tier: 1 as const,
    from: "user" as const,
  };
  const query = { text: "post it: plot charts from CSV data", earlier: [] };
  const outcome = rankSkills(preset, visible, query, 10, [], triggered);
  assertEquals(outcome.results.map(({ id }) => id), ["a/mail"]);
  assertEquals(outcome.results[0]!.why, 'matches "post it" in its trigger');
  assertEquals([outcome.injected, outcome.layers], [["a/mail"], ["triggers"]]);
  const first = rankSkills(presetFor(settings), visible, query, 10, [], triggered);
  assertEquals(first.results.map(({ id }) => id).slice(0, 2), ["a/mail", "a/charts"]);
  assertEquals(first.layers, ["triggers", "fields"]);
});

test("createCorpusRanker() asks the triggers of skills only where all triggers count", async () => {
  const injected = async (triggers: string) => {
    const environment = (name: string) => ({ SKILL_RETRIEVAL_TRIGGERS: triggers })[name];
    const ranker = createCorpusRanker(CORPUS, { preset: "default", environment });
    return (await ranker.rank("please get me the Plumbus of mail", [])).injected[0];
  };
  assertEquals(await injected("on"), "a/charts");
  assertEquals(await injected("user"), await injected("off"));
});

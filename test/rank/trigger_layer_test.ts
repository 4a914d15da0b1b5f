import { test } from "node:test";
import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { CatalogStore, planHome } from "../../lib/catalog/mod.ts";
import {
  generateTriggers,
  NO_TRIGGER_FILE,
  parseTriggerFile,
  triggeredIn,
  triggersOver,
  triggerYaml,
} from "../../lib/rank/mod.ts";
import { sharedPath } from "../helpers/home.ts";

const skill = (id: string, triggers: string[] = [], fields: Record<string, unknown> = {}) => ({
  id,
  name: id.split("/").at(-1)!,
  triggers,
  ...fields,
});

const SKILLS = [
  skill("a/deck-maker", ["deck", "ppt"]),
  skill("b/charts", ["ppt", "图表"], { load: "b:charts", directoryName: "chart-folder" }),
  skill("b/systematic-debugging", ["a", "the", "how to", " ", "x".repeat(201), "c"]),
];

const rows = (...pairs: [string, string][]) =>
  pairs.map(([trigger, name]) => ({ trigger, skill: name }));

test("triggersOver() asks the user's rows before those of the skills", () => {
  const set = triggersOver(SKILLS, rows(["PPT", "b/charts"]), "on");
  const hit = triggeredIn(set, SKILLS, "a ppt");
  assertEquals(hit, { position: 1, id: "b/charts", trigger: "PPT", tier: 1, from: "user" });
  const own = triggeredIn(triggersOver(SKILLS, [], "on"), SKILLS, "a ppt");
  assertEquals([own?.id, own?.from], ["a/deck-maker", "skill"]);
  assertEquals(triggeredIn(triggersOver(SKILLS, [], "user"), SKILLS, "a ppt"), null);
});

test("triggersOver() drops rows whose skill is not there and counts both (EE-10)", () => {
  const { rows: read, live, table } = triggersOver(
    SKILLS,
    rows(["one", "a/deck-maker"], ["two", "ghost"]),
    "user",
  );
  assertEquals([read, live, table.size], [2, 1, 1]);
});

test("triggersOver() finds a skill by id, load, name and folder", () => {
  for (const name of ["b/charts", "b:charts", "charts", "chart-folder"]) {
    const set = triggersOver(SKILLS, rows(["plot it", name]), "user");
    assertEquals(triggeredIn(set, SKILLS, "plot it")?.id, "b/charts", name);
  }
});

test("triggersOver() takes no trigger of a skill that any message would hold", () => {
  const set = triggersOver([SKILLS[2]!], [], "on");
  assertEquals(set.table.size, 0);
  // What the user writes counts as it is.
  const mine = triggersOver(SKILLS, rows(["c", "charts"]), "user");
  assertEquals(triggeredIn(mine, SKILLS, "plan c")?.id, "b/charts");
});

test("generateTriggers() keeps the user's rows, then takes headers and long names (EE-85)", () => {
  const file = parseTriggerFile("charts: [plot]\nghost: [boo]\nautoload: [charts]");
  assertEquals(
    generateTriggers(SKILLS, file).map(({ trigger, skill, origin }) => [trigger, skill, origin]),
    [
      ["plot", "b/charts", "file"],
      ["deck", "a/deck-maker", "skill"],
      ["ppt", "a/deck-maker", "skill"],
      ["图表", "b/charts", "skill"],
      ["deck-maker", "a/deck-maker", "name"],
      ["systematic-debugging", "b/systematic-debugging", "name"],
    ],
  );
  assertEquals(generateTriggers([skill("x/short-one")], NO_TRIGGER_FILE), []);
});

test("triggerYaml() writes what parseTriggerFile() reads (EE-20)", () => {
  assertEquals(parseTriggerFile(triggerYaml([], [])), NO_TRIGGER_FILE);
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 20 })
    .map((each) => each.toWellFormed().trim()).filter((each) => each !== "");
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), fc.array(text), (pairs, autoload) => {
      const generated = pairs.map(([trigger, name], at) => ({
        trigger,
        skill: name,
        origin: at % 2 === 0 ? "file" as const : "name" as const,
      }));
      const file = parseTriggerFile(triggerYaml(generated, autoload));
      assertEquals(file.problems, []);
      assertEquals(file.rows, pairs.map(([trigger, name]) => ({ trigger, skill: name })));
      assertEquals(file.autoload, autoload);
    }),
  );
});

/** General questions, each in English, Chinese, Japanese and Korean. */
const QUESTIONS = [
  [
    "What should I eat for dinner?",
    "晚饭吃什么好？",
    "夕食は何を食べたらいい？",
    "저녁으로 뭐 먹을까?",
  ],
  ["How's the weather?", "今天天气怎么样？", "天気はどうですか？", "날씨 어때?"],
  [
    "Python vs Java for web dev?",
    "做网站用 Python 还是 Java？",
    "ウェブ開発には Python と Java のどちらがいい？",
    "웹 개발에는 Python과 Java 중 뭐가 좋아?",
  ],
  [
    "What is the meaning of life?",
    "人生的意义是什么？",
    "人生の意味は何ですか？",
    "삶의 의미는 무엇인가?",
  ],
].flat();

for (const name of ["hermes", "library"]) {
  const home = sharedPath(`homes/${name}`);
  const title = `triggersOver() hears no skill of homes/${name} in a general question (EE-A024)`;
  test(title, { skip: home === null }, () => {
    const plan = planHome({ home: home!, cwd: null, environment: () => undefined });
    const { skills } = new CatalogStore(plan).refresh().catalog;
    const set = triggersOver(skills, [], "on");
    assert(skills.length > 100);
    for (const question of QUESTIONS) {
      assertEquals(triggeredIn(set, skills, question), null, question);
    }
  });
}

import { test } from "node:test";
import { assert, assertEquals } from "@std/assert";
import {
  createEagleEyeModel,
  EAGLE_EYE_OPTIONS,
  type EagleEyeOptions,
  NO_SYNONYM_FILE,
  parseSynonymFile,
} from "../../lib/rank/mod.ts";

const SKILLS = [
  ["docker-deploy", "Build docker images and deploy containers"],
  ["chart-maker", "Plot charts from CSV data"],
  ["zh-code-review", "代码审查与质量检查"],
  ["systematic-debugging", "Find the root cause of bugs"],
  ["travel-plan", "Plan trips, flights and hotels"],
];
const LIMITS = { results: 10, pool: 15, inject: 5, gate: true };

function indexOf(options: Partial<EagleEyeOptions> = {}, yaml?: string, without: string[] = []) {
  const model = createEagleEyeModel({
    eagleEye: { ...EAGLE_EYE_OPTIONS, ...options },
    synonyms: () => yaml === undefined ? NO_SYNONYM_FILE : parseSynonymFile(yaml),
    without: new Set(without),
  });
  return model.index(
    SKILLS.map(([name, description]) =>
      model.analyse({
        id: name!,
        name: name!,
        description: description!,
        triggers: [],
        tags: [],
      }, "")
    ),
  );
}

const names = (positions: readonly number[]) => positions.map((position) => SKILLS[position]![0]);
const best = (index: ReturnType<typeof indexOf>, text: string) =>
  names(index.rank({ text, earlier: [] }, LIMITS).hits.map(({ position }) => position))[0];

test("createEagleEyeModel() finds skills in any case and through the dictionary, in four languages", () => {
  const index = indexOf();
  for (
    const text of ["plot csv data", "PLOT CSV DATA", "画一张图表", "グラフを作って", "차트 그려줘"]
  ) {
    assertEquals(best(index, text), "chart-maker", text);
  }
});

test("createEagleEyeModel() lets both gates decide, or the fixed one alone (EE-62, EE-64)", () => {
  const query = { text: "deploy docker container", earlier: [] };
  assertEquals(names(indexOf().rank(query, LIMITS).injected), ["docker-deploy"]);
  assertEquals(indexOf({ gate: "fixed" }).rank(query, LIMITS).injected, []);
  for (const text of ["What should I eat for dinner?", "how's the weather", "hello"]) {
    assertEquals(indexOf().rank({ text, earlier: [] }, LIMITS).injected, [], text);
  }
});

test("createEagleEyeModel() takes the user's synonyms of skills and of groups (EE-40)", () => {
  const yaml =
    "chart-maker: [wombat]\nmissing-skill: [ghost]\ngroups:\n  debug: []\n  zap: [zapper, docker]\n";
  const index = indexOf({}, yaml);
  assertEquals(best(index, "a wombat please"), "chart-maker");
  assertEquals(best(index, "zapper"), "docker-deploy");
  assertEquals(best(index, "ghost"), undefined);
  assertEquals(best(indexOf(), "troubleshooting"), "systematic-debugging");
  assertEquals(best(index, "troubleshooting"), undefined);
  assertEquals(
    best(indexOf({ synonyms: "user" }, "chart-maker: [wombat]"), "troubleshooting"),
    undefined,
  );
  assertEquals(best(indexOf({ synonyms: "off" }, yaml), "wombat"), undefined);
});

test("createEagleEyeModel() explains layers and both gates by the numbers they used", () => {
  const index = indexOf();
  const query = { text: "deploy docker container", earlier: [] };
  const { hits } = index.rank(query, LIMITS);
  const evidence = index.evidence(query, hits[0]!.position);
  assertEquals(evidence.map(({ field }) => field), ["text", "synonyms"]);
  const sum = evidence.reduce((total, { score }) => total + score, 0);
  assert(Math.abs(sum - hits[0]!.score) < 1e-12);
  const { notes } = index.describeQuery(query);
  assertEquals(notes.map((note) => note.split(":")[0]), [
    "layers there",
    "gate of the fusion (scaled)",
    "calibrated gate",
  ]);
});

test("createEagleEyeModel() goes on without a part (EE-83)", () => {
  const query = { text: "deploy docker container", earlier: [] };
  for (const part of ["text", "synonyms", "dense", "calibrated-gate"]) {
    assertEquals(
      names(
        indexOf({}, undefined, [part]).rank(query, LIMITS).hits.map(({ position }) => position),
      )[0],
      "docker-deploy",
      part,
    );
  }
  assertEquals(indexOf({}, undefined, ["text", "synonyms"]).rank(query, LIMITS).hits, []);
});

test("parseSynonymFile() leaves bad parts out and names them (EE-40)", () => {
  const file = parseSynonymFile("a: [x, ' y ', 3, '']\nb: text\n");
  assertEquals([...file.skills], [["a", ["x", "y"]]]);
  assertEquals(file.problems.length, 2);
  assertEquals(parseSynonymFile("").problems, []);
  assertEquals(parseSynonymFile("- a").problems.length, 1);
  assertEquals(parseSynonymFile("a: [").problems.length, 1);
});

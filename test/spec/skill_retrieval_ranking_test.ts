/** SR §§1–4 and the worked examples E1–E18 of SR §12, over files in a home. */
import { test } from "node:test";
import { assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { makeHome, skillText } from "../helpers/home.ts";
import { ask, idsFor, retriever } from "./retrieval.ts";

/** Corpus S1 as a home. */
const S1 = makeHome({
  "config.yaml": "",
  "skills/creative/image-studio/SKILL.md": skillText(
    "image-studio",
    "Generate and edit images with prompt presets",
  ),
  "skills/data/chart-maker/SKILL.md": skillText(
    "chart-maker",
    "Plot charts from CSV files",
    "triggers: [make a chart, plot data]\nmetadata:\n  hermes:\n    tags: [charts, csv]",
  ),
  "skills/devops/docker-deploy/SKILL.md": skillText(
    "docker-deploy",
    "Build Docker images and deploy containers",
  ),
  "skills/git/commit-helper/SKILL.md": skillText("commit-helper", "Write git commit messages"),
  "skills/git/rebase-guide/SKILL.md": skillText("rebase-guide", "Step by step git rebase help"),
  "skills/zh/fanyi/SKILL.md": skillText("fanyi", "翻译文档，中英互译"),
  "skills/zh/tupian/SKILL.md": skillText(
    "tupian",
    "Image helper",
    "",
    "# 生成图片\n\nDoes 图片处理.\n",
  ),
  "skills/ops/empty-desc/SKILL.md": skillText("empty-desc", ""),
});
const s1 = retriever();

/** Hits as `id score`, the score to six decimals. */
function scored(text: string, k?: number): string {
  const variables = k === undefined ? {} : { SKILL_RETRIEVAL_TOP_K: String(k) };
  return ask(s1, S1, text, { variables }).outcome.results
    .map(({ id, score }) => `${id} ${score.toFixed(6)}`).join(", ");
}

const onS1: [string, string, string, number?][] = [
  ["E1", "git", "git/commit-helper 1.451799, git/rebase-guide 1.289864"],
  ["E2", "git commit", "git/commit-helper 4.246385, git/rebase-guide 1.289864"],
  ["E3", "commit commit git", "git/commit-helper 4.246385, git/rebase-guide 1.289864"],
  ["E4", "docker images", "devops/docker-deploy 3.862241, creative/image-studio 1.221727"],
  ["E5", "Generate an image", "creative/image-studio 2.930669, zh/tupian 1.221727"],
  ["E6", "生成图片", "zh/tupian 5.891900"],
  ["E7", "图片", "zh/tupian 2.474017"],
  ["E8", "图", ""],
  ["E9", "翻译", "zh/fanyi 1.910818"],
  ["E10", "中英互译", "zh/fanyi 5.732454"],
  ["E11", "文档翻译", "zh/fanyi 3.821636"],
  ["E12", "用docker部署", "devops/docker-deploy 2.572377"],
  ["E13", "CSV chart!", "data/chart-maker 3.903288"],
  ["E14", "tags", "data/chart-maker 1.247610"],
  [
    "E15",
    "help helper",
    "git/rebase-guide 1.804250, git/commit-helper 1.451799, zh/tupian 1.221727",
  ],
  ["E16", "git image docker", "devops/docker-deploy 2.572377, git/commit-helper 1.451799", 2],
  ["E17", "the git image docker helper", "git/commit-helper 2.903599", 1],
  ["E18", "zzz unknown", ""],
  ["E18", "", ""],
  ["E18", "!!!", ""],
  ["E18", "   ", ""],
];

for (const [number, query, expected, k] of onS1) {
  test(`LocalRetriever.rank() answers ${JSON.stringify(query)} over a home as in ${number}`, () => {
    assertEquals(scored(query, k), expected);
  });
}

test("LocalRetriever.rank() adds the weights of the distinct terms (SR-8, SR-41, SR-42)", () => {
  // `git` is in 2 of 8 documents, `commit` in 1, twice; the document has 6 of 8.125 tokens on average.
  const weight = (df: number, tf: number) =>
    Math.log(1 + (8 - df + 0.5) / (df + 0.5)) * tf * 2.5 /
    (tf + 1.5 * (1 - 0.75 + 0.75 * 6 / 8.125));
  const [first] = ask(s1, S1, "commit git commit unknown").outcome.results;
  assertAlmostEquals(first!.score, weight(1, 2) + weight(2, 1), 1e-12);
});

test("LocalRetriever.rank() logs the build in the words of SR-44", () => {
  const { log, warnings, poolSize } = ask(retriever(), S1, "git");
  assertEquals([log.length, warnings, poolSize], [1, [], 8]);
  assertMatch(
    log[0]!,
    /^BM25 index built: 8 docs, 50 terms, 55 nnz in \d+\.\d{3}s$/,
  );
});

test("LocalRetriever.rank() keeps a skill without description in the corpus (SR-24)", () => {
  const { results } = ask(s1, S1, "empty").outcome;
  assertEquals(results.map(({ id, description }) => [id, description]), [["ops/empty-desc", ""]]);
});

test("LocalRetriever.rank() shows name and description, triggers and body only score (SR-23)", () => {
  const [chart] = ask(s1, S1, "make data").outcome.results;
  assertEquals([chart?.name, chart?.description], ["chart-maker", "Plot charts from CSV files"]);
  assertEquals(idsFor(s1, S1, "处理"), ["zh/tupian"]);
});

test("LocalRetriever.rank() finds a label word in preset bm25 alone (SR-22, E14)", () => {
  for (const label of ["tags", "triggers"]) {
    assertEquals(idsFor(s1, S1, label), ["data/chart-maker"]);
    assertEquals(ask(s1, S1, label, { preset: "default" }).outcome.injected, []);
  }
});

test("LocalRetriever.rank() finds a skill alone and among three (SR-A018)", () => {
  const widget = { "skills/w/SKILL.md": skillText("w", "unique widget factory") };
  const others = {
    "skills/x/SKILL.md": skillText("x", "deep research"),
    "skills/y/SKILL.md": skillText("y", "travel planning"),
  };
  for (const files of [widget, { ...widget, ...others }]) {
    const { results } = ask(retriever(), makeHome(files), "widget").outcome;
    assertEquals(results.map(({ id, score }) => [id, score > 0]), [["w", true]]);
  }
});

/** Twenty skills that all fit. */
const many = makeHome(Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => {
    const name = `s${String(at).padStart(2, "0")}`;
    return [`skills/${name}/SKILL.md`, skillText(name, "plot")];
  }),
));
const poolAndInjected = (variables: Record<string, string>, preset = "bm25") => {
  const { results, injected } = ask(retriever(), many, "plot", { preset, variables }).outcome;
  return [results.length, injected.length];
};

test("LocalRetriever.rank() takes pool and injection from TOP_K and INJECT_K (SR-1, SR-2)", () => {
  assertEquals(poolAndInjected({}), [6, 6]);
  assertEquals(poolAndInjected({ SKILL_RETRIEVAL_TOP_K: "9" }), [9, 9]);
  assertEquals(poolAndInjected({ SKILL_RETRIEVAL_INJECT_K: "2" }), [6, 2]);
  assertEquals(
    poolAndInjected({ SKILL_RETRIEVAL_TOP_K: "3", SKILL_RETRIEVAL_INJECT_K: "2" }),
    [3, 2],
  );
});

test("LocalRetriever.rank() clamps INJECT_K to TOP_K and survives a huge TOP_K (SR-2)", () => {
  assertEquals(
    poolAndInjected({ SKILL_RETRIEVAL_TOP_K: "3", SKILL_RETRIEVAL_INJECT_K: "5" }),
    [3, 3],
  );
  assertEquals(poolAndInjected({ SKILL_RETRIEVAL_TOP_K: "9".repeat(30) }), [20, 20]);
  assertEquals(poolAndInjected({ SKILL_RETRIEVAL_INJECT_K: "bad" }), [6, 6]);
});

test("LocalRetriever.rank() keeps roots in order of precedence, copies with a load of their own (SR-26, SR-43)", () => {
  const home = makeHome({
    "config.yaml": "skills:\n  external_dirs: more\nplugins:\n  enabled: [foo, dotted]\n",
    "skills/z/one/SKILL.md": skillText("same", "zorblat"),
    "more/a/two/SKILL.md": skillText("same", "zorblat"),
    "plugins/foo/plugin.yaml": "name: foo\n",
    "plugins/foo/skills/three/SKILL.md": skillText("same", "zorblat"),
    "plugins/.dotted/plugin.yaml": "name: dotted\n",
    "plugins/.dotted/skills/four/SKILL.md": skillText("same", "zorblat"),
    "plugins/off/plugin.yaml": "name: off\n",
    "plugins/off/skills/five/SKILL.md": skillText("same", "zorblat"),
  });
  const { results } = ask(retriever(), home, "zorblat").outcome;
  assertEquals(results.map(({ id, load, source }) => [id, load, source]), [
    ["z/one", "z/one", "local"],
    ["a/two", "a/two", "external"],
    ["foo:three", "foo:three", "plugin"],
  ]);
});

test("LocalRetriever.rank() finds the others where a file is bad, and a bad one by its folder (SR-25, SR-33)", () => {
  const home = makeHome({
    "skills/bad/yaml/SKILL.md": "---\nname: [\ndescription: saved zorblat\n---\n",
    "skills/bad/bytes/SKILL.md": new Uint8Array([0xff, 0xfe, 0x00]),
    "skills/bad/empty/SKILL.md": "",
    "skills/good/SKILL.md": skillText("good", "zorblat"),
  });
  const asked = retriever();
  assertEquals(idsFor(asked, home, "zorblat").toSorted(), ["bad/yaml", "good"]);
  assertEquals(idsFor(asked, home, "empty"), ["bad/empty"]);
  assertEquals(ask(asked, home, "zorblat").poolSize, 4);
});

/** The tables of the specification in a compat profile: case kept, the peer's keys, calibrated gate off. */
import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import {
  documentTokens,
  EAGLE_EYE_NUMBERS,
  EagleEyeLayers,
  type EagleEyeParts,
  fuse,
  fusionGate,
  gated,
} from "../../lib/rank/mod.ts";
import { type ConceptSource, createPeerKeys } from "../../lib/rank/mod.ts";
import type { Segmenter } from "../../lib/text/mod.ts";

const SKILLS: [name: string, description: string, tokens: string][] = [
  [
    "docker-deploy",
    "Build docker images and deploy containers",
    "docker deploy Build docker images and deploy containers",
  ],
  ["chart-maker", "Plot charts from CSV data", "chart maker Plot charts from CSV data"],
  ["zh-code-review", "代码审查与质量检查", "zh code review 代码 审查 质量检查"],
  [
    "systematic-debugging",
    "Find the root cause of bugs",
    "systematic debugging Find the root cause of bugs",
  ],
  ["image-gen", "Generate pictures 生成图片", "image gen Generate pictures 生成 图片"],
  ["travel-plan", "Plan trips, flights and hotels", "travel plan Plan trips flights and hotels"],
];
const SYNONYMS: Record<string, string[]> = {
  "docker-deploy": ["container", "deploy", "部署"],
  "chart-maker": ["graph", "可视化"],
  "systematic-debugging": ["debug", "排查bug", "报错", "traceback"],
  "image-gen": ["画图", "生成图片"],
  "zh-code-review": ["代码审查", "review code"],
  "missing-skill": ["ghost"],
};
/** Token lists that the specification prints; everything else is cut at blanks. */
const PRINTED: Record<string, string> = {
  "排查bug": "排查 bug",
  "生成图片": "生成 图片",
  "代码审查": "代码 审查",
  "帮我生成图片": "生成 图片",
  "帮我审查代码": "审查 代码",
  "排查bug报错": "排查 bug 报错",
  "what should I eat for dinner": "what should eat for dinner",
};
for (const [name, description, tokens] of SKILLS) PRINTED[`${name} ${description}`] = tokens;

const printed: Segmenter = {
  name: "printed",
  segment: (text) => (PRINTED[text] ?? text).split(" "),
};

function compatParts(segmenter: Segmenter | null = printed): EagleEyeParts {
  const keys = createPeerKeys(printed);
  const names = SKILLS.map(([name]) => name);
  for (const [skill, synonyms] of Object.entries(SYNONYMS)) {
    const concept = names.indexOf(skill);
    if (concept >= 0) { for (const synonym of synonyms) keys.add(concept, synonym, true); }
  }
  const source: ConceptSource = {
    keys,
    skills: (concept) => [{ position: concept, strength: 1 }],
  };
  return {
    segmenter,
    documents: SKILLS.map(([name, description]) => ({
      tokens: documentTokens(printed, `${name} ${description}`),
      text: `${name} ${description}`,
    })),
    synonyms: [source],
    direct: () => true,
    keyIdf: (text, key) => text.idf(key),
  };
}

const position = (name: string) => SKILLS.findIndex(([skill]) => skill === name);
const nameOf = (at: number) => SKILLS[at]![0];

interface Row {
  id: string;
  query: string;
  text: [string, number] | null;
  synonyms: [string, number] | null;
  dense: string[] | null;
  fused: number[];
  peer: string[];
  ours?: string[];
}

const D = "docker-deploy", C = "chart-maker", Z = "zh-code-review";
const S = "systematic-debugging", I = "image-gen", T = "travel-plan";
const ROWS: Row[] = [
  {
    id: "E-1",
    query: "deploy docker container",
    text: [D, 5.327349],
    synonyms: [D, 18.131907],
    dense: null,
    fused: [.013115],
    peer: [],
    ours: [D],
  },
  {
    id: "E-2",
    query: "deploy docker container",
    text: [D, 5.327349],
    synonyms: [D, 18.131907],
    dense: [D, T, C],
    fused: [.016393, .003226, .003175],
    peer: [D, T, C],
  },
  {
    id: "E-3",
    query: "plot csv data",
    text: [C, 2.027487],
    synonyms: null,
    dense: null,
    fused: [.007377],
    peer: [],
  },
  {
    id: "E-4",
    query: "plot a graph from CSV data",
    text: [C, 6.082460],
    synonyms: [C, 7.5],
    dense: [C, D],
    fused: [.016393, .003226],
    peer: [C, D],
  },
  {
    id: "E-5",
    query: "帮我生成图片",
    text: [I, 4.054973],
    synonyms: [I, 7.505526],
    dense: [I, Z],
    fused: [.016393, .003226],
    peer: [I, Z],
  },
  {
    id: "E-6",
    query: "帮我审查代码",
    text: [Z, 4.054973],
    synonyms: [Z, 4.505526],
    dense: null,
    fused: [.013115],
    peer: [],
    ours: [Z],
  },
  {
    id: "E-7",
    query: "排查bug报错",
    text: [S, .5],
    synonyms: [S, 9.5],
    dense: [S],
    fused: [.016393],
    peer: [S],
  },
  {
    id: "E-8",
    query: "debug debug",
    text: [S, 1],
    synonyms: [S, 12],
    dense: [S],
    fused: [.016393],
    peer: [S],
  },
  {
    id: "E-9",
    query: "what should I eat for dinner",
    text: null,
    synonyms: null,
    dense: [T, D, C, Z, S, I],
    fused: [.003279],
    peer: [],
  },
  {
    id: "E-10",
    query: "plan",
    text: [T, 2.027487],
    synonyms: null,
    dense: [T],
    fused: [.010656],
    peer: [],
  },
  { id: "E-11", query: "weather", text: null, synonyms: null, dense: null, fused: [], peer: [] },
];

for (const { id, query, text, synonyms, dense, fused, peer, ours } of ROWS) {
  test(`EagleEyeLayers.run() gives the figures of ${id} (EE-30…64)`, () => {
    const layers = new EagleEyeLayers(compatParts());
    const run = layers.run(query, dense && dense.map(position), 15);
    for (
      const [expected, { positions, scores }] of [[text, run.text], [
        synonyms,
        run.synonyms,
      ]] as const
    ) {
      assertEquals(positions.slice(0, 1).map(nameOf), expected === null ? [] : [expected[0]]);
      if (expected !== null) assertAlmostEquals(scores[0]!, expected[1], 1e-6);
    }
    fused.forEach((score, at) => assertAlmostEquals(run.fused[at]!.score, score, 1e-6));
    const shown = (kind: "fixed" | "scaled") =>
      gated(run.fused, fusionGate(run, EAGLE_EYE_NUMBERS, kind), 5).map(({ position }) =>
        nameOf(position)
      );
    assertEquals(shown("fixed"), peer);
    assertEquals(shown("scaled"), ours ?? peer);
  });
}

test("EagleEyeLayers gives one skill alone in E-1, E-3, E-7 and E-8 (EE-33, EE-43)", () => {
  const layers = new EagleEyeLayers(compatParts());
  for (
    const { text, query } of ROWS.filter(({ id }) => ["E-1", "E-3", "E-7", "E-8"].includes(id))
  ) {
    assertEquals(layers.run(query, null, 15).text.positions.map(nameOf), [text![0]]);
  }
});

test("fusionGate() and gated() give the gate table (EE-62, EE-63)", () => {
  const weights = [.45, .35, .2];
  const rows: [number[], number, boolean][] = [
    [[1, 0, 0], .007377, false],
    [[0, 1, 0], .005738, false],
    [[0, 0, 1], .003279, false],
    [[1, 1, 0], .013115, false],
    [[1, 0, 1], .010656, false],
    [[0, 1, 1], .009016, false],
    [[1, 1, 1], .016393, true],
    [[2, 2, 2], .016129, true],
    [[6, 6, 6], .015152, true],
    [[7, 7, 7], .014925, false],
    [[1, 1, 15], .015781, true],
    [[3, 3, 15], .015365, true],
  ];
  for (const [ranks, score, passes] of rows) {
    // The skill in question is 0; the places before it go to skills that no other list names.
    const fused = fuse(ranks.map((rank, layer) => ({
      weight: weights[layer]!,
      positions: rank === 0
        ? []
        : [...Array.from({ length: rank - 1 }, (_, at) => 100 * (layer + 1) + at), 0],
    }))).filter(({ position }) => position === 0);
    assertAlmostEquals(fused[0]!.score, score, 1e-6);
    for (const kind of ["fixed", "scaled"] as const) {
      const gate = fusionGate(
        { operational: ["text", "synonyms", "dense"] },
        EAGLE_EYE_NUMBERS,
        kind,
      );
      assertEquals(gated(fused, gate, 5).length === 1, passes);
    }
  }
});

test("fusionGate() scales with the layers that are there (EE-64)", () => {
  const gate = (...operational: ("text" | "synonyms" | "dense")[]) =>
    fusionGate({ operational }, EAGLE_EYE_NUMBERS, "scaled");
  assertAlmostEquals(gate("text", "synonyms"), .012, 1e-12);
  assertAlmostEquals(gate("text"), .00675, 1e-12);
  assertEquals(gate("text", "synonyms", "dense"), .015);
});

test("fuse() gives weight/61 to a first place, sorted, text before synonyms before vectors (EE-60, EE-A017…A022)", () => {
  const fused = fuse([
    { weight: .45, positions: [0] },
    { weight: .35, positions: [1] },
    { weight: .2, positions: [2] },
  ]);
  assertEquals(fused.map(({ position }) => position), [0, 1, 2]);
  [.45, .35, .2].forEach((weight, at) => assertAlmostEquals(fused[at]!.score, weight / 61, 1e-9));
  assertEquals(fuse([{ weight: .2, positions: [7] }]), [{ position: 7, score: .2 / 61 }]);
  assertEquals(
    fuse([{ weight: .2, positions: [5] }, { weight: .2, positions: [3] }]).map(({ position }) =>
      position
    ),
    [5, 3],
  );
});

test("EagleEyeLayers.run() goes on with vectors alone where no segmenter is (EE-35, EE-83)", () => {
  const run = new EagleEyeLayers(compatParts(null)).run("deploy docker container", [5], 15);
  assertEquals(run.operational, ["dense"]);
  assertEquals(run.fused, [{ position: 5, score: .2 / 61 }]);
  assertEquals(new EagleEyeLayers(compatParts(null)).run("deploy", null, 15).fused, []);
});

test("EagleEyeLayers.run() goes on without synonyms, and without a layer of weight 0 (EE-83)", () => {
  const bare = new EagleEyeLayers({ ...compatParts(), synonyms: [] });
  assertEquals(bare.run("deploy docker container", null, 15).operational, ["text"]);
  const off = new EagleEyeLayers(compatParts(), {
    ...EAGLE_EYE_NUMBERS,
    weights: { text: 0, synonyms: .35, dense: .2 },
  });
  const run = off.run("deploy docker container", null, 15);
  assertEquals([run.operational, run.text.positions], [["synonyms"], []]);
});

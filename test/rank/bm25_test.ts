import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { analyseCompat, Bm25Index, compatDocumentText, TermNumbers } from "../../lib/rank/bm25.ts";
import { compatTokens } from "../../lib/text/mod.ts";

/** Index over (id, text) pairs in document order. */
function index(documents: [string, string][]): (query: string, k?: number) => string {
  const numbers = new TermNumbers();
  const built = new Bm25Index(documents.map(([, text]) => analyseCompat(text, numbers)), numbers);
  return (query, k = 6) => {
    const { positions, scores } = built.rank(query, k);
    return positions.map((position, at) => `${documents[position]![0]} ${scores[at]!.toFixed(6)}`)
      .join(", ");
  };
}

const S1: [string, string][] = [
  ["creative/image-studio", "image-studio: Generate and edit images with prompt presets"],
  [
    "data/chart-maker",
    "chart-maker: Plot charts from CSV files triggers: make a chart plot data tags: charts csv",
  ],
  ["devops/docker-deploy", "docker-deploy: Build Docker images and deploy containers"],
  ["git/commit-helper", "commit-helper: Write git commit messages"],
  ["git/rebase-guide", "rebase-guide: Step by step git rebase help"],
  ["zh/fanyi", "fanyi: 翻译文档，中英互译"],
  ["zh/tupian", "tupian: Image helper 生成图片 图片处理"],
  ["ops/empty-desc", "empty-desc: "],
];

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
  test(`Bm25Index.rank() answers ${JSON.stringify(query)} as in ${number}`, () => {
    assertEquals(index(S1)(query, k), expected);
  });
}

test("Bm25Index.rank() breaks ties by document order (SR-43, E19)", () => {
  const rank = index([["b", "alpha one"], ["a", "alpha two"], ["c", "beta three"]]);
  assertEquals(rank("alpha"), "b 0.470004, a 0.470004");
  assertEquals(rank("alpha beta"), "c 0.980829, b 0.470004, a 0.470004");
});

test("Bm25Index.rank() scores a single document above zero (E20, SR-A018)", () => {
  const rank = index([["u", "unique widget factory"]]);
  assertEquals(rank("widget"), "u 0.287682");
  assertEquals(rank("widget factory"), "u 0.575364");
});

test("Bm25Index.rank() finds exactly the skills that hold a term (E21, SR-A020)", () => {
  const rank = index([["commit", "git commit helper"], ["calendar", "calendar planner"]]);
  assertEquals(rank("commit"), "commit 0.635915");
  assertEquals(rank("git planner"), "calendar 0.761700, commit 0.635915");
});

test("Bm25Index.rank() keeps a term of half the corpus above zero (E22, SR-A019)", () => {
  const rank = index([
    ["commit", "git commit helper"],
    ["rebase", "git rebase tool"],
    ["calendar", "calendar planner"],
  ]);
  assertEquals(rank("git"), "commit 0.444974, rebase 0.444974");
  assertEquals(rank("git rebase"), "rebase 1.373570, commit 0.444974");
});

test("Bm25Index.rank() saturates term frequency and weighs length (E23)", () => {
  const rank = index([
    ["x", "log log log parser"],
    ["y", "log reader for files"],
    ["z", "other thing entirely here"],
  ]);
  assertEquals(rank("log"), "x 0.783339, y 0.470004");
  assertEquals(rank("log parser reader"), "x 1.764169, y 1.450833");
});

test("Bm25Index.rank() counts empty documents in the mean length (SR-40, E24)", () => {
  assertEquals(index([["e", "!!! ???"], ["f", "real words"]])("real"), "f 0.478033");
});

test("compatDocumentText() adds triggers and tags with their labels (SR-20, E25, SR-A036)", () => {
  const text = compatDocumentText({
    id: "rel-notes",
    name: "rel-notes",
    description: "Summarize release notes",
    triggers: ["release notes", "changelog"],
    tags: ["docs"],
  }, "a body");
  assertEquals(
    text,
    "rel-notes: Summarize release notes triggers: release notes changelog tags: docs",
  );
  assertEquals(compatTokens(text).length, 11);
});

test("compatDocumentText() appends CJK runs of the body after one space (SR-21, E26)", () => {
  const source = { id: "zh", name: "zh", description: "", triggers: [], tags: [] };
  assertEquals(
    compatDocumentText(source, "# 标题\n\nUse 图片 tools 生成图片。"),
    "zh:  标题 图片 生成图片",
  );
  assertEquals(compatDocumentText(source, "none"), "zh: ");
  assertEquals(compatDocumentText(source, null), "zh: ");
});

const S2: [string, string][] = [
  ["alpha", "image generation and photo editing with fal.ai"],
  ["beta", "deep research think search extract synthesize"],
  ["gamma", "travel itinerary planning flights hotels calendar"],
];

test("Bm25Index.rank() orders by descending score and stays silent on unknown words (SR-A013, A015, A017)", () => {
  assertEquals(index(S2)("research search extract").startsWith("beta "), true);
  assertEquals(index(S2)("zzzzzyyyyxxxqqq"), "");
  assertEquals(index([])("anything"), "");
});

test("Bm25Index.rank() equals a direct evaluation of the formula on 300 random documents (SR-A021)", () => {
  let state = 42;
  const random = (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % n;
  };
  const documents = Array.from({ length: 300 }, (_, at): [string, string] => [
    `d${at}`,
    Array.from({ length: 5 + random(40) }, () => `w${random(1_200)}`).join(" "),
  ]);
  const tokens = documents.map(([, text]) => text.split(" "));
  const average = tokens.reduce((sum, list) => sum + list.length, 0) / tokens.length;
  const numbers = new TermNumbers();
  const built = new Bm25Index(documents.map(([, text]) => analyseCompat(text, numbers)), numbers);
  for (let run = 0; run < 50; run++) {
    const words = [...new Set(Array.from({ length: 3 }, () => `w${random(1_200)}`))];
    const expected = tokens.map((list) => {
      let score = 0;
      for (const word of words) {
        const df = tokens.filter((other) => other.includes(word)).length;
        const tf = list.filter((token) => token === word).length;
        if (tf === 0) continue;
        const idf = Math.log(1 + (300 - df + 0.5) / (df + 0.5));
        score += idf * tf * 2.5 / (tf + 1.5 * (0.25 + 0.75 * list.length / average));
      }
      return score;
    });
    const { positions, scores } = built.rank(words.join(" "), 300);
    assertEquals(positions.length, expected.filter((score) => score > 0).length);
    positions.forEach((position, at) => assertAlmostEquals(scores[at]!, expected[position]!, 1e-9));
  }
});

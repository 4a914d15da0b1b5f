import { test } from "node:test";
import { assertEquals, assertNotEquals } from "@std/assert";
import { ABLATABLE_PARTS, type CorpusSkill, createCorpusRanker } from "../../lib/rank/mod.ts";

/** A corpus on which every part has something to do. */
const CORPUS: CorpusSkill[] = [
  {
    id: "maps/street-maps",
    name: "street-maps",
    description: "Draw street maps. Do not use for star charts.",
    body: "Ask for the town. Print the legend.",
    tags: ["drawing"],
  },
  {
    id: "sky/star-charts",
    name: "star-charts",
    description: "Draw charts of stars",
    body: `${
      "z ".repeat(1_000)
    }Point the telescope at the planets. Print the planets and the legend.`,
  },
  {
    id: "db/tuner",
    name: "tuner",
    description: "Tune a database",
    body: "Look at the planets of the optimiser, not at the telescope.\n```sql\nvacuum\n```\n",
  },
  { id: "money/billing", name: "billing", description: "Send invoices to clients" },
  {
    id: "ja/kaigi",
    name: "会議メモ",
    description: "会議の記録を図表にまとめる",
    body: "会議の録音を聞く。",
  },
  { id: "zh/biao", name: "图表", description: "生成图表和图片", triggers: ["画图"] },
  ...Array.from({ length: 12 }, (_, at) => ({
    id: `other/${at}`,
    name: `other-${at}`,
    description: `Nothing of note, number ${at}`,
    body: "Nothing to read.",
  })),
];

/** Messages that need one part each. */
const MESSAGES: Record<string, string> = {
  lexicon: "优化数据库",
  "document-glosses": "minutes of the meeting",
  synonyms: "a bill for the customer",
  repair: "tune my databsae",
  body: "draw the planets from the street",
  lead: "draw the planets",
  prose: "vacuum the street",
  whole: "draw the legend",
  name: "street charts",
  clauses: "print the legend of the street maps of the town, then write invoices",
  negation: "draw star charts",
  phrases: "draw street maps",
  "exact-forms": "drawing of streets",
  "cjk-statistics": "生成图表",
};

const ranker = (without?: string) =>
  createCorpusRanker(CORPUS, {
    preset: "default",
    ...(without === undefined ? {} : { without }),
  });

test("ABLATABLE_PARTS() names the parts of default, and none of bm25", () => {
  assertEquals(
    ABLATABLE_PARTS("default").map(({ name }) => name).toSorted(),
    [
      ...Object.keys(MESSAGES),
    ].toSorted(),
  );
  assertEquals(ABLATABLE_PARTS("default").every(({ description }) => description !== ""), true);
  assertEquals(ABLATABLE_PARTS("bm25"), []);
});

for (const [part, message] of Object.entries(MESSAGES)) {
  test(`createCorpusRanker() answers otherwise without part ${part}`, async () => {
    assertNotEquals(await ranker(part).rank(message, []), await ranker().rank(message, []));
  });
}

test("createCorpusRanker() answers as ever where an unknown part is switched off", async () => {
  for (const message of Object.values(MESSAGES)) {
    assertEquals(await ranker("nonsense").rank(message, []), await ranker().rank(message, []));
  }
});

test("createCorpusRanker() ranks, injects and says how sure it is", async () => {
  const { name, warnings, rank } = ranker();
  assertEquals([name, warnings], ["default", []]);
  const { ranked, injected, confidence } = await rank("tune the database", []);
  assertEquals([ranked[0], injected], ["db/tuner", ["db/tuner"]]);
  assertEquals(confidence! > 0.5 && confidence! < 1, true);
  assertEquals(await rank("hello", []), { ranked: [], injected: [], confidence: 0 });
});

test("createCorpusRanker() takes earlier turns into account", async () => {
  const { rank } = ranker();
  assertEquals((await rank("for the clients", ["send the invoices"])).injected, ["money/billing"]);
});

test("createCorpusRanker() takes the six first hits for preset bm25, without confidence (SR-2)", async () => {
  const { name, rank } = createCorpusRanker(CORPUS, { preset: "bm25" });
  const { ranked, injected, confidence } = await rank("nothing note number", []);
  assertEquals([name, ranked.length, confidence], ["bm25", 12, null]);
  assertEquals(injected, ranked.slice(0, 6));
});

test("createCorpusRanker() gives at most 100 ids", async () => {
  const corpus = Array.from({ length: 130 }, (_, at) => ({
    id: `${at}`,
    name: `map-${at}`,
    description: "Draw maps",
  }));
  for (const preset of ["default", "bm25"]) {
    const { ranked } = await createCorpusRanker(corpus, { preset }).rank("draw maps", []);
    assertEquals(ranked.length, 100);
  }
});

import { test } from "node:test";
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { library, LIMITS, skill } from "./_fields.ts";

/** A small library about different things. */
const HOME = [
  "pdf-form-filler: Fill in forms",
  "invoice-maker: Bill clients for work",
  "weekly-report: Write the report of a week for a manager",
  "docker-debug: Find out why a container fails",
  "议事录メーカー: 会議の記録",
  "db: Tune a database",
];

test("FieldsIndex.rank() puts a match in the name above one in the description, that above the body", () => {
  const { ranked } = library([
    "one: Something else entirely | telescope",
    "two: Something telescope entirely | nothing",
    "telescope: Something else entirely | nothing",
  ]);
  assertEquals(ranked("telescope"), ["telescope", "two", "one"]);
});

test("FieldsIndex.rank() puts a body that says a word in its lead above one that says it late", () => {
  const filler = "z ".repeat(1_000);
  const { ranked, scores } = library([
    skill(`late: Something else | ${filler} telescope`),
    skill(`early: Something else | telescope ${filler}`),
  ]);
  assertEquals(ranked("telescope"), ["early", "late"]);
  const { early, late } = scores("telescope");
  // The rest of the two is equal, so the difference is the weight of the lead.
  assertAlmostEquals(early! - late!, 0.13, 1e-9);
});

test("FieldsIndex.rank() divides each field by its best score, so one match scores alike everywhere", () => {
  const small = library(["db: Tune a database", "git: Commit"]).scores("database");
  const large = library([
    "db: Tune a database",
    ...Array.from({ length: 50 }, (_, at) => `other-${at}: Nothing of note`),
  ]).scores("database");
  assertAlmostEquals(small.db!, large.db!, 1e-9);
});

test("FieldsIndex.rank() orders equal scores by position", () => {
  const { ranked, scores } = library(["b1: Draw maps", "a1: Draw maps", "c1: Draw maps"]);
  assertEquals(ranked("maps"), ["b1", "a1", "c1"]);
  assertEquals(new Set(Object.values(scores("maps"))).size, 1);
});

test("FieldsIndex.rank() adds a bonus where two words of the message stand side by side", () => {
  const lines = ["near: Draw street maps now", "far: Draw maps now street"];
  const { near, far } = library(lines).scores("street maps");
  const plain = library(lines, { without: ["phrases"] }).scores("street maps");
  assertAlmostEquals(plain.near!, plain.far!, 1e-9);
  assertEquals(far, plain.far);
  // √(idf·idf) of the two words on the scale of the description, whose best score is theirs too.
  assertAlmostEquals(near! - plain.near!, 0.25 * ratioOf(lines), 1e-6);
});

/** 2·idf over the best description score of a query of two words that both skills hold once. */
function ratioOf(lines: string[]): number {
  const [field] = library(lines).index.evidence({ text: "street maps", earlier: [] }, 0);
  const idf = Math.log(1 + 0.5 / 2.5);
  return 2 * idf / field!.score;
}

test("FieldsIndex.rank() finds no phrase across a stop, a tag or an unknown word of the message", () => {
  const lines = ["one: Draw streets maps", "two: Nothing"];
  const bonus = (text: string) =>
    library(lines).scores(text).one! - library(lines, { without: ["phrases"] }).scores(text).one!;
  assertEquals(bonus("streets maps") > 0, true);
  assertEquals(bonus("streets zebra maps"), 0);
  assertEquals(bonus("maps streets"), 0);
  const tagged = [skill("one: Draw streets", { tags: ["maps"] }), "two: Nothing"];
  assertEquals(
    library(tagged).scores("streets maps").one,
    library(tagged, { without: ["phrases"] }).scores("streets maps").one,
  );
});

test("FieldsIndex.rank() holds negative clauses against a skill, and never hides it for that", () => {
  const { ranked, scores } = library([
    "one: Draw maps. Do not use for street plans.",
    "two: Draw maps. Good for anything.",
  ]);
  assertEquals(ranked("draw street maps"), ["two", "one"]);
  assertEquals(ranked("draw maps"), ["one", "two"]);
  assertEquals(scores("street"), {});
});

test("FieldsIndex.rank() puts a skill named outright first, in every spelling", () => {
  const home = library([
    ...HOME,
    ...Array.from({ length: 30 }, (_, at) => `tool-${at}: Debug any docker container that fails`),
  ]);
  const spellings = [
    "docker-debug",
    "Docker-Debug please",
    "docker_debug",
    "/docker-debug",
    "use `docker-debug` on it",
    'use "docker debug" on it',
    "use the 'Docker Debug' skill",
    "“docker-debug” bitte",
    "用docker-debug看看容器",
    "「docker-debug」で調べて",
    "docker-debug로 확인해줘",
    "debug any docker container that fails with docker-debug",
  ];
  for (const text of spellings) {
    const { hits, injected, confidence } = home.answer(text);
    assertEquals([text, hits[0]!.position, injected[0]], [text, 3, 3]);
    assertEquals([text, hits[0]!.confidence, confidence], [text, 0.95, 0.95]);
    assert(hits[0]!.score - (hits[1]?.score ?? 0) > 1, text);
  }
});

test("FieldsIndex.rank() puts a CJK name first where it is quoted", () => {
  const { answer } = library(HOME);
  for (
    const text of [
      "「议事录メーカー」で",
      "《议事录メーカー》",
      "/议事录メーカー",
      "'议事录メーカー'",
    ]
  ) {
    const { injected, confidence } = answer(text);
    assertEquals([text, injected[0], confidence], [text, 4, 0.95]);
  }
});

test("FieldsIndex.rank() puts a named skill first though two dozen others fit the words better", () => {
  const others = Array.from(
    { length: 40 },
    (_, at) => `docker-${at}: Docker report of sales by docker | docker report docker sales docker`,
  );
  const named = "docker: Containers and images and volumes and networks and swarms and registries";
  const { ranked, injected } = library([...others, named]);
  assertEquals(ranked("docker report of sales").indexOf("docker") > 24, true);
  assertEquals(ranked("/docker report of sales")[0], "docker");
  assertEquals(injected("/docker report of sales"), ["docker"]);
});

test("FieldsIndex.rank() names all skills of one name", () => {
  const { answer } = library(["digest: Mail", "other: Mail", "digest: News", "db: Tune"]);
  assertEquals(answer("/digest").injected, [0, 2]);
});

test("FieldsIndex.rank() lifts a little a skill whose words are said in passing, plurals too", () => {
  const lines = ["weekly-report: Weekly report", "report-weekly: Report weekly"];
  const { scores } = library(lines, { without: ["phrases"] });
  for (const text of ["a weekly report please", "some Weekly Reports"]) {
    const { "weekly-report": said, "report-weekly": turned } = scores(text);
    assertAlmostEquals(said! - turned!, 0.3, 0.1);
  }
});

test("FieldsIndex.rank() does not inject a skill that the message rules out", () => {
  const { injected, ranked } = library(HOME);
  const messages = [
    "find out why the container fails, but don't use docker-debug",
    "find out why the container fails without using docker debug",
    "find out why the container fails instead of using `docker-debug`",
    "container fails, 不要用docker-debug",
    "docker-debugを使わずに container fails",
    "docker-debug 말고 container fails",
  ];
  for (const text of messages) {
    assertEquals([text, injected(text)], [text, []]);
    assertEquals([text, ranked(text).includes("docker-debug")], [text, true]);
  }
});

test("FieldsIndex.rank() injects the skill that is wanted instead", () => {
  const { injected } = library(HOME);
  assertEquals(injected("don't use docker-debug, tune the database"), ["db"]);
  assertEquals(injected("Tune the database instead of the weekly report"), ["db"]);
});

test("FieldsIndex.rank() ranks what a message doubts lower than without the doubt", () => {
  const { scores } = library(HOME);
  const plain = scores("the database, the weekly report")["weekly-report"]!;
  const doubted = scores("the database, not the weekly report")["weekly-report"]!;
  assertEquals(doubted < plain - 0.5, true);
});

test("FieldsIndex.rank() gives no confidence to hits below zero", () => {
  const words = "kubernetes swarm images volumes networks registries buckets";
  const { answer } = library([
    `first: Start ${words} on linux`,
    `second: Start ${words} clusters on linux`,
    ...Array.from({ length: 20 }, (_, at) => `other-${at}: Nothing of note`),
  ]);
  const { hits, injected } = answer(`linux instead of ${words} start`);
  assertEquals(hits.map(({ score }) => score < 0), [true, true]);
  assertEquals(hits.every(({ confidence }) => confidence! < 0.01), true);
  assertEquals(injected, []);
});

test("FieldsIndex.rank() injects a skill for each clause", () => {
  const { injected } = library(HOME);
  assertEquals(injected("fill in the form and bill the client for the work").toSorted(), [
    "invoice-maker",
    "pdf-form-filler",
  ]);
  assertEquals(injected("tune the database, then write the weekly report").toSorted(), [
    "db",
    "weekly-report",
  ]);
});

/** `HOME` among many other skills. */
const LARGE_HOME = [
  ...HOME,
  ...Array.from({ length: 20 }, (_, at) => `other-${at}: Nothing of note`),
];

/** One clause names a skill, the other speaks of its subject too. */
const NAMED_CLAUSE =
  "find out with docker-debug why the container fails, then write the report on the container";

test("FieldsIndex.rank() lets a skill that one clause names lead no other clause", () => {
  const { injected } = library(LARGE_HOME);
  assertEquals(injected(NAMED_CLAUSE), ["docker-debug", "weekly-report"]);
});

test("FieldsIndex.rank() reads no clauses where that part is switched off", () => {
  const { injected } = library(LARGE_HOME, { without: ["clauses"] });
  assertEquals(injected(NAMED_CLAUSE), ["docker-debug"]);
});

test("FieldsIndex.rank() gives the skill of a clause the confidence of that clause", () => {
  const second = (without: string[]) =>
    library(LARGE_HOME, { without }).answer(NAMED_CLAUSE).hits[1]!.confidence!;
  assertEquals([second([]) > 0.5, second(["clauses"]) < 0.05], [true, true]);
});

test("FieldsIndex.rank() reads a follow-up together with earlier turns (Query.earlier)", () => {
  const { injected } = library(HOME);
  const before = ["write the report of a week"];
  assertEquals(injected("for the manager"), []);
  assertEquals(injected("for the manager", before), ["weekly-report"]);
  assertEquals(injected("for the manager", [...before, "hello", "thanks"]), ["weekly-report"]);
});

test("FieldsIndex.rank() forgets what was said more than three turns ago", () => {
  const { injected } = library(HOME);
  const before = ["write the report of a week", "hm", "hello", "thanks"];
  assertEquals(injected("for the manager", before), []);
});

test("FieldsIndex.rank() inherits nothing without a word of the message in the skill", () => {
  const { injected } = library(HOME);
  const before = ["write the report of a week"];
  for (const text of ["thanks!", "make it longer please", "tomorrow", ""]) {
    assertEquals([text, injected(text, before)], [text, []]);
  }
});

test("FieldsIndex.rank() inherits nothing of what an earlier turn ruled out", () => {
  const { injected } = library(HOME);
  assertEquals(injected("for the manager", ["don't use the weekly report, please"]), []);
});

test("FieldsIndex.rank() lets a clear message stand for itself", () => {
  const { answer } = library(HOME);
  const text = "tune the database";
  assertEquals(answer(text, ["write the report of a week"]), answer(text));
});

test("FieldsIndex.rank() is silent on chat and on general questions", () => {
  const { answer } = library(HOME);
  const chat = [
    "hi",
    "Hello there!",
    "thanks a lot",
    "ok",
    "yes please",
    "你好",
    "谢谢",
    "こんにちは",
    "ありがとうございます",
    "안녕하세요",
    "What is the capital of France?",
    "",
    "😀",
  ];
  for (const text of chat) assertEquals([text, answer(text).injected], [text, []]);
});

test("FieldsIndex.rank() takes the first hits where the gate is off", () => {
  const { answer } = library(HOME, { limits: { ...LIMITS, gate: false, inject: 2 } });
  const { hits, injected } = answer("a week of work for a manager of clients and forms");
  assertEquals(injected, hits.slice(0, 2).map(({ position }) => position));
  assertEquals(hits.length > 2, true);
});

test("FieldsIndex.rank() returns as many hits as are asked for, with confidence for the first", () => {
  const many = Array.from({ length: 20 }, (_, at) => `map-${at}: Draw maps`);
  const limits = { results: 9, pool: 5, inject: 3, gate: true };
  const { hits, injected } = library(many, { limits }).answer("draw maps");
  assertEquals(hits.map(({ confidence }) => confidence !== null), [
    ...[true, true, true],
    ...[false, false, false, false, false, false],
  ]);
  assertEquals(injected.length <= 3, true);
});

test("FieldsIndex.rank() answers the same whatever was asked before", () => {
  const texts = [
    "fill in the form and bill the client",
    "docker-debug",
    "don't use docker-debug, tune the database",
    "",
    "会議の記録",
    "weekly report",
  ];
  const shared = library(HOME);
  const alone = (text: string) => library(HOME).answer(text);
  for (const text of [...texts, ...texts.toReversed()]) {
    assertEquals(shared.answer(text), alone(text));
  }
});

test("FieldsIndex.rank() finds nothing in an empty library", () => {
  const { index, answer } = library([]);
  assertEquals(index.figures, { documents: 0, terms: 0, postings: 0 });
  assertEquals(answer("tune the database"), { hits: [], confidence: 0, injected: [] });
});

test("FieldsIndex.rank() repairs a misspelt word", () => {
  const { ranked } = library(HOME);
  assertEquals(ranked("databsae"), ["db"]);
  assertEquals(ranked("dattabase"), ["db"]);
  assertEquals(library(HOME, { without: ["repair"] }).ranked("databsae"), []);
});

test("FieldsIndex.figures counts documents, terms and postings", () => {
  const { index } = library(["git: Commit files", "mail: Send files"]);
  assertEquals(index.figures, { documents: 2, terms: 5, postings: 6 });
});

test("FieldsIndex.evidence() explains a hit by field, words strongest first", () => {
  const { index } = library(["git: Commit files | push files", "mail: Send files"]);
  const evidence = index.evidence({ text: "push git files", earlier: [] }, 0);
  assertEquals(
    evidence.map(({ field, terms }) => [field, terms.map(({ term }) => term)]),
    [
      ["description", ["git", "files"]],
      ["name", ["git"]],
      ["body", ["push", "files"]],
      ["lead", ["push", "files"]],
    ],
  );
  for (const { score, terms } of evidence) {
    assertAlmostEquals(score, terms.reduce((sum, term) => sum + term.score, 0), 1e-12);
  }
});

test("FieldsIndex.describeQuery() says what the message was understood as", () => {
  const { index } = library(HOME);
  const { terms, notes } = index.describeQuery({
    text: "tune the databsae, then fill the form, don't use docker, not the report",
    earlier: [],
  });
  assertEquals(
    terms.map(({ term, from, documents }) => [term, from ?? null, documents]).slice(0, 2),
    [["tune", null, 1], ["fill", null, 1]],
  );
  assertEquals(
    terms.filter(({ from }) => from === "databsae").map(({ term, weight }) => [term, weight]),
    [["database", 0.7]],
  );
  assertEquals(notes.slice(0, 2), ["ruled out: docker .", "doubted: the report"]);
  assertEquals(notes[2], "clause: tune the databsae");
});

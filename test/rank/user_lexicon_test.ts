import { test } from "node:test";
import { join } from "@std/path";
import { assertEquals } from "@std/assert";
import { NO_FACTS } from "../../lib/catalog/mod.ts";
import { readSettings } from "../../lib/config/mod.ts";
import { createRetriever, readUserLexicon } from "../../lib/rank/mod.ts";
import { makeHome, skillText, writeHomeFile } from "../helpers/home.ts";

/** A home with three English skills and a lexicon. */
function homeWith(lexicon: string): string {
  return makeHome({
    "config.yaml": "plugins:\n  entries:\n    skill-retrieval:\n      settings:\n" +
      "        lexicon: words\n",
    "words": lexicon,
    "skills/air/fly-drone/SKILL.md": skillText("fly-drone", "Plan a flight of a drone"),
    "skills/data/db/SKILL.md": skillText("db", "Tune a database"),
    "skills/data/store/SKILL.md": skillText("store", "Build a warehouse"),
  });
}

const retrieverFor = (variables: Record<string, string> = {}) =>
  createRetriever((name) => variables[name], { resident: false });

/** Ids and warnings for a message. */
function ask(
  home: string,
  text: string,
  { lexicon, retriever = retrieverFor(), preset = "default" }: {
    lexicon: string;
    retriever?: ReturnType<typeof retrieverFor>;
    preset?: string;
  },
) {
  const { settings } = readSettings({
    options: { preset },
    environment: () => undefined,
    config: { lexicon },
  });
  const request = { home, cwd: null, text, earlier: [], session: NO_FACTS, settings };
  const { outcome, warnings } = retriever.rank(request, 10);
  return { ids: outcome.results.map(({ id }) => id), warnings };
}

test("SKILL_RETRIEVAL_LEXICON makes a Chinese message find an English skill", () => {
  const home = homeWith("zh\t嗡嗡机\tdrone\n");
  assertEquals(ask(home, "嗡嗡机怎么飞", { lexicon: "words" }), {
    ids: ["air/fly-drone"],
    warnings: [],
  });
});

test("SKILL_RETRIEVAL_LEXICON stands below the built-in entries", () => {
  const home = homeWith("zh\t数据库\twarehouse\n");
  assertEquals(ask(home, "数据库", { lexicon: "words" }).ids, ["data/db"]);
});

test("SKILL_RETRIEVAL_LEXICON takes CC-CEDICT, traditional and simplified", () => {
  const home = homeWith("嗡嗡機 嗡嗡机 [weng1 weng1 ji1] /drone/\n");
  assertEquals(ask(home, "嗡嗡機", { lexicon: "words" }).ids, ["air/fly-drone"]);
  assertEquals(ask(home, "嗡嗡机", { lexicon: "words" }).ids, ["air/fly-drone"]);
});

test("SKILL_RETRIEVAL_LEXICON lets an English word of the user's stand for another", () => {
  const home = homeWith("en\tquadro\tdrone\n");
  assertEquals(ask(home, "quadro", { lexicon: "words" }).ids, ["air/fly-drone"]);
});

test("SKILL_RETRIEVAL_LEXICON translates skills too, so that English finds them", () => {
  const home = makeHome({
    "config.yaml": "",
    "words.tsv": "zh\t嗡嗡机\tdrone\n",
    "skills/zh/飞行/SKILL.md": skillText("飞行", "嗡嗡机"),
  });
  assertEquals(ask(home, "drone", { lexicon: "words.tsv" }).ids, ["zh/飞行"]);
});

test("SKILL_RETRIEVAL_LEXICON may be absolute, or begin with ~", () => {
  const home = homeWith("zh\t嗡嗡机\tdrone\n");
  const other = homeWith("");
  assertEquals(ask(other, "嗡嗡机", { lexicon: join(home, "words") }).ids, ["air/fly-drone"]);
  const retriever = retrieverFor({ HOME: home });
  assertEquals(ask(home, "嗡嗡机", { lexicon: "~/words", retriever }).ids, ["air/fly-drone"]);
});

test("LocalRetriever warns once of a lexicon that is missing, and answers without it", () => {
  const home = homeWith("");
  const retriever = retrieverFor();
  const missing = `the lexicon is not used: ${join(home, "gone")} does not exist`;
  assertEquals(ask(home, "database", { lexicon: "gone", retriever }), {
    ids: ["data/db"],
    warnings: [missing],
  });
  assertEquals(ask(home, "database", { lexicon: "gone", retriever }).warnings, []);
});

test("LocalRetriever warns once, with their number, of lines that cannot be used", () => {
  const home = homeWith("zh\t嗡嗡机\tdrone\nzh\t坏\tx:nan\nxx\ta\tb\n");
  const retriever = retrieverFor();
  assertEquals(ask(home, "嗡嗡机", { lexicon: "words", retriever }), {
    ids: ["air/fly-drone"],
    warnings: [
      `2 of the lines of the lexicon ${join(home, "words")} cannot be used, the first is line 2: ` +
      '"x:nan" is no gloss (word, two_words or word:0.5 with a weight above 0 and at most 1) ' +
      "(skill-retrieval lexicon check shows all)",
    ],
  });
  assertEquals(ask(home, "嗡嗡机", { lexicon: "words", retriever }).warnings, []);
});

test("LocalRetriever tells the first turn what was wrong when the home was prepared", () => {
  const home = homeWith("");
  const retriever = retrieverFor();
  const { settings } = readSettings({
    options: { preset: "default" },
    environment: () => undefined,
    config: { lexicon: "gone" },
  });
  retriever.prepare(home, null, settings);
  assertEquals(ask(home, "database", { lexicon: "gone", retriever }).warnings.length, 1);
});

test("LocalRetriever reads a changed lexicon only in a new process", () => {
  const home = homeWith("zh\t嗡嗡机\tdrone\n");
  const retriever = retrieverFor();
  assertEquals(ask(home, "嗡嗡机", { lexicon: "words", retriever }).ids.length, 1);
  writeHomeFile(home, "words", "zh\t别的\tdrone\n");
  assertEquals(ask(home, "嗡嗡机", { lexicon: "words", retriever }).ids.length, 1);
  assertEquals(ask(home, "嗡嗡机", { lexicon: "words" }).ids, []);
});

test("LocalRetriever reads no lexicon for preset bm25, which has none", () => {
  const home = homeWith("");
  assertEquals(ask(home, "database", { lexicon: "gone", preset: "bm25" }).warnings, []);
});

test("readUserLexicon() refuses what is no regular file with a sentence", () => {
  const home = homeWith("");
  assertEquals(readUserLexicon(home), {
    lexicon: null,
    warning: `the lexicon is not used: ${home} is not a regular file`,
  });
});

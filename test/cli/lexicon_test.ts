/** `lexicon lookup` and `lexicon check`, on the program as people run it. */
import { test } from "node:test";
import { join } from "@std/path";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeHome } from "../helpers/home.ts";
import { program } from "./program.ts";

const TSV = [
  "# words of our team",
  "zh\t嗡嗡机\tdrone uav:0.5",
  "zh\t数据库\twarehouse",
  "zh\tT恤\tshirt",
  "en\tgizmo\tgadget",
  "",
].join("\n");
const CEDICT = "\ufeff# CC-CEDICT\n無人機 无人机 [wu2 ren2 ji1] /drone/unmanned aerial vehicle/\n" +
  "嗡嗡機 嗡嗡机 [[weng1weng1ji1]] /(informal) to buzz/\n";

const home = makeHome({
  "config.yaml": "",
  "words.tsv": TSV,
  "bad.tsv": `${TSV}zz\ta\tb\nzh\t测\tx:9\nzh only\nzh\t嗯\t- hm\n`,
  "words.u8": CEDICT,
  "bad.u8": `${CEDICT}not an entry\n`,
});
const file = (name: string) => join(home, name);

/** Pieces of a looked-up text, all runs in one list. */
function lookup(text: string, variables: Record<string, string> = {}) {
  const { code, out, error } = program(["lexicon", "lookup", text, "--json", "--home", home], {
    variables,
  });
  assertEquals([code, error], [0, ""]);
  const document = JSON.parse(out);
  assertEquals(document.text, text);
  // deno-lint-ignore no-explicit-any
  return document.runs.flatMap(({ pieces }: any) => pieces);
}

test("lexicon lookup shows translations, fillers and what is unknown, in order", () => {
  // Of several glosses the first: the lexicon may learn more.
  const pieces = lookup("帮我备份数据库龘").map((piece: { glosses: unknown[] }) => ({
    ...piece,
    glosses: piece.glosses.slice(0, 1),
  }));
  assertEquals(pieces, [
    { text: "帮我", kind: "filler", language: "zh", origin: "built-in", glosses: [] },
    {
      text: "备份",
      kind: "translation",
      language: "zh",
      origin: "built-in",
      glosses: [{ words: ["backup"], weight: 1, same: false }],
    },
    {
      text: "数据库",
      kind: "translation",
      language: "zh",
      origin: "built-in",
      glosses: [{ words: ["database"], weight: 1, same: false }],
    },
    { text: "龘", kind: "unknown", language: null, origin: null, glosses: [] },
  ]);
});

test("lexicon lookup shows synonyms of English words, and stop words as such", () => {
  const [the, k8s] = lookup("the k8s");
  assertEquals(the, { text: "the", kind: "stop word", language: null, origin: null, glosses: [] });
  assertEquals(k8s, {
    text: "k8s",
    kind: "synonyms",
    language: "en",
    origin: "built-in",
    glosses: [{ words: ["kubernetes"], weight: 1, same: false }],
  });
});

test("lexicon lookup honours SKILL_RETRIEVAL_LEXICON, a relative path against the home", () => {
  const variables = { SKILL_RETRIEVAL_LEXICON: "words.tsv" };
  assertEquals(lookup("嗡嗡机", variables), [{
    text: "嗡嗡机",
    kind: "translation",
    language: "zh",
    origin: "user",
    glosses: [{ words: ["drone"], weight: 0.5, same: false }, {
      words: ["uav"],
      weight: 0.25,
      same: false,
    }],
  }]);
  assertEquals(lookup("数据库", variables)[0].origin, "built-in");
  assertEquals(lookup("gizmo", variables)[0].origin, "user");
});

test("lexicon lookup reads the text from standard input and prints aligned text", () => {
  const { code, out } = program(["lexicon", "lookup", "-", "--home", home], {
    input: "把k8s",
    variables: { SKILL_RETRIEVAL_LEXICON: "words.tsv" },
  });
  assertEquals(code, 0);
  assertEquals(
    out,
    "把\n  把                filler  (zh, built-in)\n" +
      "k8s\n  k8s               kubernetes  (en, built-in)\n",
  );
});

test("lexicon lookup warns of a lexicon that cannot be read and goes on (DESIGN §5)", () => {
  const { code, out, error } = program(["lexicon", "lookup", "把", "--home", home], {
    variables: { SKILL_RETRIEVAL_LEXICON: "gone.tsv" },
  });
  assertEquals([code, out.startsWith("把\n")], [0, true]);
  assertEquals(
    error,
    `skill-retrieval: warning: the lexicon is not used: ${file("gone.tsv")} does not exist\n`,
  );
});

test("lexicon check counts terms by language and names those without effect", () => {
  const { code, out, error } = program(["lexicon", "check", file("words.tsv")]);
  assertEquals([code, error], [0, ""]);
  assertEquals(
    out,
    "4 terms (3 zh, 1 en), 0 problems.\n" +
      "Built in already, so without effect: 1 (数据库).\n" +
      "In no text as one piece, so without effect: 1 (t恤).\n",
  );
});

test("lexicon check names every bad line as FILE:line and exits 1 (DESIGN §5)", () => {
  const { code, out } = program(["lexicon", "check", file("bad.tsv")]);
  assertEquals(code, 1);
  assertEquals(out.split("\n").slice(0, 5), [
    `${file("bad.tsv")}:6: "zz" is none of zh, ja, ko, en`,
    `${file("bad.tsv")}:7: "x:9" is no gloss (word, two_words or word:0.5 with a weight above 0 ` +
    "and at most 1)",
    `${file("bad.tsv")}:8: needs three columns separated by tabs: language, term, glosses`,
    `${file("bad.tsv")}:9: "-" marks a filler and stands alone`,
    "4 terms (3 zh, 1 en), 4 problems.",
  ]);
});

test("lexicon check reads CC-CEDICT, both forms of a word and both versions of the format", () => {
  const { code, out } = program(["lexicon", "check", file("words.u8"), "--json"]);
  assertEquals(code, 0);
  const { file: path, counts, problems } = JSON.parse(out);
  assertEquals([path, counts, problems], [
    file("words.u8"),
    { zh: 4, ja: 0, ko: 0, en: 0 },
    [],
  ]);
  const bad = program(["lexicon", "check", file("bad.u8"), "--json"]);
  assertEquals([bad.code, JSON.parse(bad.out).problems], [1, [{
    line: 4,
    reason: "is no CC-CEDICT entry (traditional simplified [pinyin] /gloss/)",
  }]]);
});

test("lexicon check says what is wrong with a file that cannot be read", () => {
  const { code, error } = program(["lexicon", "check", file("gone.tsv")]);
  assertEquals([code, error], [1, `skill-retrieval: ${file("gone.tsv")} does not exist.\n`]);
  const folder = program(["lexicon", "check", home]);
  assertEquals([folder.code, folder.error], [
    1,
    `skill-retrieval: ${home} is not a regular file.\n`,
  ]);
});

test("lexicon names the fix for wrong usage (DESIGN §5)", () => {
  const wrong: [string[], string][] = [
    [[], "Say what to do: lexicon lookup TEXT, or lexicon check FILE."],
    [["show"], 'lexicon knows lookup and check, not "show".'],
    [["lookup"], "Give the message as an argument"],
    [["check"], "lexicon check takes one file: lexicon check FILE."],
    [["check", "a", "b"], "lexicon check takes one file: lexicon check FILE."],
  ];
  for (const [argv, message] of wrong) {
    const { code, error } = program(["lexicon", ...argv]);
    assertEquals(code, 2);
    assertStringIncludes(error, message);
  }
});

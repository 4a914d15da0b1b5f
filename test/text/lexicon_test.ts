import * as fs from "node:fs";
import { test } from "node:test";
import { join } from "@std/path";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  builtInTable,
  checkUserLexicon,
  coverageOf,
  languagesOf,
  Lexicon,
  LEXICON_LANGUAGES,
  type LexiconLanguage,
  type LexiconTable,
  parseUserLexicon,
  STOP_WORDS,
} from "../../lib/text/mod.ts";

const folder = join(import.meta.dirname!, "..", "..", "lib", "text", "lexicon");

/** Lines of a built-in file that are no remarks. */
const rowsOf = (language: LexiconLanguage): string[] =>
  fs.readFileSync(join(folder, `${language}.tsv`), "utf8").split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

const user = (text: string) => new Lexicon(parseUserLexicon(text).lexicon);

/** Terms of a cover in order, fillers in brackets. */
const covered = (lexicon: Lexicon, run: string, languages: LexiconLanguage[]): string =>
  lexicon.cover([...run], languages)
    .map(({ term, glosses }) => glosses.length === 0 ? `(${term})` : term).join(" ");

for (const language of LEXICON_LANGUAGES) {
  test(`builtInTable() has unique, normalised, well-formed entries for ${language}`, () => {
    const rows = rowsOf(language);
    const { problems, counts, unreachable } = checkUserLexicon(rows.join("\n"));
    assertEquals([problems, unreachable], [[], []]);
    // As many terms as lines: none is there twice, none was changed by normalisation.
    assertEquals([counts[language], builtInTable(language).size], [
      rows.length,
      rows.length,
    ]);
    const terms = rows.map((row) => row.split("\t")[1]);
    assertEquals([...builtInTable(language).terms()], terms);
  });

  test(`builtInTable() translates nothing of ${language} into a stop word`, () => {
    const lexicon = new Lexicon();
    const stopWords = [...builtInTable(language).terms()].filter((term) =>
      lexicon.glosses(language, term)!.some(({ words }) =>
        words.length === 0 || words.every((word) => STOP_WORDS.has(word))
      )
    );
    assertEquals(stopWords, []);
  });
}

/** Terms of a table with their glosses. */
const entriesOf = (table: LexiconTable) =>
  [...table.terms()].map((term): [string, string] => [term, table.get(term)!]);

test("Lexicon.glosses() reads alternatives, several words and weights", () => {
  const lexicon = user("zh\t嗡嗡机\tdrone flying_robot:0.6\n");
  // A user's entry counts half.
  assertEquals(lexicon.glosses("zh", "嗡嗡机"), [
    { words: ["drone"], weight: 0.5, same: false },
    { words: ["flying", "robot"], weight: 0.3, same: false },
  ]);
  assertEquals(lexicon.glosses("zh", "数据库"), [{ words: ["database"], weight: 1, same: false }]);
  assertEquals(lexicon.glosses("zh", "龘龘"), undefined);
  assertEquals(lexicon.glosses("zh", "帮我"), []);
});

test("Lexicon.glosses() prefers the built-in entry, and origin() says so", () => {
  const lexicon = user("zh\t数据库\twarehouse\nzh\t嗡嗡机\tdrone\n");
  assertEquals(lexicon.glosses("zh", "数据库"), [{ words: ["database"], weight: 1, same: false }]);
  assertEquals(
    ["数据库", "嗡嗡机", "龘"].map((term) => lexicon.origin("zh", term)),
    ["built-in", "user", null],
  );
});

test("Lexicon.cover() prefers one long term to several short ones", () => {
  const short = "zh\t嗡嗡\tbuzz\nzh\t机嗡\tengine\nzh\t机\tmachine\n";
  assertEquals(covered(user(short), "嗡嗡机嗡", ["zh"]), "嗡嗡 机嗡");
  assertEquals(covered(user(`${short}zh\t嗡嗡机\tdrone\n`), "嗡嗡机嗡", ["zh"]), "嗡嗡 机嗡");
  assertEquals(covered(user(`${short}zh\t嗡嗡机嗡\tdrone\n`), "嗡嗡机嗡", ["zh"]), "嗡嗡机嗡");
});

test("Lexicon.cover() maximises the sum of length^1.5 over the run, not the first match", () => {
  // 3^1.5 = 5.20 and one character alone lose to nothing here; 2^1.5 + 3^1.5 = 8.02 win over both.
  const lexicon = user("zh\t嗡嘤嘭\ta1\nzh\t嗡嘤\tb1\nzh\t嘭嘣嘞\tc1\n");
  assertEquals(covered(lexicon, "嗡嘤嘭嘣嘞", ["zh"]), "嗡嘤 嘭嘣嘞");
});

test("Lexicon.cover() says where each term starts and leaves out what it does not know", () => {
  const covers = user("zh\t嗡嗡\tbuzz\n").cover([..."龘嗡嗡龘嗡嗡"], ["zh"]);
  assertEquals(covers.map(({ start, length, term }) => [start, length, term]), [
    [1, 2, "嗡嗡"],
    [4, 2, "嗡嗡"],
  ]);
  assertEquals(user("").cover([], ["zh"]), []);
});

test("Lexicon.cover() covers fillers of all three languages", () => {
  assertEquals(covered(new Lexicon(), "帮我备份", ["zh"]), "(帮我) 备份");
  assertEquals(covered(new Lexicon(), "翻訳してください", ["ja"]), "翻訳 (して) (ください)");
  assertEquals(covered(new Lexicon(), "번역해주세요", ["ko"]), "번역 (해주세요)");
});

test("Lexicon.cover() asks languages in order of preference", () => {
  const lexicon = user("zh\t嗡嗡\tzhword\nja\t嗡嗡\tjaword\n");
  const languageOf = (languages: LexiconLanguage[]) =>
    lexicon.cover(["嗡", "嗡"], languages)[0]?.language;
  assertEquals([languageOf(["zh", "ja"]), languageOf(["ja", "zh"]), languageOf(["ko"])], [
    "zh",
    "ja",
    undefined,
  ]);
});

test("Lexicon.synonyms() takes a word's own row, else that of a word with its stem", () => {
  const words = (word: string) => new Lexicon().synonyms(word).flatMap(({ words }) => words);
  assertEquals(words("k8s"), ["kubernetes"]);
  assertEquals(words("deploying"), words("deploy"));
  assertEquals(words("zzzqqq"), []);
  assertEquals(user("en\tzzzqqq\tdrone\n").synonyms("zzzqqq"), [
    { words: ["drone"], weight: 0.5, same: false },
  ]);
});

test("Lexicon.synonyms() marks by = what may stand for the word", () => {
  assertEquals(new Lexicon().synonyms("usd"), [
    { words: ["currency"], weight: 1, same: true },
    { words: ["exchange", "rate"], weight: 1, same: false },
  ]);
  assertEquals(user("en\tzzzqqq\t=flying_robot:0.6 drone\n").synonyms("zzzqqq"), [
    { words: ["flying", "robot"], weight: 0.3, same: true },
    { words: ["drone"], weight: 0.5, same: false },
  ]);
});

test("languagesOf() takes kana for Japanese, Hangul for Korean, else Chinese first", () => {
  const cases: [string, LexiconLanguage[]][] = [
    ["数据库", ["zh", "ja"]],
    ["データ", ["ja"]],
    ["ﾃﾞｰﾀ", ["ja"]],
    ["翻訳する", ["ja", "zh"]],
    ["번역", ["ko"]],
    ["번역 文書", ["ko", "zh"]],
    ["データ 번역", ["ja", "ko"]],
    ["pdf", ["zh", "ja"]],
  ];
  assertEquals(cases.map(([text]) => [text, languagesOf(text)]), cases);
});

test("parseUserLexicon() reads TSV with a BOM, CRLF, remarks and full-width forms", () => {
  const { lexicon, problems } = parseUserLexicon(
    "\ufeff# remark\r\n\r\nzh\t 嗡嗡机 \t drone \r\nen\tＧＩＺＭＯ\tgadget\r\nko\t붕붕\t-\r\n",
  );
  assertEquals(problems, []);
  assertEquals(entriesOf(lexicon.zh), [["嗡嗡机", "drone"]]);
  assertEquals(entriesOf(lexicon.en), [["gizmo", "gadget"]]);
  assertEquals([...entriesOf(lexicon.ko), lexicon.ja.size], [["붕붕", "-"], 0]);
});

test("parseUserLexicon() names bad lines by number and keeps the good ones", () => {
  const lines = [
    "zh\t嗡\tbuzz",
    "zh 嗡 buzz",
    "fr\tmot\tword",
    "zh\t\tx",
    "zh\t嘤\ta:b",
    "zh\t嘭\ta:0",
  ];
  const { lexicon, problems } = parseUserLexicon([...lines, "__proto__\ta\tb"].join("\n"));
  assertEquals(problems.map(({ line }) => line), [2, 3, 4, 5, 6, 7]);
  assertEquals([...lexicon.zh.terms()], ["嗡"]);
});

test("parseUserLexicon() takes from CC-CEDICT short glosses without brackets and without to", () => {
  const { lexicon, problems } = parseUserLexicon(
    "# CC-CEDICT\n" +
      "備份 备份 [bei4 fen4] /to back up/backup/(computing) a copy kept for later use by somebody/\n" +
      "上 上 [shang4] /on/\n上 上 [shang4] /up/\n",
  );
  assertEquals(problems, []);
  assertEquals(entriesOf(lexicon.zh), [
    ["備份", "back_up backup"],
    ["备份", "back_up backup"],
    ["上", "on up"],
  ]);
});

test("parseUserLexicon() takes any text without failing, and its entries have finite weights", () => {
  const line = fc.tuple(
    fc.constantFrom("zh", "ja", "ko", "en", "__proto__", "constructor", ""),
    fc.string({ unit: "grapheme" }),
    fc.oneof(fc.string(), fc.constantFrom("a:0.5", "a_b", "-", "a:NaN", "a:-1", "a:2", "_", ":")),
  ).map((parts) => parts.join("\t"));
  fc.assert(fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
    const { lexicon } = parseUserLexicon(lines.join("\n"));
    const own = new Lexicon(lexicon);
    for (const language of LEXICON_LANGUAGES) {
      for (const term of lexicon[language].terms()) {
        for (const { words, weight } of own.glosses(language, term)!) {
          assertEquals([words.length > 0, weight > 0 && weight <= 1], [true, true]);
        }
      }
    }
  }));
});

test("coverageOf() gives back every character of a CJK run", () => {
  const lexicon = new Lexicon();
  const character = fc.constantFrom(..."帮我把数据库备份到龘翻訳してください번역");
  fc.assert(fc.property(fc.array(character), (characters) => {
    for (const { text, pieces } of coverageOf(characters.join(""), lexicon)) {
      assertEquals(pieces.map((piece) => piece.text).join(""), text);
    }
  }));
});

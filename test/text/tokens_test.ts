import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  bigramsOf,
  exactForm,
  foldWord,
  FULL,
  isCjkRun,
  stemForm,
  tokensOf,
  wordsOf,
} from "../../lib/text/mod.ts";

/** Words of a text, a word of half weight marked by `½`; bigrams of CJK runs. */
function words(text: string): string {
  return tokensOf(text).flatMap((token) =>
    isCjkRun(token)
      ? bigramsOf(token)
      : wordsOf(token).map(({ text: word, weight }) => weight === FULL ? word : `${word}½`)
  ).join(" ");
}

const examples: [string, [string, string][]][] = [
  ["camel case whole, and in parts at half weight", [
    ["getUserName", "getusername get½ user½ name½"],
    ["HTTPServer", "httpserver http½ server½"],
    ["parseJSON", "parsejson parse½ json½"],
    ["XMLHttpRequest", "xmlhttprequest xml½ http½ request½"],
    ["OpenAI macOS", "openai open½ ai½ macos mac½ os½"],
    ["PowerBI GraphQL", "powerbi power½ bi½ graphql graph½ ql½"],
  ]],
  ["the plural s of an abbreviation as no part of its own", [["APIs URLs", "apis urls"]]],
  ["a part of a single letter not at all", [["eBay iOS", "ebay bay½ ios os½"]]],
  ["snake, kebab and dotted names in parts", [
    ["snake_case_name __init__", "snake case name init"],
    ["kebab-case-name", "kebab case name"],
    ["os.path.join a/b", "os path join a b"],
  ]],
  ["C++, C#, F# and g++ as words of their own", [
    ["C++ and C# and F#, or g++", "c++ and c# and f# or g++"],
    ["C++17", "c++ 17"],
    ["C", "c"],
  ]],
  ["plus and hash elsewhere as separators", [
    ["foo+bar issue#12 #tag", "foo bar issue 12 tag"],
    ["c#sharp", "c sharp"],
    ["objC++", "objc obj½"],
  ]],
  [".NET as dotnet, but not the end of a host name", [
    [".NET 8 and .net", "dotnet 8 and dotnet"],
    ["ASP.NET VB.NET", "asp dotnet vb dotnet"],
    ["example.net .netrc", "example net netrc"],
  ]],
  ["node.js in parts, and glued at half weight", [
    ["node.js and Next.js", "node js nodejs½ and next js nextjs½"],
    ["nodejs node.jsx", "nodejs node jsx"],
  ]],
  ["accents off and ß as ss", [
    ["café naïve Über Straße", "cafe naive uber strasse"],
    ["cafe\u0301", "cafe"],
  ]],
  ["full-width letters and digits as ASCII", [["ＡＢＣ１２３ ｐｄｆ", "abc123 pdf"]]],
  ["half-width kana as full-width, their marks composed", [
    ["ﾃｽﾄ", "テス スト"],
    ["ｶﾞｲﾄﾞ", "ガイ イド"],
  ]],
  ["kana and Hangul in pieces, as macOS writes file names, composed", [
    ["か\u3099い", "がい"],
    ["\u1112\u1161\u11ab\u1100\u116e\u11a8", "한국"],
    ["a\u309bb", "a b"],
  ]],
  ["numbers and versions apart at every dot and dash", [
    ["v2.10.3 3.14", "v2 10 3 3 14"],
    ["2026-11-30", "2026 11 30"],
    ["H2O utf8 k8s 3D", "h2o h2½ utf8 k8s 3d"],
  ]],
  ["CJK runs apart from the words beside them", [
    ["用Python写脚本", "用 python 写脚 脚本"],
    ["日本語ＡＰＩ", "日本 本語 api"],
    ["データ・分析", "デー ータ 分析"],
    ["한국어처리", "한국 국어 어처 처리"],
    ["𠮷野家", "𠮷野 野家"],
    ["图", "图"],
  ]],
  ["an apostrophe as a separator", [["don't", "don t"]]],
];

for (const [what, cases] of examples) {
  test(`wordsOf() gives ${what}`, () => {
    assertEquals(
      cases.map(([text]) => [text, words(text)]),
      cases,
    );
  });
}

test("tokensOf() keeps tokens as written and in order, without separators", () => {
  assertEquals(tokensOf(" Use C++, not 数据库!\n"), ["Use", "C++", "not", "数据库"]);
  assertEquals(tokensOf("… — !?"), []);
  assertEquals(tokensOf(""), []);
});

test("isCjkRun() tells Chinese, Japanese and Korean runs from words", () => {
  assertEquals(["图片", "テスト", "한국", "𠮷", "pdf", "é", "да", "１２"].map(isCjkRun), [
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("foldWord() folds capitals, accents and width, and keeps other scripts", () => {
  assertEquals(["Ä", "İstanbul", "Ｘ", "𝗣𝗗𝗙", "ЗАДАЧА", "C#"].map(foldWord), [
    "a",
    "istanbul",
    "x",
    "pdf",
    "задача",
    "c#",
  ]);
});

test("exactForm() takes off a plural s and nothing else", () => {
  assertEquals(
    ["files", "file", "class", "status", "analysis", "gas", "apis", "buses"].map(exactForm),
    ["file", "file", "class", "status", "analysis", "gas", "apis", "buse"],
  );
});

test("stemForm() joins analysis, analytics and analyst, which Porter2 keeps apart", () => {
  assertEquals(
    ["analysis", "analyses", "analyze", "analytics", "analyst", "general", "generate"].map(
      stemForm,
    ),
    ["analyz", "analyz", "analyz", "analyz", "analyz", "general", "generat"],
  );
});

test("stemForm() joins spellings and short forms of one word", () => {
  const stems = (words: string) => new Set(words.split(" ").map(stemForm)).size;
  for (
    const words of [
      "colour color colours",
      "optimise optimize optimises",
      "k8s kubernetes",
      "js javascript",
      "email mail emails mails",
      "postgres postgresql psql pg",
    ]
  ) assertEquals([words, stems(words)], [words, 1]);
  assertEquals(stems("colour centre organise k8s js email"), 6);
});

test("tokensOf() takes no mark without its letter for a word, such as that of an emoji", () => {
  assertEquals(tokensOf("⚙\ufe0f tool 1\ufe0f\u20e3"), ["tool", "1\ufe0f\u20e3"]);
  assertEquals(words("1\ufe0f\u20e3 \u0301"), "1");
});

test("wordsOf() gives folded words for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    for (const token of tokensOf(text)) {
      assertEquals(text.normalize("NFKC").includes(token) || text.includes(token), true);
      if (isCjkRun(token)) continue;
      for (const { text: word } of wordsOf(token)) {
        assertEquals(word, word.toLowerCase());
      }
    }
  }));
});

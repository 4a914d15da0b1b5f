import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { enlarged, FULL, HALF, scan, TermTable, TokenList, tokensOf } from "../../lib/text/mod.ts";

const CJK =
  "[[\\u3041-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\u{20000}-\\u{2a6df}]&&[\\p{L}\\p{N}]]";
const LETTER = `[[\\p{L}\\p{N}]--${CJK}]`;
const REFERENCE = new RegExp(
  `(?<![A-Za-z0-9])\\.net\\b|\\.NET\\b|${LETTER}[[\\p{L}\\p{N}\\p{M}]--${CJK}]*` +
    `(?:\\+\\+|#(?![A-Za-z0-9])|\\.js\\b)?|${CJK}+`,
  "gv",
);
/** Half-width kana, sound marks of kana, Hangul in pieces. */
const IN_PIECES = /[\uff61-\uff9f\u3099\u309a\u1100-\u11ff]/;

/** Tokens by one regular expression: what the scanner must find. */
function referenceTokens(text: string): string[] {
  const composed = IN_PIECES.test(text) ? text.normalize("NFKC") : text;
  return composed.replaceAll("_", " ").match(REFERENCE) ?? [];
}

/** Characters at the borders of the scanner's kinds. */
const PIECES = [
  ..."aZ9éßжअ٣",
  ..." _-.+#'!\n",
  ..."图片かナー한〇々・",
  ..."Ａｄｶﾞﾃﾞ각Ｃ",
  "\u0301",
  "\u093f",
  "\u3099",
  "\u309b",
  "\u302a",
  "\ufe0f",
  "\u20e3",
  "𝗔",
  "𠮷",
  "😀",
  "𑄌",
  "𑄳",
  "\u{e0100}",
  "\ud83d",
  "\udc00",
  "++",
  ".js",
  ".NET",
  ".net",
  "C#",
  "node.js",
];
const mixed = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((parts) =>
  parts.join("")
);
const anyText = fc.oneof(
  mixed,
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
);

test("tokensOf() equals a tokenizer of one regular expression for any text", () => {
  fc.assert(
    fc.property(anyText, (text) => assertEquals(tokensOf(text), referenceTokens(text))),
    { numRuns: 3_000 },
  );
});

test("tokensOf() equals the regular expression for every character beside a letter", () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0x32_000; code++) {
    const character = String.fromCodePoint(code);
    for (const text of [`a${character}b`, `图${character}片`]) {
      if (tokensOf(text).join() !== referenceTokens(text).join()) wrong.push(code.toString(16));
    }
  }
  assertEquals(wrong, []);
});

test("scan() gives the place, the text and the kind of each token", () => {
  const list = new TokenList();
  scan("Use C++ 画像, node.js!", list);
  const rows = Array.from(
    { length: list.count },
    (_, at) => [list.starts[at], list.ends[at], list.cjk[at], list.slice(at)],
  );
  assertEquals(rows, [
    [0, 3, 0, "Use"],
    [4, 7, 0, "C++"],
    [8, 10, 1, "画像"],
    [12, 19, 0, "node.js"],
  ]);
});

test("scan() places tokens of half-width letters in the composed text", () => {
  const list = new TokenList();
  scan("ﾃﾞｰﾀ ok", list);
  assertEquals([list.text, list.count, list.slice(0), list.slice(1)], [
    "データ ok",
    2,
    "データ",
    "ok",
  ]);
});

test("scan() composes a sound mark also after it met one that stands alone", () => {
  assertEquals(tokensOf("a \u3099b"), ["a", "b"]);
  assertEquals(tokensOf("か\u3099い"), ["がい"]);
  assertEquals(tokensOf("x\u1112 y"), ["x\u1112", "y"]);
  assertEquals(tokensOf("\u1112\u1161\u11ab"), ["한"]);
});

test("scan() keeps the marks beyond the basic plane on their letters", () => {
  assertEquals(tokensOf("𑄌𑄋𑄴𑄟𑄳𑄦 x"), ["𑄌𑄋𑄴𑄟𑄳𑄦", "x"]);
});

test("scan() separates at half a pair of surrogates", () => {
  assertEquals(tokensOf("a\ud83db\udc00c\u0301\udc00d"), ["a", "b", "c\u0301", "d"]);
});

test("scan() reuses a list: a shorter text leaves nothing of a longer one", () => {
  const list = new TokenList();
  scan("one two three", list);
  scan("four", list);
  assertEquals([list.count, list.slice(0)], [1, "four"]);
  scan("", list);
  assertEquals(list.count, 0);
});

test("TokenList grows when a text has more tokens than it has room for", () => {
  const list = new TokenList();
  const words = Array.from({ length: 5_000 }, (_, at) => `w${at}`);
  scan(words.join(" "), list);
  assertEquals(list.count, 5_000);
  assertEquals(Array.from({ length: 5_000 }, (_, at) => list.slice(at)), words);
});

test("enlarged() keeps what was there, and zeros follow", () => {
  assertEquals(enlarged(Int32Array.of(3, 1), new Int32Array(4)), Int32Array.of(3, 1, 0, 0));
});

test("TermTable.internAll() gives equal words equal numbers, whatever the case of the first letter", () => {
  fc.assert(fc.property(fc.array(anyText, { maxLength: 6 }), (texts) => {
    const table = new TermTable();
    const list = new TokenList();
    const byToken = new Map<string, number>();
    for (const text of texts) {
      scan(text, list);
      const numbers = new Int32Array(list.count).fill(-7);
      table.internAll(list, numbers);
      for (let at = 0; at < list.count; at++) {
        if (list.cjk[at] === 1) {
          assertEquals(numbers[at], -7);
          continue;
        }
        const text = list.slice(at);
        const token = /^[A-Z][a-z0-9+#.]*$/.test(text) ? text.toLowerCase() : text;
        assertEquals(numbers[at], byToken.get(token) ?? byToken.size);
        byToken.set(token, numbers[at]!);
      }
    }
  }));
});

test("TermTable.internAll() keeps its numbers while its tables grow", () => {
  const table = new TermTable();
  const list = new TokenList();
  const text = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(" ");
  scan(text, list);
  const first = new Int32Array(list.count);
  table.internAll(list, first);
  assertEquals(first, Int32Array.from({ length: 20_000 }, (_, at) => at));
  const second = new Int32Array(list.count);
  table.internAll(list, second);
  assertEquals(second, first);
});

test("TermTable.internAll() lists the terms of a token: one, none or several at half weight", () => {
  const table = new TermTable();
  const list = new TokenList();
  scan("files the getUserName files", list);
  const numbers = new Int32Array(list.count);
  table.internAll(list, numbers);
  assertEquals(numbers, Int32Array.of(0, 1, 2, 0));
  assertEquals([...table.single.subarray(0, 3)], [table.stems.find("file"), -1, -2]);
  // "the", "get" and "user" are stop words.
  assertEquals(table.starts, [0, 1, 1, 3]);
  assertEquals(table.stemAt.map((stem) => table.stems.word(stem)), ["file", "getusernam", "name"]);
  assertEquals(table.weightAt, [FULL, FULL, HALF]);
});

test("TermTable.resolveExact() numbers exact forms only when asked", () => {
  const table = new TermTable();
  const list = new TokenList();
  scan("files parseReports", list);
  table.internAll(list, new Int32Array(2));
  assertEquals(table.exact.size, 0);
  table.resolveExact(1, "parseReports");
  table.resolveExact(1, "parseReports");
  assertEquals(
    Array.from({ length: table.exact.size }, (_, at) => table.exact.word(at)),
    ["parsereport", "parse", "report"],
  );
  assertEquals(table.find("files"), { stem: table.stems.find("file"), exact: -1 });
});

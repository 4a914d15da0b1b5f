import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { foldWord, STOP_WORDS, tokensOf, wordsOf } from "../../lib/text/mod.ts";

const areStopWords = (text: string) => text.split(" ").filter((word) => !STOP_WORDS.has(word));

test("STOP_WORDS holds function words of English and the fillers of chat", () => {
  assertEquals(areStopWords("the a of with and is are please thanks hey want could you me"), []);
});

test("STOP_WORDS holds function words of other European languages, accents off", () => {
  assertEquals(areStopWords("der und fur mit nicht"), []);
  assertEquals(areStopWords("les pour avec une"), []);
  assertEquals(areStopWords("los con para una"), []);
  assertEquals(areStopWords("uma das com"), []);
  assertEquals(areStopWords("il gli della sono"), []);
  assertEquals(areStopWords("и не что меня еще"), []);
});

test("STOP_WORDS holds no word that skills are about", () => {
  const words = "pdf mail file code test plan note review write read build run image video data " +
    "search fix create find open set start stop check list work time day order go2 c r";
  assertEquals(words.split(" ").filter((word) => STOP_WORDS.has(word)), []);
});

test("STOP_WORDS holds both halves of a contraction, which the tokenizer takes apart", () => {
  for (const text of ["don't", "isn't", "I'll", "you're", "we've", "couldn't", "let's", "I'm"]) {
    const words = tokensOf(text).flatMap((token) => wordsOf(token)).map(({ text: word }) => word);
    assertEquals(words.filter((word) => !STOP_WORDS.has(word)), [], text);
  }
});

test("STOP_WORDS holds words as the tokenizer folds them", () => {
  assertEquals([...STOP_WORDS].filter((word) => foldWord(word) !== word || word === ""), []);
});

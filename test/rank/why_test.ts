import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { whyRanked } from "../../lib/rank/mod.ts";

const term = (word: string, from?: string) => ({
  term: word,
  score: 1,
  ...(from === undefined ? {} : { from }),
});

test("whyRanked() names words and fields in order", () => {
  assertEquals(
    whyRanked([
      { field: "name", score: 2, terms: [term("git"), term("commit")] },
      { field: "body", score: 1, terms: [term("push")] },
    ]),
    'matches "git" and "commit" in its name, "push" in its body',
  );
});

test("whyRanked() names a word once, in the first field that has it", () => {
  assertEquals(
    whyRanked([
      { field: "name", score: 1, terms: [term("git")] },
      { field: "description", score: 1, terms: [term("git")] },
      { field: "body", score: 1, terms: [term("git"), term("push")] },
    ]),
    'matches "git" in its name, "push" in its body',
  );
});

test("whyRanked() says what a translated or repaired word was in the message", () => {
  assertEquals(
    whyRanked([{ field: "name", score: 1, terms: [term("git", "gti"), term("image", "图片")] }]),
    'matches "gti" (git) and "图片" (image) in its name',
  );
  assertEquals(
    whyRanked([{ field: "name", score: 1, terms: [term("git", "git")] }]),
    'matches "git" in its name',
  );
});

test("whyRanked() names four words at most", () => {
  assertEquals(
    whyRanked([
      { field: "name", score: 1, terms: ["a", "b", "c"].map((word) => term(word)) },
      { field: "body", score: 1, terms: ["d", "e"].map((word) => term(word)) },
      { field: "lead", score: 1, terms: [term("f")] },
    ]),
    'matches "a", "b" and "c" in its name, "d" in its body',
  );
});

test("whyRanked() is silent without evidence", () => {
  assertEquals(whyRanked([]), "");
  assertEquals(whyRanked([{ field: "name", score: 0, terms: [{ term: "a", score: 0 }] }]), "");
});

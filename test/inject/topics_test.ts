import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { isCurrent, type Showings, showingsAfter } from "../../lib/inject/mod.ts";

/** Plays turns, each a list of what fits; every skill is shown when it fits and is not current. */
function play(...turns: string[][]): string[][] {
  let showings: Showings = new Map();
  return turns.map((fitting, at) => {
    const shown = fitting.filter((label) => {
      const showing = showings.get(label);
      return showing === undefined || !isCurrent(showing);
    });
    showings = showingsAfter(showings, new Set(fitting), shown, at + 1);
    return shown;
  });
}

test("showingsAfter() keeps a hint current while its topic is talked of", () => {
  assertEquals(play(["a"], ["a"], ["a", "b"], ["a"]), [["a"], [], ["b"], []]);
});

test("showingsAfter() takes a topic for left after two turns about others", () => {
  assertEquals(play(["a"], ["b"], ["a"]), [["a"], ["b"], []]);
  assertEquals(play(["a"], ["b"], ["c"], ["a"]), [["a"], ["b"], ["c"], ["a"]]);
  assertEquals(play(["a"], ["b"], ["b"], ["a"], ["a"]), [["a"], ["b"], [], ["a"], []]);
});

test("showingsAfter() does not count turns in which nothing fits", () => {
  assertEquals(play(["a"], [], [], [], ["b"], [], ["a"]), [["a"], [], [], [], ["b"], [], []]);
});

test("showingsAfter() begins anew when a topic comes back", () => {
  assertEquals(play(["a"], ["b"], ["a"], ["b"], ["a"]), [["a"], ["b"], [], [], []]);
});

test("showingsAfter() leaves the given hints as they are", () => {
  const before: Showings = new Map([["a", { turn: 1, away: 1 }]]);
  assertEquals(
    [...showingsAfter(before, new Set(["b"]), ["b"], 4)],
    [["a", { turn: 1, away: 2 }], ["b", { turn: 4, away: 0 }]],
  );
  assertEquals([...before], [["a", { turn: 1, away: 1 }]]);
});

import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { gateFigures, isForbiddenFirst, roleOf } from "../../lib/eval/mod.ts";
import { answer, message } from "./_fixtures.ts";

test("roleOf() judges a message by its answers", () => {
  assertEquals(roleOf(message("q", { gold: ["a"], forbidden: ["b"] })), "positive");
  assertEquals(roleOf(message("q", { forbidden: ["b"] })), "near");
  assertEquals(roleOf(message("q", { forbidden: ["b"], expectNone: true })), "none");
  assertEquals(roleOf(message("q", { kind: "near" })), "none");
});

test("gateFigures() counts positives kept, false injections by sub, and forbidden skills", () => {
  const queries = [
    message("p1", { gold: ["a"] }),
    message("p2", { gold: ["a", "b"] }),
    message("p3", { gold: ["c"], forbidden: ["d"] }),
    message("p4", { gold: ["c"] }),
    message("n1", { expectNone: true, sub: "greeting" }),
    message("n2", { expectNone: true, sub: "greeting" }),
    message("n3", { expectNone: true, kind: "chat" }),
    message("n4"),
    message("m1", { forbidden: ["a"] }),
    message("m2", { forbidden: ["a"], also: ["b"] }),
  ];
  const answers = [
    answer("p1", "a b", "a b"),
    answer("p2", "c b", "c b d"),
    answer("p3", "d c", "d"),
    answer("p4", "c", ""),
    answer("n1", "a", "a"),
    answer("n2", "a", ""),
    answer("n3", "a", "a b"),
    answer("n4", "", ""),
    answer("m1", "b a", "b"),
    answer("m2", "b a", "b a"),
  ];
  assertEquals(gateFigures(queries, answers), {
    positives: {
      rightInjected: { count: 2, rows: 4 },
      anyInjected: { count: 3, rows: 4 },
      meanInjected: 6 / 4,
    },
    none: {
      all: { count: 2, rows: 4 },
      bySub: [
        { name: "greeting", count: 1, rows: 2 },
        { name: "chat", count: 1, rows: 1 },
        { name: "none", count: 0, rows: 1 },
      ],
    },
    near: {
      forbiddenInjected: { count: 2, rows: 3 },
      forbiddenFirst: { count: 2, rows: 3 },
      anyInjected: { count: 3, rows: 3 },
    },
  });
});

test("gateFigures() of no messages has no mean", () => {
  assertEquals(gateFigures([], []).positives.meanInjected, null);
});

test("isForbiddenFirst() passes over skills that are neither right nor wrong", () => {
  const query = message("q", { forbidden: ["a"], also: ["b"] });
  assertEquals(isForbiddenFirst(query, answer("q", "b a")), true);
  assertEquals(isForbiddenFirst(query, answer("q", "c a")), false);
  assertEquals(isForbiddenFirst(query, answer("q", "")), false);
});

import { test } from "node:test";
import { assert, assertEquals } from "@std/assert";
import { type BenchSkill, queriesFromDescriptions } from "../../lib/bench/mod.ts";

function described(description: string): BenchSkill {
  return { name: "x", description, body: "", triggers: [], tags: [] };
}

test("queriesFromDescriptions() takes words in a row, the same every time", () => {
  const description = "Read the mailbox, sort what came in and answer the simple ones";
  const skills = Array.from({ length: 20 }, () => described(description));
  const queries = queriesFromDescriptions(skills);
  assertEquals(queries.length, 20);
  assertEquals(queriesFromDescriptions(skills), queries);
  for (const query of queries) {
    assert(description.includes(query), query);
    const words = query.split(" ").length;
    assert(words >= 4 && words <= 12, query);
  }
});

test("queriesFromDescriptions() takes the beginning of a text without blanks, and skips none at all", () => {
  const chinese = "把会议录音整理成有条理的会议纪要并提取待办事项和负责人";
  assertEquals(queriesFromDescriptions([described(chinese), described("  ")]), [
    chinese.slice(0, 24),
  ]);
});

test("queriesFromDescriptions() spreads over a large library", () => {
  const skills = Array.from({ length: 2_000 }, (_, at) => described(`n${at}`));
  const queries = queriesFromDescriptions(skills);
  assertEquals(queries.length, 500);
  assertEquals([queries[0], queries[1], queries[499]], ["n0", "n4", "n1996"]);
});

import { test } from "node:test";
import { assert, assertEquals, assertGreater, assertLess, assertThrows } from "@std/assert";
import { type BenchSkill, generateSkills, trainWordModel } from "../../lib/bench/mod.ts";

function skill(name: string, description: string, body: string): BenchSkill {
  return { name, description, body, triggers: [], tags: [] };
}

const TRAINING = [
  skill(
    "send-mail",
    "Send a mail to people",
    "Write the mail, then send it.\n\nAsk before sending.",
  ),
  skill("plot-data", "Plot data of a table", "Read the table; plot every column of the data."),
  skill("empty", "", "Nothing to learn from"),
];

test("trainWordModel() learns words, skills and the growth of the dictionary", () => {
  const model = trainWordModel([
    skill("a", "one two", "One two three four"),
    skill("b", "two", "four, five six five"),
  ]);
  assertEquals(model.names, ["a", "b"]);
  assertEquals(model.spellings.slice(0, 4), ["one", "two", "One", "three"]);
  assertEquals([...model.descriptions.offsets], [0, 2, 3]);
  assertEquals([...model.bodies.offsets], [0, 4, 8]);
  // 6 distinct words in all, 4 of them in the first half: 2 ** growth = 6 / 4.
  assertEquals(model.distinct, 6);
  assertEquals(model.growth, Math.log2(1.5));
});

test("trainWordModel() leaves out skills without description or body, and needs one with both", () => {
  assertEquals(trainWordModel(TRAINING).names, ["send-mail", "plot-data"]);
  assertThrows(() => trainWordModel([TRAINING[2]!]), RangeError, "at least one skill");
});

test("generateSkills() makes the same skills every time, a longer run starting like a shorter", () => {
  const model = trainWordModel(TRAINING);
  const long = [...generateSkills(model, 40)];
  assertEquals(long.length, 40);
  assertEquals([...generateSkills(model, 40)], long);
  assertEquals([...generateSkills(model, 15)], long.slice(0, 15));
});

test("generateSkills() gives every skill a name of its own, a description and about 9 KB of body", () => {
  const skills = [...generateSkills(trainWordModel(TRAINING), 200)];
  assertEquals(new Set(skills.map(({ name }) => name)).size, 200);
  assert(skills.every(({ description }) => description !== ""));
  const mean = skills.reduce((sum, { body }) => sum + body.length, 0) / skills.length;
  assertGreater(mean, 8_000);
  assertLess(mean, 10_000);
});

test("generateSkills() goes on making up words as the collection grows", () => {
  const skills = [...generateSkills(trainWordModel(TRAINING), 60)];
  const distinct = (count: number) =>
    new Set(skills.slice(0, count).flatMap(({ body }) => body.split(/\s+/))).size;
  assertGreater(distinct(20), TRAINING.length * 10);
  assertGreater(distinct(60), distinct(20) * 1.2);
});

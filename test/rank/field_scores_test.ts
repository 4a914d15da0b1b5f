import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { type FieldName, FieldScores, impactAt } from "../../lib/rank/field_scores.ts";
import { FieldsAnalyser } from "../../lib/rank/fields_document.ts";
import type { QueryTerm } from "../../lib/rank/fields_query.ts";
import { skill } from "./_fields.ts";

/** Scores over skills, and terms of their words. */
function scoresOver(lines: string[], without: string[] = []) {
  const analyser = new FieldsAnalyser(undefined, new Set(without));
  const documents = lines.map((line) => skill(line)).map(({ source, body }) =>
    analyser.analyse(source, body)
  );
  const scores = new FieldScores(analyser, documents);
  const field = (name: FieldName) => scores.fields.find((field) => field.name === name)!;
  const term = (word: string, more: Partial<QueryTerm> = {}): QueryTerm => ({
    ...analyser.table.find(word),
    stemWeight: 0.6,
    exactWeight: 0.4,
    shallow: false,
    label: word,
    from: null,
    ...more,
  });
  return { scores, field, term };
}

const LINES = ["git: Commit files | push files", "docker: Build images", "mail: Send files"];

test("FieldScores.add() adds weight times impact, split between stem and exact form", () => {
  const { scores, field, term } = scoresOver(LINES);
  const files = term("files");
  scores.add(files);
  const { stems, exact, scores: description } = field("description");
  const expected = (position: number) =>
    0.6 * impactAt(stems, files.stem, position) + 0.4 * impactAt(exact!, files.exact, position);
  assertEquals([...description], [expected(0), 0, expected(2)]);
  assertAlmostEquals(description[0]!, impactAt(stems, files.stem, 0), 1e-6);
});

test("FieldScores.add() puts the whole weight on the stem where a field has no exact forms", () => {
  const { scores, field, term } = scoresOver(LINES);
  const files = term("files");
  scores.add(files);
  const body = field("body");
  assertEquals(body.exact, null);
  assertAlmostEquals(body.scores[0]!, impactAt(body.stems, files.stem, 0), 1e-12);
  assertEquals([body.scores[1], body.scores[2]], [0, 0]);
});

test("FieldScores.add() gives an inflection less than the very word in short fields", () => {
  const { scores, field, term } = scoresOver(LINES);
  scores.add(term("committing"));
  const inflected = field("description").scores[0]!;
  scores.clear();
  scores.add(term("commit"));
  assertAlmostEquals(inflected, 0.6 * field("description").scores[0]!, 1e-6);
});

test("FieldScores.add() counts a shallow term in name and description only", () => {
  const { scores, field, term } = scoresOver(LINES);
  scores.add(term("files", { shallow: true }));
  const touched = (name: FieldName) => [...field(name).scores].map((score) => score > 0);
  assertEquals(touched("description"), [true, false, true]);
  assertEquals(touched("body"), [false, false, false]);
  assertEquals(touched("whole"), [false, false, false]);
});

test("FieldScores.add() sees negative clauses for words of the message itself", () => {
  const { scores, term } = scoresOver([
    "git: Commit files. Not for images.",
    "docker: Build images",
  ]);
  scores.add(term("images", { from: "图片" }));
  assertEquals([...scores.negativeScores], [0, 0]);
  scores.clear();
  scores.add(term("images"));
  assertEquals([...scores.negativeScores].map((score) => score > 0), [true, false]);
});

test("FieldScores.add() ignores words of no document", () => {
  const { scores, term } = scoresOver(LINES);
  scores.add(term("zebra"));
  assertEquals(scores.touchedCount, 0);
});

test("FieldScores lists every document it touched once, and clear() forgets them", () => {
  const { scores, field, term } = scoresOver(LINES);
  scores.add(term("files"));
  scores.add(term("send"));
  scores.add(term("git"));
  assertEquals([...scores.touched.subarray(0, scores.touchedCount)].sort(), [0, 2]);
  scores.clear();
  assertEquals(scores.touchedCount, 0);
  for (const { scores: values } of scores.fields) assertEquals([...values], [0, 0, 0]);
  scores.add(term("git"));
  assertEquals([...field("name").scores].map((score) => score > 0), [true, false, false]);
});

test("FieldScores.clear() leaves nothing where few of many documents were touched", () => {
  const { scores, field, term } = scoresOver([
    ...Array.from({ length: 40 }, (_, at) => `other-${at}: Nothing of note`),
    "git: Commit files. Not for images.",
  ]);
  scores.add(term("files"));
  scores.add(term("images"));
  scores.clear();
  const left = [...scores.fields.map(({ scores: values }) => values), scores.negativeScores];
  assertEquals(left.every((values) => values.every((value) => value === 0)), true);
  scores.add(term("files"));
  assertEquals(scores.touchedCount, 1);
  assertEquals(field("description").scores[40]! > 0, true);
});

test("FieldScores.contribution() is what a term added to a document", () => {
  const { scores, term } = scoresOver(LINES);
  const terms = [term("files"), term("push"), term("git", { shallow: true })];
  for (const each of terms) scores.add(each);
  for (const field of scores.fields) {
    for (let position = 0; position < LINES.length; position++) {
      const sum = terms.reduce((all, each) => all + scores.contribution(field, each, position), 0);
      assertAlmostEquals(sum, field.scores[position]!, 1e-12);
    }
  }
});

test("FieldScores leaves a field empty that is switched off", () => {
  const { scores, field, term } = scoresOver(LINES, ["body", "name"]);
  scores.add(term("files"));
  scores.add(term("git"));
  assertEquals([...field("body").scores, ...field("name").scores], [0, 0, 0, 0, 0, 0]);
});

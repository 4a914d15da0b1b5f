import { test } from "node:test";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { FieldsAnalyser } from "../../lib/rank/fields_document.ts";
import {
  decayed,
  type FieldsQuery,
  mergeQueries,
  QueryAnalyser,
  type QueryTerm,
} from "../../lib/rank/fields_query.ts";
import { Lexicon, parseUserLexicon } from "../../lib/text/mod.ts";
import { skill } from "./_fields.ts";

/** Entries for words that the built-in lexicon does not have. */
const ENTRIES = [
  "zh\t嗡嗡机\tdrone",
  "zh\t飞飞\tdrone plane glider:0.5",
  "zh\t滑滑翔\tsoft_landing",
  "zh\t嗯嗯呐\t-",
  "en\tquadro\tdrone plane:0.5",
].join("\n");

/** Analyses queries over skills. @param without parts that are switched off */
function analyserOver(lines: string[], without: string[] = []) {
  const lexicon = new Lexicon(parseUserLexicon(ENTRIES).lexicon);
  const analyser = new FieldsAnalyser(lexicon, new Set(without));
  const documents = lines.map((line) => analyser.analyse(skill(line).source, ""));
  const similar: string[] = [];
  const queries = new QueryAnalyser(analyser, {
    documentFrequency: (stem) => documents.filter(({ whole }) => whole.terms.includes(stem)).length,
    wordsLike: () => similar,
  });
  const analyse = (text: string) => queries.analyse(text);
  /** `label stemWeight+exactWeight`, with `<from` and `!` where it is shallow. */
  const terms = (text: string) =>
    analyse(text).terms.map(({ label, stemWeight, exactWeight, from, shallow }) =>
      `${label} ${stemWeight.toFixed(3)}+${exactWeight.toFixed(3)}` +
      (from === null ? "" : ` <${from}`) + (shallow ? " !" : "")
    );
  return { analyse, terms, similar, table: analyser.table };
}

const SKILLS = ["drone: Fly a drone", "plane: Fly a plane or glider", "mat: Soft landing mat"];

test("QueryAnalyser.analyse() puts 0.4 of a word on its exact form", () => {
  const { terms } = analyserOver(SKILLS);
  assertEquals(terms("drone plane"), ["drone 0.600+0.400", "plane 0.600+0.400"]);
});

test("QueryAnalyser.analyse() counts a word once, and a part of a compound by a half", () => {
  const { terms, analyse } = analyserOver(SKILLS);
  assertEquals(terms("drone drones drone"), ["drone 0.600+0.400"]);
  assertEquals(terms("DronePlane"), ["drone 0.300+0.200", "plane 0.300+0.200"]);
  assertEquals(terms("DronePlane drone"), ["drone 0.600+0.400", "plane 0.300+0.200"]);
  assertEquals(analyse("drone plane drone").ownTerms, 2);
});

test("QueryAnalyser.analyse() leaves out stop words and words that no skill holds", () => {
  const { analyse, table } = analyserOver(SKILLS);
  const { terms, sequence, ownTerms } = analyse("please fly the zebra with a drone");
  assertEquals(terms.map(({ label }) => label), ["fly", "drone"]);
  assertEquals(ownTerms, 2);
  // The unknown word keeps its place, so that no phrase spans it.
  assertEquals(sequence, [table.stems.find("fli"), -1, table.stems.find("drone")]);
});

test("QueryAnalyser.analyse() has nothing to say of an empty message or one of stop words", () => {
  const { analyse } = analyserOver(SKILLS);
  for (const text of ["", "  ", "?!", "could you please help me with this"]) {
    assertEquals(analyse(text), { terms: [], sequence: [], ownTerms: 0 });
  }
});

test("QueryAnalyser.analyse() takes CJK text as bigrams of one form", () => {
  const { terms, analyse } = analyserOver(["图表: 生成图表", "drone: Fly a drone"], ["lexicon"]);
  assertEquals(terms("生成新图表"), ["生成 1.000+0.000", "图表 1.000+0.000"]);
  assertEquals(analyse("生成新图表").sequence.map((stem) => stem >= 0), [true, false, false, true]);
});

test("QueryAnalyser.analyse() translates: a user's gloss weighs 0.9·w / ⁴√Σw with w = ½", () => {
  const { analyse, terms } = analyserOver(SKILLS);
  const [term] = analyse("嗡嗡机").terms;
  const value = 0.9 * 0.5 / 0.5 ** 0.25;
  assertAlmostEquals(term!.stemWeight, 0.6 * value, 1e-12);
  assertAlmostEquals(term!.exactWeight, 0.4 * value, 1e-12);
  assertEquals([term!.from, term!.shallow, terms("嗡嗡机").length], ["嗡嗡机", false, 1]);
});

test("QueryAnalyser.analyse() shares the weight among several translations", () => {
  const { analyse } = analyserOver(SKILLS);
  const damping = (0.5 + 0.5 + 0.25) ** 0.25;
  const weights = analyse("飞飞").terms.map((term) => term.stemWeight + term.exactWeight);
  const expected = [0.5, 0.5, 0.25].map((weight) => 0.9 * weight / damping);
  weights.forEach((weight, at) => assertAlmostEquals(weight, expected[at]!, 1e-12));
  assertEquals(weights.length, 3);
});

test("QueryAnalyser.analyse() leaves translations out of the sum that no skill holds", () => {
  const { analyse } = analyserOver(["drone: Fly a drone"]);
  const [term] = analyse("飞飞").terms;
  assertAlmostEquals(term!.stemWeight + term!.exactWeight, 0.9 * 0.5 / 0.5 ** 0.25, 1e-12);
});

test("QueryAnalyser.analyse() weakens the words of a translation of several by 0.8", () => {
  const { analyse } = analyserOver(SKILLS);
  const { terms, ownTerms } = analyse("滑滑翔");
  assertEquals(terms.map(({ label, from }) => [label, from]), [
    ["soft", "滑滑翔"],
    ["landing", "滑滑翔"],
  ]);
  for (const { stemWeight, exactWeight } of terms) {
    assertAlmostEquals(stemWeight + exactWeight, 0.8 * 0.9 * 0.5 / 0.5 ** 0.25, 1e-12);
  }
  assertEquals(ownTerms, 0);
});

test("QueryAnalyser.analyse() takes no bigram inside a filler for evidence", () => {
  const { terms } = analyserOver(["嗯嗯呐: 嗯嗯呐"]);
  assertEquals(terms("嗯嗯呐"), []);
});

test("QueryAnalyser.analyse() adds synonyms at 0.21, for name and description only", () => {
  const { terms } = analyserOver(SKILLS);
  // A user's entry counts by a half.
  assertEquals(terms("quadro"), [
    "drone 0.063+0.042 <quadro !",
    "plane 0.032+0.021 <quadro !",
  ]);
  assertEquals(terms("quadro drone"), ["drone 0.600+0.400", "plane 0.032+0.021 <quadro !"]);
});

test("QueryAnalyser.analyse() repairs a word of five letters that no skill holds", () => {
  const { terms, similar } = analyserOver(SKILLS);
  similar.push("drone");
  assertEquals(terms("dorne"), ["drone 0.420+0.280 <dorne"]);
  assertEquals(terms("dron"), []);
  assertEquals(terms("dr0ne"), []);
  assertEquals(terms("plane"), ["plane 0.600+0.400"]);
});

test("QueryAnalyser.analyse() repairs to one of each stem, and not at all with five candidates", () => {
  const many = ["balm", "calm", "palm", "halm", "malm"];
  const { terms, similar } = analyserOver(many.map((word) => `${word}: ${word} and ${word}s`));
  similar.push("balm", "balms");
  assertEquals(terms("aaalm"), ["balms 0.420+0.280 <aaalm"]);
  similar.splice(0, 2, ...many);
  assertEquals(terms("ccalm"), []);
  similar.length = 4;
  assertEquals(terms("ddalm").length, 4);
});

test("QueryAnalyser.analyse() does without parts that are switched off", () => {
  const without = (part: string) => analyserOver(SKILLS, [part]).terms;
  assertEquals(without("lexicon")("嗡嗡机"), []);
  assertEquals(without("synonyms")("quadro"), []);
  assertEquals(without("exact-forms")("drone"), ["drone 1.000+0.000"]);
  const { terms, similar } = analyserOver(SKILLS, ["repair"]);
  similar.push("drone");
  assertEquals(terms("dorne"), []);
});

test("QueryAnalyser.analyse() gives the same for a message met before", () => {
  const { analyse } = analyserOver(SKILLS);
  for (const text of ["quadro drone", "嗡嗡机飞飞", "DronePlane"]) {
    const first = structuredClone(analyse(text));
    mergeQueries(analyse(text), [decayed(analyse("plane drone"), 1)]);
    assertEquals(analyse(text), first);
  }
});

/** A term by hand. */
const term = (stem: number, stemWeight: number, more: Partial<QueryTerm> = {}): QueryTerm => ({
  stem,
  exact: -1,
  stemWeight,
  exactWeight: 0,
  shallow: false,
  label: `${stem}`,
  from: null,
  ...more,
});
const query = (...terms: QueryTerm[]): FieldsQuery => ({ terms, sequence: [1], ownTerms: 1 });

test("decayed() halves the weights for each turn", () => {
  const own = query(term(1, 0.6, { exact: 2, exactWeight: 0.4 }));
  const weights = (age: number) =>
    decayed(own, age).map(({ stemWeight, exactWeight }) => [stemWeight, exactWeight]);
  assertEquals([weights(0), weights(1), weights(3)], [[[0.6, 0.4]], [[0.3, 0.2]], [[0.075, 0.05]]]);
  assertEquals(own.terms[0]!.stemWeight, 0.6);
});

test("mergeQueries() keeps the stronger of equal terms, and the message's own sequence", () => {
  const own = query(term(1, 0.6), term(2, 0.1, { shallow: true }));
  const merged = mergeQueries(own, [
    [term(1, 0.3, { exact: 7, exactWeight: 0.2 })],
    [term(2, 0.4), term(3, 0.5)],
  ]);
  assertEquals(merged, {
    terms: [
      term(1, 0.6, { exact: 7, exactWeight: 0.2 }),
      term(2, 0.4),
      term(3, 0.5),
    ],
    sequence: [1],
    ownTerms: 1,
  });
  assertEquals(own.terms[1]!.stemWeight, 0.1);
});

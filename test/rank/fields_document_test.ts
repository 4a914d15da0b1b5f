import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { cjkRuns, FieldsAnalyser, type FieldTerms } from "../../lib/rank/fields_document.ts";
import { type Numbering, stemForm } from "../../lib/text/mod.ts";
import { skill } from "./_fields.ts";

/** A field as `word` or `word×occurrences`, in order of appearance. */
function words({ terms, frequencies }: FieldTerms, numbering: Numbering): string {
  return Array.from(terms, (term, at) => {
    const occurrences = frequencies[at]! / 2;
    return numbering.word(term) + (occurrences === 1 ? "" : `×${occurrences}`);
  }).join(" ");
}

/** Analyses one skill. */
function analyse(
  line: string,
  { body, more = {}, without = [] }: {
    body?: string | null;
    more?: { triggers?: string[]; tags?: string[] };
    without?: string[];
  } = {},
) {
  const analyser = new FieldsAnalyser(undefined, new Set(without));
  const { source, body: written } = skill(line, more);
  const document = analyser.analyse(source, body === undefined ? written : body);
  const { stems, exact } = analyser.table;
  return {
    ...document,
    stems: (field: FieldTerms | null) => field === null ? null : words(field, stems),
    exact: (field: FieldTerms) => words(field, exact),
    sequence: Array.from(document.sequence, (stem) => stem < 0 ? "|" : stems.word(stem)).join(" "),
    nameSequence: Array.from(document.nameSequence, (stem) => stems.word(stem)).join(" "),
  };
}

test("FieldsAnalyser.analyse() counts name, description, triggers and tags in one field", () => {
  const { stems, exact, nd, ndExact, name, nameExact } = analyse("git-commits: Commit files", {
    more: { triggers: ["push files"], tags: ["vcs"] },
  });
  assertEquals(stems(nd), "git commit×2 file×2 push vcs");
  assertEquals(exact(ndExact), "git commit×2 file×2 push vcs");
  assertEquals([nd.length, nd.cjkTokens], [7, 0]);
  assertEquals([stems(name), exact(nameExact), name.length], ["git commit", "git commit", 2]);
});

test("FieldsAnalyser.analyse() keeps exact forms apart that share a stem", () => {
  const { stems, exact, nd, ndExact } = analyse("x1: committing and committed commits");
  assertEquals(stems(nd), "x1 commit×3");
  assertEquals(exact(ndExact), "x1 committing committed commit");
});

test("FieldsAnalyser.analyse() leaves stop words out of lengths and counts parts by a half", () => {
  const { stems, nd } = analyse("api: The openGraph of a site");
  assertEquals(stems(nd), "api opengraph open×0.5 graph×0.5 site");
  assertEquals(nd.length, 3);
});

test("FieldsAnalyser.analyse() parts negative clauses from the rest", () => {
  const line = "git: Commit files. Do not use for images.";
  const { stems, nd, negative } = analyse(line);
  assertEquals([stems(nd), stems(negative)], ["git commit file", "imag"]);
  const all = analyse(line, { without: ["negation"] });
  assertEquals([all.stems(all.nd), all.stems(all.negative)], ["git commit file imag", ""]);
});

test("FieldsAnalyser.analyse() keeps the order of words, with a break between texts", () => {
  const { sequence, nameSequence, nameKey } = analyse("Git-Commit: Push files", {
    more: { triggers: ["save work"] },
  });
  assertEquals(sequence, "git commit | push file | save work |");
  assertEquals([nameSequence, nameKey], ["git commit", "git commit"]);
});

test("FieldsAnalyser.analyse() counts name and description eightfold beside the body", () => {
  const { stems, whole, nd } = analyse("git: Commit files | push files");
  assertEquals(stems(whole), "push file×9 git×8 commit×8");
  assertEquals(whole.length, 8 * nd.length + 2);
});

test("FieldsAnalyser.analyse() knows a skill by its header until the body is read", () => {
  const { stems, body, lead, whole } = analyse("git: Commit", { body: null });
  assertEquals([stems(body), stems(lead), stems(whole)], [null, null, "git×8 commit×8"]);
  const empty = analyse("git: Commit", { body: "" });
  assertEquals([empty.stems(empty.body), empty.stems(empty.lead)], ["", ""]);
});

test("FieldsAnalyser.analyse() takes 1,500 characters and the word they end in for the lead", () => {
  const filler = "z ".repeat(747);
  const { stems, lead, body } = analyse("a1: b1", { body: `${filler}alphabet tail tail` });
  assertEquals(stems(lead), "z×747 alphabet");
  assertEquals(stems(body), "z×747 alphabet tail×2");
});

test("FieldsAnalyser.analyse() finds no end of a word in text without blanks", () => {
  const { lead, body } = analyse("a1: b1", { body: "图".repeat(2_000) });
  assertEquals([lead!.length, body!.length], [1_499, 1_499 + 499]);
});

test("FieldsAnalyser.analyse() takes CJK text as bigrams and counts them", () => {
  const { stems, sequence, nd } = analyse("表: 生成图表", { without: ["document-glosses"] });
  assertEquals([stems(nd), sequence], ["表 生成 成图 图表", "表 | 生成 成图 图表 |"]);
  assertEquals([nd.length, nd.cjkTokens], [4, 4]);
});

test("FieldsAnalyser.analyse() adds English glosses to a CJK skill, which have no length", () => {
  const { stems, nd, lead } = analyse("数据库: 数据库", { body: "数据库" });
  assertEquals(stems(nd)!.split(" ").includes(`${stemForm("database")}×2`), true);
  assertEquals(stems(lead)!.split(" ").includes(stemForm("database")), true);
  assertEquals(nd.length, 4);
  const plain = analyse("数据库: 数据库", { body: "数据库", without: ["document-glosses"] });
  assertEquals(plain.stems(plain.nd), "数据×2 据库×2");
});

test("FieldsAnalyser numbers the words of all its documents together", () => {
  const analyser = new FieldsAnalyser();
  const first = analyser.analyse(skill("git: Commit files").source, "");
  const second = analyser.analyse(skill("files: Send files").source, "");
  assertEquals(second.name.terms[0], first.nd.terms[2]);
  // Nothing of the first is left in the second.
  assertEquals(words(second.nd, analyser.table.stems), "file×2 send");
});

test("FieldsAnalyser.analyse() stops counting at 65,535 halves", () => {
  const { body } = analyse("a1: b1", { body: "word ".repeat(40_000) });
  assertEquals([...body!.frequencies], [65_535]);
  assertEquals(body!.length, 40_000);
});

test("cjkRuns() gives the characters of each CJK run", () => {
  assertEquals(cjkRuns("用Docker部署 𠮷野"), [["用"], ["部", "署"], ["𠮷", "野"]]);
});

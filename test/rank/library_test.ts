import { test } from "node:test";
import { assertEquals, assertStrictEquals } from "@std/assert";
import { NO_FACTS, planHome } from "../../lib/catalog/mod.ts";
import { type RankingModel, SkillLibrary } from "../../lib/rank/mod.ts";
import { makeHome, removeFromHome, skillText, writeHomeFile } from "../helpers/home.ts";

/** A model whose documents are `name|body`, and every analysis it was asked for. */
function model(readsBody: boolean) {
  const analyses: string[] = [];
  const built: string[][] = [];
  const ranking: RankingModel<string> = {
    readsBody,
    analyse(source, body) {
      const document = `${source.name}|${body === null ? "later" : body.trim()}`;
      analyses.push(document);
      return document;
    },
    index(documents) {
      built.push([...documents]);
      return {
        figures: { documents: documents.length, terms: 0, postings: 0 },
        rank: () => ({ hits: [], confidence: null, injected: [] }),
        evidence: () => [],
        describeQuery: () => ({ terms: [], notes: [] }),
      };
    },
  };
  return { ranking: ranking as RankingModel, analyses, built };
}

const planOf = (home: string) =>
  planHome({ home, cwd: null, environment: () => undefined, system: "linux" });

const twoSkills = () =>
  makeHome({
    "config.yaml": "",
    "skills/a/SKILL.md": skillText("a", "d", "", "body a"),
    "skills/b/SKILL.md": skillText("b", "d", "", "body b"),
  });

test("SkillLibrary analyses each skill once and only what changed again (SR-51, SR-A055)", () => {
  const home = twoSkills();
  const { ranking, analyses } = model(true);
  const library = new SkillLibrary(planOf(home), ranking, false);
  library.refresh();
  library.refresh();
  assertEquals(analyses, ["a|body a", "b|body b"]);
  writeHomeFile(home, "skills/b/SKILL.md", skillText("b", "d", "", "other body"));
  library.refresh();
  assertEquals(analyses, ["a|body a", "b|body b", "b|other body"]);
});

test("SkillLibrary analyses names first and bodies in the background, then indexes anew", () => {
  const { ranking, analyses, built } = model(true);
  const library = new SkillLibrary(planOf(twoSkills()), ranking, true);
  library.refresh();
  assertEquals([analyses, library.pendingBodies], [["a|later", "b|later"], 2]);
  const early = library.indexFor(NO_FACTS);
  library.analyseNextBodies(60_000);
  assertEquals([analyses.slice(2), library.pendingBodies], [["a|body a", "b|body b"], 0]);
  assertEquals(built, [["a|later", "b|later"], ["a|body a", "b|body b"]]);
  const late = library.indexFor(NO_FACTS);
  assertEquals([built.length, early === late], [2, false]);
});

test("SkillLibrary.analyseNextBodies() stops when its time is up", () => {
  const { ranking } = model(true);
  const library = new SkillLibrary(planOf(twoSkills()), ranking, true);
  library.refresh();
  library.analyseNextBodies(0);
  assertEquals(library.pendingBodies, 1);
  library.analyseNextBodies(0);
  assertEquals(library.pendingBodies, 0);
});

test("SkillLibrary forgets a waiting body whose file is gone", () => {
  const home = twoSkills();
  const { ranking, analyses } = model(true);
  const library = new SkillLibrary(planOf(home), ranking, true);
  library.refresh();
  removeFromHome(home, "skills/a");
  library.refresh();
  library.analyseNextBodies(60_000);
  assertEquals(analyses, ["a|later", "b|later", "b|body b"]);
});

test("SkillLibrary reads no body in the background for a model that needs none", () => {
  const library = new SkillLibrary(planOf(twoSkills()), model(false).ranking, true);
  library.refresh();
  assertEquals(library.pendingBodies, 0);
});

test("SkillLibrary.indexFor() keeps one index for each set of session facts (SR-50)", () => {
  const { ranking, built } = model(false);
  const library = new SkillLibrary(planOf(twoSkills()), ranking, false);
  const onlyA = { ...NO_FACTS, names: ["a"] };
  const first = library.indexFor(onlyA);
  assertEquals(first.skills.map(({ name }) => name), ["a"]);
  assertStrictEquals(library.indexFor({ ...NO_FACTS, names: ["a"] }), first);
  const others = [
    NO_FACTS,
    { ...NO_FACTS, tools: ["t"] },
    { ...NO_FACTS, toolsets: ["t"] },
    { ...NO_FACTS, platform: "t" },
    { ...NO_FACTS, failed: ["a"] },
  ];
  assertEquals(
    others.map((facts) => library.indexFor(facts).skills.map(({ name }) => name).join()),
    ["a,b", "a,b", "a,b", "a,b", "b"],
  );
  assertEquals(built.length, 6);
});

test("SkillLibrary.indexFor() leaves out a skill that cannot be loaded (DESIGN §6)", () => {
  const home = makeHome({
    "config.yaml": "skills:\n  external_dirs: more\n",
    "skills/a/x/SKILL.md": skillText("same", "d"),
    "more/a/x/SKILL.md": skillText("same", "d"),
  });
  const library = new SkillLibrary(planOf(home), model(false).ranking, false);
  assertEquals(library.catalog.skills.map(({ load }) => load), [null, null]);
  assertEquals(library.indexFor(NO_FACTS).skills, []);
});

test("SkillLibrary.indexFor() tells once that nothing is visible, until a skill appears (SR-44)", () => {
  const home = makeHome({ "config.yaml": "", "skills/": "" });
  const library = new SkillLibrary(planOf(home), model(false).ranking, false);
  const told = () => {
    const news: boolean[] = [];
    library.refresh();
    library.dropIndexes();
    library.indexFor(NO_FACTS, ({ newlyEmpty }) => news.push(newlyEmpty));
    return news;
  };
  assertEquals([told(), told()], [[true], [false]]);
  writeHomeFile(home, "skills/a/SKILL.md", skillText("a", "d"));
  assertEquals(told(), [false]);
  removeFromHome(home, "skills/a");
  assertEquals([told(), told()], [[true], [false]]);
});

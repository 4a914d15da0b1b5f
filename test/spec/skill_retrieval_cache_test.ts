/** SR §5 and the acceptance cases of kind [cache], through the retriever. */
import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { LeastRecentlyUsed } from "../../lib/rank/mod.ts";
import { makeHome, removeFromHome, skillText, writeHomeFile } from "../helpers/home.ts";
import { ask, idsFor, retriever, settingsOf } from "./retrieval.ts";

/** A home with one skill. */
const homeOf = (name: string, description: string) =>
  makeHome({ "config.yaml": "", [`skills/${name}/SKILL.md`]: skillText(name, description) });

/** Whether a query had to build its index. */
const builds = (...args: Parameters<typeof ask>) => ask(...args).log.length > 0;

test("LocalRetriever keeps two homes of one process apart (SR-50, SR-A054)", () => {
  const asked = retriever();
  const one = homeOf("one", "zorblat here");
  const two = homeOf("two", "zorblat there");
  assertEquals(
    [one, two, one].map((home) => idsFor(asked, home, "zorblat")),
    [["one"], ["two"], ["one"]],
  );
});

test("LocalRetriever loads the corpus once for two queries (SR-A055)", () => {
  const asked = retriever();
  const home = homeOf("one", "zorblat");
  assertEquals([builds(asked, home, "zorblat"), builds(asked, home, "other")], [true, false]);
  assertEquals(asked.library(home, null, settingsOf("bm25")).catalog.version, 1);
});

test("LocalRetriever follows platform_disabled back and forth in one process (SR-30, SR-A058)", () => {
  const asked = retriever();
  const home = homeOf("secret-skill", "zorblat");
  writeHomeFile(
    home,
    "config.yaml",
    "skills:\n  platform_disabled:\n    telegram: [secret-skill]\n",
  );
  assertEquals(
    ["discord", "telegram", "discord"].map((platform) =>
      idsFor(asked, home, "zorblat", { session: { platform } })
    ),
    [["secret-skill"], [], ["secret-skill"]],
  );
});

test("LocalRetriever finds a skill folder added by hand at the next query (SR-A061)", () => {
  const asked = retriever();
  const home = homeOf("one", "something");
  assertEquals(idsFor(asked, home, "zorblat"), []);
  writeHomeFile(home, "skills/cat/new/SKILL.md", skillText("new", "zorblat"));
  assertEquals(idsFor(asked, home, "zorblat"), ["cat/new"]);
  removeFromHome(home, "skills/cat");
  assertEquals(idsFor(asked, home, "zorblat"), []);
});

test("LocalRetriever drops a skill that the config disables (SR-29, SR-A062)", () => {
  const asked = retriever();
  const home = homeOf("secret-skill", "zorblat");
  assertEquals(idsFor(asked, home, "zorblat"), ["secret-skill"]);
  writeHomeFile(home, "config.yaml", "skills:\n  disabled: [secret-skill]\n");
  assertEquals(idsFor(asked, home, "zorblat"), []);
});

test("LocalRetriever sees a content-only edit of a nested skill (SR-51, SR-A063)", () => {
  const asked = retriever();
  const home = makeHome({ "skills/cat/deep/SKILL.md": skillText("deep", "old words") });
  assertEquals(idsFor(asked, home, "zorblat"), []);
  writeHomeFile(home, "skills/cat/deep/SKILL.md", skillText("deep", "zorblat words"));
  const { results } = ask(asked, home, "zorblat").outcome;
  assertEquals(results.map(({ id, description }) => [id, description]), [
    ["cat/deep", "zorblat words"],
  ]);
  assertEquals(idsFor(asked, home, "old"), []);
});

test("LocalRetriever builds nothing anew for churn in support folders (SR-52)", () => {
  const asked = retriever();
  const home = homeOf("one", "zorblat");
  ask(asked, home, "zorblat");
  for (const path of ["__pycache__/x.pyc", "scripts/y.py", "references/z.md", "assets/a.png"]) {
    writeHomeFile(home, `skills/one/${path}`, "x");
    assertEquals([path, builds(asked, home, "zorblat")], [path, false]);
  }
});

test("LocalRetriever.lifecycle() keeps the index on loaded and drops it on patched and created (SR-A064)", () => {
  const asked = retriever();
  const home = homeOf("one", "zorblat");
  ask(asked, home, "zorblat");
  assertEquals(
    ["loaded", "patched", "created"].map((action) => {
      asked.lifecycle(home, action);
      return builds(asked, home, "zorblat");
    }),
    [false, true, true],
  );
});

test("LocalRetriever.lifecycle() drops the index on an unknown action, however the home is written (SR-53, SR-A065)", () => {
  const asked = retriever();
  const home = homeOf("one", "zorblat");
  ask(asked, home, "zorblat");
  asked.lifecycle(`${home}/`, "brand-new-action");
  assertEquals(builds(asked, home, "zorblat"), true);
});

test("LocalRetriever scans an empty home once and warns once until a skill appears (SR-44, SR-A066)", () => {
  const asked = retriever();
  const home = makeHome({ "config.yaml": "", "skills/": "" });
  const warning = "No active skills found for BM25 index";
  const five = () => Array.from({ length: 5 }, () => ask(asked, home, "zorblat"));
  const first = five();
  assertEquals(first.flatMap(({ warnings }) => warnings), [warning]);
  assertEquals(first.flatMap(({ log }) => log), []);
  assertEquals(asked.library(home, null, settingsOf("bm25")).catalog.version, 1);
  // Neither a dropped index nor a change that brings no skill makes it news.
  asked.lifecycle(home, "patched");
  writeHomeFile(home, "skills/cat/DESCRIPTION.md", "---\ndescription: Empty\n---\n");
  assertEquals(five().flatMap(({ warnings }) => warnings), []);
  writeHomeFile(home, "skills/cat/new/SKILL.md", skillText("new", "zorblat"));
  assertEquals(idsFor(asked, home, "zorblat"), ["cat/new"]);
  removeFromHome(home, "skills/cat/new");
  assertEquals(five().flatMap(({ warnings }) => warnings), [warning]);
});

test("LocalRetriever warns of an empty home for each set of session facts (SR-44, SR-50)", () => {
  const asked = retriever();
  const home = homeOf("one", "zorblat");
  const warnings = (names: string[] | null) =>
    ask(asked, home, "zorblat", { session: { names } }).warnings.length;
  assertEquals([null, ["x"], ["y"], ["x"], ["one"]].map(warnings), [0, 1, 1, 0, 0]);
});

test("LocalRetriever walks only the organisation its marker names (SR-51, SR-A069)", () => {
  const asked = retriever();
  const home = makeHome({
    "skills/_org/acme/x/SKILL.md": skillText("x", "zorblat"),
    "skills/_org/beta/y/SKILL.md": skillText("y", "zorblat"),
  });
  const found = () => idsFor(asked, home, "zorblat");
  assertEquals(found(), []);
  writeHomeFile(home, "skills/_org/.active_org", "acme");
  assertEquals(found(), ["_org/acme/x"]);
  writeHomeFile(home, "skills/_org/.active_org", "beta");
  assertEquals(found(), ["_org/beta/y"]);
  removeFromHome(home, "skills/_org/.active_org");
  assertEquals(found(), []);
});

test("LocalRetriever keeps the eight homes used last (SR-54, SR-A070)", () => {
  const asked = retriever();
  const homes = Array.from({ length: 9 }, (_, at) => homeOf(`s${at}`, "zorblat"));
  for (const home of homes) ask(asked, home, "zorblat");
  assertEquals(
    homes.slice(1).map((home) => builds(asked, home, "zorblat")),
    Array(8).fill(false),
  );
  assertEquals(builds(asked, homes[0]!, "zorblat"), true);
});

test("LocalRetriever keeps the eight keys of a home used last, a hit refreshes (SR-54)", () => {
  const asked = retriever();
  const home = homeOf("one", "zorblat");
  const built = (platform: string) => builds(asked, home, "zorblat", { session: { platform } });
  for (let key = 0; key < 8; key++) built(`p${key}`);
  assertEquals(built("p0"), false);
  assertEquals(built("p8"), true);
  assertEquals(["p0", "p1"].map(built), [false, true]);
});

test("LeastRecentlyUsed keeps a of two keys that was used again before the third (SR-A071)", () => {
  const cache = new LeastRecentlyUsed<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  assertEquals(cache.get("a"), 1);
  cache.set("c", 3);
  assertEquals([cache.get("a"), cache.get("b"), cache.get("c")], [1, undefined, 3]);
});

test("LocalRetriever.rank() gives name and description of what the index holds (SR-55)", () => {
  const asked = retriever();
  const home = homeOf("one", "zorblat first");
  writeHomeFile(home, "skills/two/SKILL.md", skillText("two", "zorblat second"));
  const shown = (names: string[]) =>
    ask(asked, home, "zorblat", { session: { names } }).outcome.results
      .map(({ name, description }) => `${name}: ${description}`);
  assertEquals(shown(["one"]), ["one: zorblat first"]);
  assertEquals(shown(["two"]), ["two: zorblat second"]);
});

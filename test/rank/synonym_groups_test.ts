import { test } from "node:test";
import { assert, assertEquals } from "@std/assert";
import {
  builtInSynonymGroups,
  changedGroups,
  createDictionary,
  groupsIn,
  parseGroups,
} from "../../lib/rank/mod.ts";

test("builtInSynonymGroups() has 600 groups and more, each with terms in all four languages", () => {
  const groups = builtInSynonymGroups();
  assert(groups.length >= 600, `${groups.length} groups`);
  const names = groups.map(({ name }) => name);
  assertEquals(new Set(names).size, names.length);
  for (const { name, terms } of groups) {
    assert(terms.length > 1, name);
    assert(terms.some((term) => /\p{Script=Hangul}/u.test(term)), `${name} has no Korean`);
    assert(terms.some((term) => /\p{Script=Han}/u.test(term)), `${name} has no Chinese`);
    for (const term of terms) assertEquals(term, term.trim().normalize("NFC"));
  }
});

test("groupsIn() finds the group of a text in every language, in singular and plural", () => {
  const dictionary = createDictionary(builtInSynonymGroups());
  const named = (text: string) =>
    groupsIn(dictionary, text).map(({ concept }) => dictionary.groups[concept]!.name);
  for (const text of ["debugging", "Debuggers", "帮我调试", "デバッグして", "디버깅 해줘"]) {
    assert(named(text).includes("debug"), text);
  }
  assertEquals(named("zzz qqq"), []);
  // A word is met as a whole only.
  assert(!named("rusty").includes("rust"));
});

test("changedGroups() adds to, overrides and removes groups", () => {
  const base = parseGroups("# comment\npdf, document\t文档\nchart\t图表");
  assertEquals(base[0], { name: "pdf", terms: ["pdf", "document", "文档"] });
  const changed = (changes: Record<string, string[]>) =>
    changedGroups(base, new Map(Object.entries(changes))).map(({ name, terms }) => [name, terms]);
  assertEquals(changed({ pdf: ["+paper", "-文档"] })[0], ["pdf", ["pdf", "document", "paper"]]);
  assertEquals(changed({ pdf: ["paper"] })[0], ["pdf", ["paper"]]);
  assertEquals(changed({ pdf: [] }), [["chart", ["chart", "图表"]]]);
  assertEquals(changed({ deck: ["deck", "幻灯片"] }).at(-1), ["deck", ["deck", "幻灯片"]]);
});

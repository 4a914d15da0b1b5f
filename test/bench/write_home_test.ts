import { test } from "node:test";
import { assertEquals } from "@std/assert";
import {
  asBenchSkill,
  type BenchSkill,
  readSkillsWithBodies,
  writeHome,
  writeHomeOver,
} from "../../lib/bench/mod.ts";
import { planHome } from "../../lib/catalog/mod.ts";
import { makeHome } from "../helpers/home.ts";

const SKILLS: BenchSkill[] = [
  {
    name: "references",
    description: 'Says: "yes", # and more\nover two lines',
    body: "First line\n",
    triggers: ["when: asked"],
    tags: ["one", "two"],
  },
  { name: "会议/纪要", description: "把录音整理成纪要", body: "正文", triggers: [], tags: [] },
];

function read(home: string) {
  const plan = planHome({ home, cwd: null, environment: () => undefined });
  assertEquals(plan.problems, []);
  return readSkillsWithBodies({ plan });
}

test("writeHome() writes skills that are read back as they were", () => {
  const home = makeHome();
  writeHome(home, SKILLS);
  const skills = read(home);
  assertEquals(skills.map(({ skill }) => skill.id), ["category-0/0-references", "category-0/1--"]);
  assertEquals(skills.map(asBenchSkill), SKILLS);
});

test("writeHomeOver() makes a home that reads other folders", () => {
  const library = makeHome();
  writeHome(library, SKILLS);
  const home = makeHome();
  writeHomeOver(home, [`${library}/skills`]);
  assertEquals(read(home).map(({ skill }) => skill.name), ["references", "会议/纪要"]);
});

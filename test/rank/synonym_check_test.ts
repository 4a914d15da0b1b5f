import { test } from "node:test";
import { assertEquals } from "@std/assert";
import {
  checkSynonyms,
  generateSynonyms,
  parseSynonymFile,
  synonymYaml,
} from "../../lib/rank/mod.ts";

const skill = (name: string, description: string) => ({
  id: name,
  name,
  description,
  triggers: [],
});
const SKILLS = [
  skill("docker-deploy", "Build the docker images and deploy 3 containers"),
  skill("zh-code-review", "代码审查与质量检查"),
  ...Array.from({ length: 8 }, (_, at) => skill(`other-${at}`, "Works with a report of data")),
];

test("generateSynonyms() takes name parts and words, no stop words or digits, at most 12 (EE-85)", () => {
  const synonyms = generateSynonyms(SKILLS);
  assertEquals(synonyms["docker-deploy"]!.slice(0, 2), ["docker", "deploy"]);
  const words = synonyms["docker-deploy"]!;
  for (const left of ["the", "and", "3"]) assertEquals(words.includes(left), false, left);
  const long = generateSynonyms([
    skill(
      "a-b",
      Array.from({ length: 30 }, (_, at) => `word${"abcdefghijklmnopqrstuvwxyzabcd"[at]}`).join(
        " ",
      ),
    ),
  ]);
  assertEquals(Object.values(long)[0]!.length <= 12, true);
  // What is printed is read back as it was.
  assertEquals(Object.fromEntries(parseSynonymFile(synonymYaml(synonyms)).skills), synonyms);
});

test("checkSynonyms() names unknown skills, repeats, own names and broad synonyms", () => {
  const problems = checkSynonyms(
    parseSynonymFile(
      "docker-deploy: [container, Container, docker-deploy, ship]\nghost: [boo]\nzh-code-review: [ship, report]\n",
    ),
    SKILLS,
  );
  assertEquals(problems, [
    'docker-deploy: "Container" stands there twice',
    'docker-deploy: "docker-deploy" is its own name',
    "ghost is no skill that is seen here",
    'zh-code-review: "ship" is a synonym of docker-deploy, too',
    'zh-code-review: "report" is too broad: 8 of 10 skills speak of it',
  ]);
  assertEquals(checkSynonyms(parseSynonymFile("docker-deploy: [ship, 部署]"), SKILLS), []);
});

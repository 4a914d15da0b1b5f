/**
 * The written fixture homes as corpora, with their messages.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CatalogStore, planHome } from "../../lib/catalog/mod.ts";

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));

/** One skill of a fixture home with its body. */
export interface FixtureSkill {
  id: string;
  name: string;
  description: string;
  triggers: string[];
  tags: string[];
  body: string;
}

/** One message with its right skills. */
export interface FixtureMessage {
  id: string;
  query: string;
  gold: string[];
  lang: string;
}

/** All skills of `fixtures/<home>`. */
export function fixtureSkills(home: string): FixtureSkill[] {
  const skills: FixtureSkill[] = [];
  const plan = planHome({ home: fixtures + home, cwd: null, environment: () => undefined });
  new CatalogStore(plan).refresh({
    onRead: ({ id, name, description, triggers, tags }, body) =>
      skills.push({ id, name, description, triggers, tags, body }),
  });
  return skills.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The messages of a JSON-lines file below `fixtures/`. */
export function fixtureMessages(path: string): FixtureMessage[] {
  return readFileSync(fixtures + path, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/**
 * Writing and checking a `synonyms.yaml` (EE-85).
 */
import { foldWord, isCjkRun, STOP_WORDS, tokensOf } from "../text/mod.ts";
import { skillFinder, type TriggerSkill } from "./trigger_layer.ts";
import type { SynonymFile } from "./synonym_file.ts";

/** A skill whose synonyms are written or checked. */
export type SynonymSkill = TriggerSkill & { description: string };

/** Synonyms of a skill at most (EE-85). */
const MAX_GENERATED = 12;
/** Words of a description at most (EE-85). */
const MAX_WORDS = 8;
/** Shortest part that becomes a synonym (EE-85). */
const MIN_LETTERS = 3;
/** A synonym that this share of the skills speak of in their descriptions says little … */
const BROAD_SHARE = 0.1;
/** … where they are this many at least. */
const BROAD_SKILLS = 5;

/**
 * Synonyms to start from: parts of the name and the first words of the description that are no stop
 * words and no numbers (EE-85).
 */
export function generateSynonyms(skills: readonly SynonymSkill[]): Record<string, string[]> {
  const result: Record<string, string[]> = {};
  for (const { id, name, description } of skills) {
    const words = (text: string) =>
      [...new Set(tokensOf(text).map(foldWord))].filter((word) =>
        (isCjkRun(word) ? word.length > 1 : word.length >= MIN_LETTERS) &&
        !STOP_WORDS.has(word) && !/\d/.test(word)
      );
    const found = new Set([...words(name), ...words(description).slice(0, MAX_WORDS)]);
    result[id] = [...found].slice(0, MAX_GENERATED);
  }
  return result;
}

/** A `synonyms.yaml` with these synonyms. JSON strings are YAML. */
export function synonymYaml(synonyms: Record<string, string[]>): string {
  const texts = (list: readonly string[]) => list.map((text) => JSON.stringify(text)).join(", ");
  return Object.entries(synonyms).map(([skill, list]) =>
    `${JSON.stringify(skill)}: [${texts(list)}]\n`
  ).join("");
}

/** What is wrong with a file, a sentence each: unknown skills, repeats, names, broad synonyms. */
export function checkSynonyms(file: SynonymFile, skills: readonly SynonymSkill[]): string[] {
  const problems = [...file.problems];
  const find = skillFinder(skills);
  const owners = new Map<string, string>();
  const texts = skills.map(({ name, description }) => ` ${unitsOf(`${name} ${description}`)} `);
  for (const [skill, synonyms] of file.skills) {
    const position = find(skill);
    if (position === null) {
      problems.push(`${skill} is no skill that is seen here`);
      continue;
    }
    const seen = new Set<string>();
    for (const synonym of synonyms) {
      const key = unitsOf(synonym);
      const owner = owners.get(key);
      if (seen.has(key)) problems.push(`${skill}: "${synonym}" stands there twice`);
      else if (owner !== undefined) {
        problems.push(`${skill}: "${synonym}" is a synonym of ${owner}, too`);
      }
      seen.add(key);
      if (owner === undefined) owners.set(key, skill);
      if (key === unitsOf(skills[position]!.name)) {
        problems.push(`${skill}: "${synonym}" is its own name`);
      }
      const held = key === "" || STOP_WORDS.has(key)
        ? skills.length
        : texts.filter((text) => isCjkRun(key) ? text.includes(key) : text.includes(` ${key} `))
          .length;
      if (
        key === "" || STOP_WORDS.has(key) ||
        (held >= BROAD_SKILLS && held > BROAD_SHARE * skills.length)
      ) {
        problems.push(
          `${skill}: "${synonym}" is too broad: ${held} of ${skills.length} skills speak of it`,
        );
      }
    }
  }
  return problems;
}

function unitsOf(text: string): string {
  return tokensOf(text).map(foldWord).join(" ");
}

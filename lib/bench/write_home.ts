/**
 * Skills written down as a home, so that every stage, the processes included, sees them as it would
 * see a user's.
 */
import { stringify } from "@std/yaml";
import { FileAccess, joinPath } from "../runtime/mod.ts";
import type { BenchSkill } from "./types.ts";

/** Skills a category folder holds: about what a large home has. */
const SKILLS_A_CATEGORY = 40;
/** Longest part of a folder name that is taken from a skill's name. */
const MAX_SLUG_CHARACTERS = 40;

/**
 * Writes a home.
 * @param directory absolute path of an empty folder
 */
export function writeHome(directory: string, skills: Iterable<BenchSkill>): void {
  const files = new FileAccess({ read: [], write: [directory] });
  files.writeText(joinPath(directory, "config.yaml"), "skills: {}\n");
  let at = 0;
  for (const skill of skills) {
    const category = `category-${Math.floor(at / SKILLS_A_CATEGORY)}`;
    // The number keeps folders apart whose names differ in other characters only, and away from the
    // names that the catalog does not walk into.
    const slug = skill.name.replace(/[^A-Za-z0-9]+/g, "-").slice(0, MAX_SLUG_CHARACTERS);
    const folder = joinPath(directory, "skills", category, `${at}-${slug}`);
    files.writeText(joinPath(folder, "SKILL.md"), skillFile(skill));
    at++;
  }
}

/**
 * Writes a home without skills of its own that reads other folders.
 * @param directory absolute path of an empty folder
 * @param roots absolute paths
 */
export function writeHomeOver(directory: string, roots: readonly string[]): void {
  const files = new FileAccess({ read: [], write: [directory] });
  files.writeText(
    joinPath(directory, "config.yaml"),
    stringify({ skills: { external_dirs: [...roots] } }),
  );
}

function skillFile({ name, description, body, triggers, tags }: BenchSkill): string {
  const header = stringify({
    name,
    description,
    ...(triggers.length > 0 ? { triggers: [...triggers] } : {}),
    ...(tags.length > 0 ? { metadata: { hermes: { tags: [...tags] } } } : {}),
  }, { lineWidth: -1 });
  return `---\n${header}---\n\n${body}`;
}

/**
 * Descriptions of categories, from the `DESCRIPTION.md` files (contract §5.4).
 */
import type { FileAccess } from "../runtime/mod.ts";
import { parseSkillFile } from "./skill_file.ts";
import type { Problem } from "./types.ts";
import { type Stamp, stampOf } from "./stamp.ts";

/** What was read of one `DESCRIPTION.md`. */
export interface CategoryDescription {
  stamp: Stamp;
  /** Empty when the file has none. */
  text: string;
  problem: Problem | null;
}

/** Larger files are no descriptions. */
const MAX_DESCRIPTION_BYTES = 256 * 1024;

/** Reads one file; it has the form of a `SKILL.md`, of which only the description counts. */
export function readCategoryDescription(path: string, files: FileAccess): CategoryDescription {
  const stamp = stampOf(files, path);
  try {
    const text = parseSkillFile(files.readText(path, MAX_DESCRIPTION_BYTES)).description;
    return { stamp, text, problem: null };
  } catch (error) {
    const reason = `the category's description cannot be read (${(error as Error).message})`;
    return { stamp, text: "", problem: { path, reason } };
  }
}

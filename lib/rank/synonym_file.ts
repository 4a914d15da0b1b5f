/**
 * The user's `synonyms.yaml`: words for skills, and changes to the dictionary (EE-40,
 * docs/eagle-eye.md). It is data, and is never executed.
 */
import { isMapping, readYaml, type YamlValue } from "../catalog/mod.ts";
import { FileAccess, FileError, joinPath } from "../runtime/mod.ts";

/** What a `synonyms.yaml` says. */
export interface SynonymFile {
  /** Synonyms by skill. */
  skills: ReadonlyMap<string, readonly string[]>;
  /** Changes to the dictionary's groups by name. */
  groups: ReadonlyMap<string, readonly string[]>;
  /** What was left out, and why. */
  problems: readonly string[];
}

/** A file that says nothing. */
export const NO_SYNONYM_FILE: SynonymFile = { skills: new Map(), groups: new Map(), problems: [] };

/** Largest `synonyms.yaml` that is read, in bytes. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Path of the user's `synonyms.yaml` in a home (DESIGN §8). */
export function synonymFilePath(home: string): string {
  return joinPath(home, "data", "skill-retrieval", "synonyms.yaml");
}

/**
 * Reads the text of a `synonyms.yaml`: `skill: [synonym, …]`, and `groups: {name: [term, …]}`. Bad
 * parts are left out and named; never throws for what it says.
 */
export function parseSynonymFile(text: string): SynonymFile {
  let value: YamlValue;
  try {
    value = readYaml(text);
  } catch (error) {
    return {
      ...NO_SYNONYM_FILE,
      problems: [`this is no valid YAML (${(error as Error).message})`],
    };
  }
  if (value === null) return NO_SYNONYM_FILE;
  if (!isMapping(value)) {
    return { ...NO_SYNONYM_FILE, problems: ["this is no map of skills to lists of synonyms"] };
  }
  const problems: string[] = [];
  const skills = new Map<string, string[]>();
  const groups = new Map<string, string[]>();
  for (const [key, item] of Object.entries(value)) {
    if (key === "groups" && isMapping(item)) {
      for (const [name, terms] of Object.entries(item)) readList(name, terms, groups, problems);
    } else readList(key, item, skills, problems);
  }
  return { skills, groups, problems };
}

/** Reads a `synonyms.yaml`; one that is not there says nothing. Never throws for what it finds. */
export function readSynonymFile(path: string): { file: SynonymFile; warnings: string[] } {
  try {
    const file = parseSynonymFile(new FileAccess({ read: [path] }).readText(path, MAX_FILE_BYTES));
    return { file, warnings: file.problems.map((problem) => `${path}: ${problem}`) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const isMissing = error.reason === "missing";
    return {
      file: NO_SYNONYM_FILE,
      warnings: isMissing ? [] : [`your synonyms are not used: ${error.message}`],
    };
  }
}

/** What a file's state is known by; null where there is none. */
export function synonymFileSignature(path: string): string | null {
  try {
    return new FileAccess({ read: [path] }).signature(path);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

function readList(
  name: string,
  value: YamlValue | undefined,
  into: Map<string, string[]>,
  problems: string[],
): void {
  if (!Array.isArray(value)) {
    problems.push(`${name} has no list of texts; it is left out`);
    return;
  }
  const texts = value.flatMap((item) =>
    typeof item === "string" && item.trim() !== "" ? [item.trim()] : []
  );
  if (texts.length < value.length) {
    problems.push(`${value.length - texts.length} entries of ${name} are no texts; left out`);
  }
  into.set(name, texts);
}

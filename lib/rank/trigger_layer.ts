/**
 * Layer 1 of a turn: the triggers of the user and of the skills themselves, over the skills that a
 * session can see.
 */
import type { Skill } from "../catalog/mod.ts";
import { FileAccess, FileError, joinPath } from "../runtime/mod.ts";
import { STOP_WORDS } from "../text/mod.ts";
import type { VisibleIndex } from "./library.ts";
import { LeastRecentlyUsed } from "./lru.ts";
import type { TriggeredSkill } from "./types.ts";
import {
  MAX_TRIGGER_LENGTH,
  NO_TRIGGER_FILE,
  parseTriggerFile,
  type TriggerFile,
  type TriggerFileRow,
} from "./trigger_file.ts";
import { type TriggerRow, TriggerTable } from "./triggers.ts";

/** Which triggers count: all, those of the user's file, none. */
export type TriggerSource = "on" | "user" | "off";

/** Where the user's files lie in a home (DESIGN §8). */
const TRIGGER_FILE = ["data", "skill-retrieval", "triggers.yaml"] as const;
/** Largest `triggers.yaml` that is read, in bytes. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Files kept at once. */
const MAX_FILES = 8;
/** Bad rows that are named one by one. */
const MAX_WARNINGS = 20;
/** A skill cannot claim a message by a letter alone. */
const MIN_OWN_CHARACTERS = 2;
const LETTERS = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]*$/u;

/** The triggers over one selection of skills. */
export interface TriggerSet {
  table: TriggerTable;
  /** Triggers of the user that are in force. */
  ofUser: ReadonlySet<string>;
  /** Rows read, and those whose skill is there (EE-10). */
  rows: number;
  live: number;
}

/** The parts of a skill by which a row may name it, and its triggers. */
export type TriggerSkill =
  & Pick<Skill, "id" | "name" | "triggers">
  & Partial<Pick<Skill, "load" | "directoryName">>;

/**
 * Puts triggers together: the user's rows first, then those of the skills in their order. Rows whose
 * skill is not there are dropped (EE-10).
 */
export function triggersOver(
  skills: readonly TriggerSkill[],
  userRows: readonly TriggerFileRow[],
  source: Exclude<TriggerSource, "off">,
): TriggerSet {
  const finder = userRows.length === 0 ? null : skillFinder(skills);
  const ofUser = userRows.flatMap(({ trigger, skill }): TriggerRow[] => {
    const position = finder!(skill);
    return position === null ? [] : [{ trigger, skill: position }];
  });
  const own = source === "user"
    ? []
    : skills.flatMap(({ triggers }, skill) =>
      triggers.filter(isUsableTrigger).map((trigger): TriggerRow => ({
        trigger: trigger.trim(),
        skill,
      }))
    );
  return {
    table: new TriggerTable([...ofUser, ...own]),
    ofUser: new Set(ofUser.map(({ trigger }) => trigger)),
    rows: userRows.length + own.length,
    live: ofUser.length + own.length,
  };
}

/** The skill that a message triggers, or null. */
export function triggeredIn(
  { table, ofUser }: TriggerSet,
  skills: readonly { id: string }[],
  text: string,
): TriggeredSkill | null {
  const hit = table.match(text);
  return hit === null ? null : {
    position: hit.skill,
    id: skills[hit.skill]!.id,
    trigger: hit.trigger,
    tier: hit.tier,
    from: ofUser.has(hit.trigger) ? "user" : "skill",
  };
}

/**
 * Finds a skill by what people call it: its id, else the string that loads it, else its name, else the
 * name of its directory; of several the first.
 */
export function skillFinder(skills: readonly TriggerSkill[]): (name: string) => number | null {
  const maps = (["id", "load", "name", "directoryName"] as const).map((field) => {
    const positions = new Map<string, number>();
    skills.forEach((skill, position) => {
      const name = skill[field];
      if (typeof name === "string" && !positions.has(name)) positions.set(name, position);
    });
    return positions;
  });
  return (name) => {
    for (const positions of maps) {
      const position = positions.get(name);
      if (position !== undefined) return position;
    }
    return null;
  };
}

/**
 * Whether a trigger that a skill gives itself is taken. Skill files are untrusted: a trigger that any
 * message holds would bring its skill to the front of all of them.
 */
export function isUsableTrigger(trigger: string): boolean {
  const text = trigger.trim();
  if (text === "" || text.length > MAX_TRIGGER_LENGTH) return false;
  if (text.length < MIN_OWN_CHARACTERS && LETTERS.test(text)) return false;
  return !text.toLowerCase().split(/\s+/).every((word) => STOP_WORDS.has(word));
}

/** Path of the user's `triggers.yaml` in a home. */
export function triggerFilePath(home: string): string {
  return joinPath(home, ...TRIGGER_FILE);
}

/** A user's file as it was read, and what there is to say about it. */
export interface TriggerFileReading {
  file: TriggerFile;
  warnings: string[];
}

/** Reads a `triggers.yaml`; one that is not there is empty. Never throws for what it finds. */
export function readTriggerFile(path: string): TriggerFileReading {
  let text: string;
  try {
    text = new FileAccess({ read: [path] }).readText(path, MAX_FILE_BYTES);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return {
      file: NO_TRIGGER_FILE,
      warnings: error.reason === "missing" ? [] : [`the triggers are not used: ${error.message}`],
    };
  }
  const file = parseTriggerFile(text);
  const warnings = file.problems.slice(0, MAX_WARNINGS)
    .map(({ line, reason }) => `${path}:${line}: ${reason}; the entry is left out`);
  const more = file.problems.length - warnings.length;
  if (more > 0) warnings.push(`${path}: ${more} more entries are left out`);
  return { file, warnings };
}

/** Keeps files and tables from turn to turn. */
export class TriggerLayer {
  readonly #files = new LeastRecentlyUsed<
    string,
    { signature: string | null; file: TriggerFile }
  >(MAX_FILES);
  readonly #sets = new WeakMap<
    VisibleIndex,
    { file: TriggerFile; source: TriggerSource; set: TriggerSet }
  >();

  /** The user's file as it is now. @param warnings takes what is wrong with one that changed */
  fileOf(home: string, warnings: string[]): TriggerFile {
    const path = triggerFilePath(home);
    const signature = signatureOf(path);
    const known = this.#files.get(path);
    if (known !== undefined && known.signature === signature) return known.file;
    const reading = signature === null
      ? { file: NO_TRIGGER_FILE, warnings: [] }
      : readTriggerFile(path);
    warnings.push(...reading.warnings);
    this.#files.set(path, { signature, file: reading.file });
    return reading.file;
  }

  /** The triggers over visible skills. @param log is told of a table that was made just now (EE-10) */
  over(
    visible: VisibleIndex,
    file: TriggerFile,
    source: Exclude<TriggerSource, "off">,
    log: string[],
  ): TriggerSet {
    const known = this.#sets.get(visible);
    if (known !== undefined && known.file === file && known.source === source) return known.set;
    const set = triggersOver(visible.skills, file.rows, source);
    this.#sets.set(visible, { file, source, set });
    if (set.rows > 0) log.push(`Hard triggers: ${set.live} of ${set.rows} rows name a skill here`);
    return set;
  }
}

function signatureOf(path: string): string | null {
  try {
    return new FileAccess({ read: [path] }).signature(path);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

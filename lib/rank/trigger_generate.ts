/**
 * A first `triggers.yaml` for a library (EE-85): what is there already, and what can be read off the
 * skills. A person reads it over; nothing of it counts before it lies in the home.
 */
import type { TriggerFile } from "./trigger_file.ts";
import { isUsableTrigger, skillFinder, type TriggerSkill } from "./trigger_layer.ts";

/** A name of at least this many characters, with a hyphen, is said by nobody by chance (EE-85). */
const MIN_NAME_CHARACTERS = 10;

/** Where a row comes from. */
export type TriggerOrigin = "file" | "skill" | "name";

/** A row of the generated file. */
export interface GeneratedTrigger {
  trigger: string;
  /** Id of the skill. */
  skill: string;
  origin: TriggerOrigin;
}

const COMMENTS: Record<TriggerOrigin, string> = {
  file: "As they stood in triggers.yaml.",
  skill: "Of the skills' own headers: read them over, a skill may claim what it likes.",
  name: "Names of skills.",
};

/**
 * Rows for the skills that are there, in order of precedence.
 * @param file the user's rows so far; those whose skill is not there are left out
 */
export function generateTriggers(
  skills: readonly TriggerSkill[],
  file: TriggerFile,
): GeneratedTrigger[] {
  const find = skillFinder(skills);
  const rows: GeneratedTrigger[] = [
    ...file.rows.flatMap(({ trigger, skill }) => {
      const position = find(skill);
      return position === null
        ? []
        : { trigger, skill: skills[position]!.id, origin: "file" as const };
    }),
    ...skills.flatMap(({ id, triggers }) =>
      triggers.filter(isUsableTrigger)
        .map((trigger) => ({ trigger: trigger.trim(), skill: id, origin: "skill" as const }))
    ),
    ...skills.filter(({ name }) => name.includes("-") && [...name].length >= MIN_NAME_CHARACTERS)
      .map(({ id, name }) => ({ trigger: name, skill: id, origin: "name" as const })),
  ];
  // The first of equal triggers wins every tie, so that a later one would never be heard of.
  const known = new Set<string>();
  return rows.filter(({ trigger }) => {
    const folded = trigger.trim().toLowerCase();
    const isNew = !known.has(folded);
    known.add(folded);
    return isNew;
  });
}

/** The rows as a `triggers.yaml`. @param autoload skills that may be loaded at once */
export function triggerYaml(
  rows: readonly GeneratedTrigger[],
  autoload: readonly string[],
): string {
  const lines = rows.length === 0 ? ["triggers: []"] : ["triggers:"];
  let origin: TriggerOrigin | null = null;
  for (const row of rows) {
    if (row.origin !== origin) lines.push(`  # ${COMMENTS[row.origin]}`);
    origin = row.origin;
    lines.push(`  - {trigger: ${quoted(row.trigger)}, skill: ${quoted(row.skill)}}`);
  }
  if (autoload.length > 0) lines.push(`autoload: [${autoload.map(quoted).join(", ")}]`);
  return `${lines.join("\n")}\n`;
}

/** A text in double quotes, which mean the same in JSON and in YAML; breaks of any kind are escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

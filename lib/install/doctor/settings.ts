/**
 * Are the settings in order, and is nothing switched off by accident?
 */
import { DISABLE_VARIABLES, isDisabled, type Setting, SETTINGS } from "../../config/mod.ts";
import { type Environment, type Finding, findingsOf } from "./finding.ts";
import { JUDGE_VARIABLES } from "./judge.ts";

/** Variables that are read besides the table of settings. */
const OTHER_VARIABLES = ["SKILL_RETRIEVAL_BIN", ...DISABLE_VARIABLES, ...JUDGE_VARIABLES];
/** Names that begin like this are meant for this program. */
const OWN_PREFIX = "SKILL_RETRIEVAL_";
/** So many edits apart, a name is taken for a misspelt one. */
const MAX_EDITS = 3;

/** What there is of settings. */
export interface SettingsOptions {
  environment: Environment;
  /** Names of all variables that are set. */
  names: readonly string[];
  /** Keys below `plugins.entries.skill-retrieval.settings`. */
  keys: readonly string[];
  /** A sentence for each bad value, see `readSettings`. */
  warnings: readonly string[];
}

/** Examines the environment and the settings of a home's config. */
export function examineSettings(
  { environment, names, keys, warnings }: SettingsOptions,
): Finding[] {
  const { ok, warning, error } = findingsOf("settings");
  const settings = Object.values(SETTINGS) as Setting[];
  const variables = [...settings.map(({ variable }) => variable), ...OTHER_VARIABLES];
  const ownKeys = settings.flatMap(({ key }) => key ?? []);
  const findings = warnings.map((problem) =>
    warning(`${problem}.`, "Correct or remove it; `skill-retrieval info` shows what is in force.")
  );
  if (isDisabled(environment)) {
    const set = DISABLE_VARIABLES.filter((name) => environment(name) !== undefined);
    findings.push(
      error("Everything is switched off by the environment.", `Unset ${set.join(", ")}.`),
    );
  }
  if (/^(?:1|true|yes|on)$/i.test(environment("HERMES_SAFE_MODE") ?? "")) {
    findings.push(
      error("HERMES_SAFE_MODE keeps Hermes from loading any plugin.", "Unset HERMES_SAFE_MODE."),
    );
  }
  for (const name of names) {
    if (!name.startsWith(OWN_PREFIX) || variables.includes(name)) continue;
    findings.push(warning(`${name} is no setting.`, meant(name, variables)));
  }
  for (const key of keys) {
    if (ownKeys.includes(key)) continue;
    findings.push(
      warning(
        `plugins.entries.skill-retrieval.settings.${key} is no setting.`,
        meant(key, ownKeys),
      ),
    );
  }
  return findings.length > 0 ? findings : [ok("All settings are in order.")];
}

/** What to do about an unknown name. */
function meant(name: string, known: readonly string[]): string {
  const [nearest] = known.map((other) => ({ other, edits: distance(name, other) }))
    .filter(({ edits }) => edits <= MAX_EDITS)
    .toSorted((one, other) => one.edits - other.edits);
  return nearest === undefined
    ? "Remove it; the README lists the settings."
    : `Did you mean ${nearest.other}?`;
}

/** Levenshtein distance of two names. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const replaced = row[to - 1]! + Number(one[at - 1] !== other[to - 1]);
      next.push(Math.min(replaced, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/**
 * The skill index of a system prompt, as a host writes it (contract §5.1): what compaction is timed on.
 */
import type { Catalog, Skill } from "../catalog/mod.ts";

/** Longest description the host prints whole, and what it cuts longer ones to (contract §5.1). */
const MAX_DESCRIPTION_CHARACTERS = 60;
const CUT_DESCRIPTION_CHARACTERS = 57;

/**
 * Renders the block between two lines of prose.
 * @param skills those the session can see
 */
export function renderSkillIndex(
  skills: readonly Skill[],
  descriptions: Catalog["categoryDescriptions"],
): string {
  const categories = new Map<string, Map<string, string>>();
  for (const { category, hostName, load, name, description } of skills) {
    const rows = categories.get(category) ?? new Map<string, string>();
    categories.set(category, rows);
    rows.set(load ?? hostName ?? name, description);
  }
  const lines = sorted(categories).flatMap(([category, rows]) => [
    labelled(`  ${category}`, descriptions[category] ?? "", ":"),
    ...sorted(rows).map(([label, description]) => labelled(`    - ${label}`, cut(description), "")),
  ]);
  return [
    "## Skills",
    "",
    "<available_skills>",
    ...lines,
    "</available_skills>",
    "",
    "Load a skill before acting.",
  ].join("\n");
}

function sorted<Value>(entries: ReadonlyMap<string, Value>): [string, Value][] {
  return [...entries].sort(([first], [second]) => (first < second ? -1 : 1));
}

function labelled(label: string, text: string, bare: string): string {
  return text === "" ? `${label}${bare}` : `${label}: ${text}`;
}

function cut(description: string): string {
  const characters = [...description];
  return characters.length <= MAX_DESCRIPTION_CHARACTERS
    ? description
    : `${characters.slice(0, CUT_DESCRIPTION_CHARACTERS).join("")}...`;
}

/**
 * Blocks for the tests of this folder.
 */

/** A block with the given lines. */
export function blockOf(...lines: string[]): string {
  return ["<available_skills>", ...lines, "</available_skills>"].join("\n");
}

/** One category as the host prints it. */
export interface HostCategory {
  name: string;
  description: string;
  skills: { name: string; description: string }[];
}

/** A block rendered as the host does it (contract §5.1), descriptions unfolded. */
export function hostBlock(categories: readonly HostCategory[]): string {
  const entry = (name: string, description: string) =>
    description === "" ? name : `${name}: ${description}`;
  return blockOf(
    ...categories.flatMap(({ name, description, skills }) => [
      description === "" ? `  ${name}:` : `  ${name}: ${description}`,
      ...skills.map((skill) => `    - ${entry(skill.name, skill.description)}`),
    ]),
  );
}

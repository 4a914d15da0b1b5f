/**
 * What `install` and `uninstall` say about the change of a config.
 */
import { type ConfigChange, difference } from "../install/mod.ts";

/** A change of a config as JSON. */
export function configDocument(config: ConfigChange | null) {
  if (config === null) return null;
  const { path, before, after, backup, problem, lines } = config;
  return {
    path,
    changed: before !== after,
    backup: before !== after && before !== null ? backup : null,
    problem,
    lines_by_hand: problem === null ? null : lines,
  };
}

/** What was done to a config: the difference before it is, a sentence afterwards. */
export function configWords(config: ConfigChange, dry: boolean, done: string): string[] {
  const { path, before, after, backup } = config;
  if (dry) return difference(path, before, after).trimEnd().split("\n").map((line) => `  ${line}`);
  return before === null ? [`  ${done} (the file is new).`] : [`  ${done}; as it was: ${backup}`];
}

/**
 * `triggers`: a first `triggers.yaml`, for a person to read over.
 */
import { CatalogStore, hiddenReason } from "../catalog/mod.ts";
import {
  generateTriggers,
  NO_TRIGGER_FILE,
  readTriggerFile,
  triggerFilePath,
  triggerYaml,
} from "../rank/mod.ts";
import { writeOut } from "../runtime/mod.ts";
import { type Arguments, type Command, UsageError, warn } from "./command.ts";
import { requestFor, targetOf } from "./target.ts";

/** `triggers generate`. */
export const triggersCommand: Command = {
  name: "triggers",
  summary: "Print a triggers.yaml for the skills that are there, to be read over",
  usage: "generate",
  options: [],
  touches: ["skills"],
  run(args) {
    const [action, ...rest] = args.positionals;
    if (action !== "generate" || rest.length > 0) {
      throw new UsageError(
        action === undefined || action === "generate"
          ? "Say what to do, and nothing more: triggers generate."
          : `triggers knows generate, not "${action}".`,
      );
    }
    return generate(args);
  },
};

function generate(args: Arguments): number {
  const target = targetOf(args);
  for (const warning of target.reading.warnings) warn(args, warning);
  const { file, warnings } = target.roots === undefined
    ? readTriggerFile(triggerFilePath(target.home))
    : { file: NO_TRIGGER_FILE, warnings: [] };
  for (const warning of warnings) warn(args, warning);
  const { catalog } = new CatalogStore(target.plan).refresh();
  const { session } = requestFor(target, "", []);
  const skills = catalog.skills.filter((skill) =>
    skill.load !== null && hiddenReason(skill, session, catalog.plan) === null
  );
  const triggers = generateTriggers(skills, file);
  writeOut(
    args.has("json")
      ? `${JSON.stringify({ triggers, autoload: file.autoload }, null, 2)}\n`
      : triggerYaml(triggers, file.autoload),
  );
  return 0;
}

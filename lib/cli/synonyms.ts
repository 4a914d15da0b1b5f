/**
 * `synonyms`: a first `synonyms.yaml`, and what is wrong with one.
 */
import { CatalogStore, hiddenReason } from "../catalog/mod.ts";
import {
  checkSynonyms,
  generateSynonyms,
  readSynonymFile,
  synonymFilePath,
  synonymFileSignature,
  synonymYaml,
} from "../rank/mod.ts";
import { resolvePath, writeOut } from "../runtime/mod.ts";
import { type Arguments, type Command, CommandError, UsageError, warn } from "./command.ts";
import { requestFor, targetOf } from "./target.ts";

/** `synonyms check [FILE]` and `synonyms generate [--scan-only]`. */
export const synonymsCommand: Command = {
  name: "synonyms",
  summary: "Check your synonyms.yaml, or print one for the skills that are there",
  usage: "check [FILE] | generate",
  options: [{ name: "scan-only", help: "list the skills and write nothing for them (generate)" }],
  touches: ["skills", "arguments"],
  run(args) {
    const [action, ...rest] = args.positionals;
    if (action === "check" && rest.length <= 1) return check(args, rest[0]);
    if (action === "generate" && rest.length === 0) return generate(args);
    throw new UsageError("Say what to do: synonyms check [FILE], or synonyms generate.");
  },
};

function generate(args: Arguments): number {
  const skills = skillsOf(args);
  const ids = skills.map(({ id }) => id);
  const synonyms = args.has("scan-only") ? null : generateSynonyms(skills);
  writeOut(
    args.has("json")
      ? `${JSON.stringify(synonyms ?? ids, null, 2)}\n`
      : synonyms === null
      ? ids.map((id) => `${id}\n`).join("")
      : synonymYaml(synonyms),
  );
  return 0;
}

function check(args: Arguments, given: string | undefined): number {
  const path = given === undefined ? synonymFilePath(targetOf(args).home) : resolvePath(given);
  if (synonymFileSignature(path) === null) throw new CommandError(`There is no file ${path}.`);
  const { file, warnings } = readSynonymFile(path);
  if (file.problems.length === 0 && warnings.length > 0) throw new CommandError(warnings[0]!);
  const problems = checkSynonyms(file, skillsOf(args));
  writeOut(
    args.has("json")
      ? `${JSON.stringify({ file: path, problems }, null, 2)}\n`
      : problems.map((problem) => `${path}: ${problem}\n`).join("") +
        `${file.skills.size} skills, ${file.groups.size} groups, ${problems.length} problems.\n`,
  );
  return problems.length > 0 ? 1 : 0;
}

/** The skills that a session sees. */
function skillsOf(args: Arguments) {
  const target = targetOf(args);
  for (const warning of target.reading.warnings) warn(args, warning);
  const { catalog } = new CatalogStore(target.plan).refresh();
  const { session } = requestFor(target, "", []);
  return catalog.skills.filter((skill) =>
    skill.load !== null && hiddenReason(skill, session, catalog.plan) === null
  );
}

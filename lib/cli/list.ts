import { CatalogStore, hiddenReason, type Skill } from "../catalog/mod.ts";
import { terminalColumns, writeOut } from "../runtime/mod.ts";
import type { Command } from "./command.ts";
import { counted, cutDisplay, displayWidth, padDisplay, paintFor } from "./paint.ts";
import { requestFor, targetOf } from "./target.ts";

/** `list`: all skills read, the visible ones, or the problems met. */
export const listCommand: Command = {
  name: "list",
  summary: "List the skills read, with the reason why one is hidden, or the problems met",
  usage: "",
  options: [
    { name: "visible", help: "only skills that a session can see" },
    { name: "problems", help: "only what was wrong with files" },
  ],
  touches: ["skills"],
  run(args) {
    const target = targetOf(args);
    const { catalog } = new CatalogStore(target.plan).refresh();
    const { session } = requestFor(target, "", []);
    const rows = catalog.skills.map((skill) => ({
      skill,
      reason: hiddenReason(skill, session, catalog.plan),
    })).filter(({ reason }) => !args.has("visible") || reason === null);
    if (args.has("json")) {
      writeOut(`${JSON.stringify(asDocument(rows, catalog.problems), null, 2)}\n`);
      return 0;
    }
    const paint = paintFor(args);
    const columns = Math.max(60, terminalColumns());
    if (args.has("problems")) {
      for (const { path, reason } of catalog.problems) {
        writeOut(`${paint.bold(path)}\n  ${reason}\n`);
      }
      writeOut(
        `${counted(catalog.problems.length, "problem")} in ${
          counted(catalog.skills.length, "skill")
        }.\n`,
      );
      return 0;
    }
    const width = Math.min(44, Math.max(0, ...rows.map(({ skill }) => displayWidth(skill.id))));
    for (const { skill, reason } of rows) {
      const id = padDisplay(cutDisplay(skill.id, width), width);
      writeOut(
        reason === null
          ? `${paint.bold(id)}  ${cutDisplay(oneLine(skill.description), columns - width - 2)}\n`
          : `${paint.dim(id)}  ${
            paint.yellow(cutDisplay(`hidden: ${reason}`, columns - width - 2))
          }\n`,
      );
    }
    const hidden = rows.filter(({ reason }) => reason !== null).length;
    writeOut(
      `${counted(catalog.skills.length, "skill")} read, ${
        args.has("visible") ? rows.length : rows.length - hidden
      } visible` + (args.has("visible") ? "" : `, ${hidden} hidden`) +
        `, ${counted(catalog.problems.length, "problem")} (list --problems).\n`,
    );
    return 0;
  },
};

/** The JSON document of DESIGN §5. */
function asDocument(
  rows: readonly { skill: Skill; reason: string | null }[],
  problems: readonly { path: string; reason: string }[],
): unknown {
  return {
    skills: rows.map(({ skill, reason }) => ({
      id: skill.id,
      load: skill.load,
      name: skill.name,
      description: skill.description,
      category: skill.category,
      source: skill.source,
      path: skill.path,
      visible: reason === null,
      hidden_because: reason,
    })),
    problems,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

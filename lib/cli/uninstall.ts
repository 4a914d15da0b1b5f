import {
  carryOutUninstall,
  planUninstall,
  type Removal,
  type UninstallPlan,
} from "../install/mod.ts";
import { writeError, writeOut } from "../runtime/mod.ts";
import { type Command, CommandError } from "./command.ts";
import { configDocument, configWords } from "./config_change.ts";
import { homesOf } from "./homes.ts";
import { rightsToInstall } from "./install_rights.ts";

/** `uninstall`: takes the plugin out of homes. */
export const uninstallCommand: Command = {
  name: "uninstall",
  summary: "Take the plugin out of a Hermes home; files of your own stay",
  usage: "",
  options: [
    { name: "all-profiles", help: "out of the root home and every profile" },
    { name: "dry-run", help: "show what would change and change nothing" },
  ],
  touches: [],
  rights: rightsToInstall,
  run(args) {
    const dry = args.has("dry-run");
    let done: { plan: UninstallPlan; removal: Removal | null }[];
    try {
      const plans = homesOf(args).map(planUninstall);
      done = plans.map((plan) => ({ plan, removal: dry ? null : carryOutUninstall(plan) }));
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`${(error as Error).message}.`);
    }
    if (args.has("json")) {
      const homes = done.map(({ plan, removal }) => ({
        home: plan.home,
        folder: plan.folder,
        removed: plan.files.filter((name) => removal?.running.includes(name) !== true),
        kept: [...plan.foreign, ...removal?.running ?? []],
        folder_gone: removal?.isGone ?? null,
        config: { ...configDocument(plan.config), backup: null },
      }));
      writeOut(`${JSON.stringify({ homes }, null, 2)}\n`);
    } else {
      writeOut(done.map(({ plan, removal }) => inWords(plan, removal)).join("\n"));
    }
    let failed = false;
    for (const { plan: { config }, removal } of done) {
      if (config.problem !== null) {
        failed = true;
        writeError(`skill-retrieval: ${config.problem}. Take out by hand:\n\n${config.lines}`);
      }
      for (const name of removal?.running ?? []) {
        failed = true;
        writeError(
          `skill-retrieval: ${name} is running; end Hermes and run uninstall again, or delete it.\n`,
        );
      }
    }
    return failed ? 1 : 0;
  },
};

function inWords(plan: UninstallPlan, removal: Removal | null): string {
  const { folder, isLink, files, foreign, config } = plan;
  const dry = removal === null;
  const lines = [folder];
  if (isLink) lines.push(`  ${dry ? "would remove" : "removed"} the link; what it leads to stays.`);
  else if (files.length === 0 && foreign.length === 0) lines.push("  is not there.");
  lines.push(...files.map((name) => `  ${dry ? "would remove" : "removed"} ${name}`));
  lines.push(...foreign.map((name) => `  left ${name}, which is not ours`));
  if (config.problem === null) {
    lines.push(config.path);
    if (config.before === config.after) lines.push("  does not name it.");
    else if (dry) lines.push(...configWords(config, true, ""));
    else if (config.after === null) lines.push("  is gone; it held nothing else.");
    else lines.push("  does not name it any more.");
  }
  return lines.map((line) => `${line}\n`).join("");
}

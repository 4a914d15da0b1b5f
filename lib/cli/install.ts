import { defaultHome } from "../catalog/mod.ts";
import {
  carryOutInstall,
  folderAround,
  type InstallPlan,
  isDenied,
  planInstall,
  pluginFolder,
} from "../install/mod.ts";
import {
  environment,
  executablePath,
  FileAccess,
  isStandalone,
  writeError,
  writeOut,
} from "../runtime/mod.ts";
import { type Arguments, type Command, CommandError, UsageError, warn } from "./command.ts";
import { configDocument, configWords } from "./config_change.ts";
import { homesOf } from "./homes.ts";
import { rightsToInstall } from "./install_rights.ts";

/** `install`: puts the plugin into homes, or completes the folder the program lies in. */
export const installCommand: Command = {
  name: "install",
  summary: "Put the plugin and this program into a Hermes home and enable it there",
  usage: "",
  options: [
    { name: "all-profiles", help: "into the root home and every profile" },
    { name: "shell-hook", help: "as a shell hook, without Python: hints only, no shorter index" },
    { name: "dry-run", help: "show what would change and change nothing" },
  ],
  touches: [],
  rights: rightsToInstall,
  run(args) {
    const executable = isStandalone() ? executablePath() : null;
    const shellHook = args.has("shell-hook");
    if (shellHook && executable === null) {
      throw new UsageError(
        "--shell-hook names the executable, and these are the sources; build it and run its install.",
      );
    }
    let plans: InstallPlan[];
    try {
      plans = placesOf(args, executable).map((place) =>
        planInstall({ ...place, executable, shellHook })
      );
      if (!args.has("dry-run")) plans.forEach(carryOutInstall);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`${(error as Error).message}.`);
    }
    if (executable === null) {
      warn(
        args,
        "these are the sources, so no executable was copied; build one and run its install, or set " +
          "SKILL_RETRIEVAL_BIN.",
      );
    }
    if (args.has("json")) {
      writeOut(`${JSON.stringify({ homes: plans.map(asDocument) }, null, 2)}\n`);
    } else writeOut(plans.map((plan) => inWords(plan, args)).join("\n"));
    let failed = false;
    for (const { config } of plans) {
      if (config === null) continue;
      if (config.problem !== null) {
        failed = true;
        writeError(`skill-retrieval: ${config.problem}. Add by hand:\n\n${config.lines}`);
      } else if (isDenied(config.after ?? "")) {
        failed = true;
        writeError(
          `skill-retrieval: ${config.path} names skill-retrieval in plugins.disabled, which wins; ` +
            "take it out there.\n",
        );
      }
    }
    return failed ? 1 : 0;
  },
};

/** The homes and folders to install into. */
function placesOf(
  args: Arguments,
  executable: string | null,
): { home: string | null; folder?: string }[] {
  const around = folderAround(executable);
  const isNamed = args.value("home") !== undefined || args.has("all-profiles");
  if (isNamed || around === null) return homesOf(args).map((home) => ({ home }));
  return [{ home: homeOfFolder(around), folder: around }];
}

/**
 * The home that a plugin folder belongs to, or null: the one in use where the folder is linked from
 * it, else the folder above `plugins` where it has a config.
 */
function homeOfFolder(folder: string): string | null {
  const inUse = defaultHome(environment);
  const above = folder.replace(/[\\/][^\\/]+[\\/][^\\/]+$/, "");
  const files = new FileAccess({ read: [inUse, above] });
  const isThere = (path: string) => files.status(path) !== null;
  const linked = pluginFolder(inUse);
  if (isThere(linked) && files.realPath(linked) === files.realPath(folder)) return inUse;
  return isThere(`${above}/config.yaml`) ? above : null;
}

function asDocument({ home, folder, files, executable, config }: InstallPlan) {
  return { home, folder, written: files, executable, config: configDocument(config) };
}

function inWords({ home, folder, files, config }: InstallPlan, args: Arguments): string {
  const dry = args.has("dry-run");
  const lines = [
    folder,
    ...(files.length === 0
      ? ["  is complete already."]
      : files.map((name) => `  ${dry ? "would write" : "wrote"} ${name}`)),
  ];
  if (config === null) {
    lines.push(
      "It belongs to no home yet. Link or move the folder into <home>/plugins and run install again,",
      "or name the home with --home.",
    );
  } else if (config.problem === null && config.before === config.after) {
    lines.push(`${config.path}`, "  enables it already.");
  } else if (config.problem === null) {
    lines.push(config.path, ...configWords(config, dry, "enables it now"));
  }
  if (!dry && home !== null && (files.length > 0 || config?.before !== config?.after)) {
    lines.push(
      "Restart Hermes. `skill-retrieval doctor` says whether all is well." +
        (args.has("shell-hook")
          ? "\nHermes asks for consent to the hook once; without a terminal start it with --accept-hooks."
          : ""),
    );
  }
  return lines.map((line) => `${line}\n`).join("");
}

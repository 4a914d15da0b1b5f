import { defaultHome } from "../catalog/mod.ts";
import { installPlugin, pluginFolder } from "../install/mod.ts";
import {
  environment,
  executablePath,
  isStandalone,
  resolvePath,
  writeOut,
} from "../runtime/mod.ts";
import { type Command, CommandError, warn } from "./command.ts";

/** `install`: completes a plugin folder. */
export const installCommand: Command = {
  name: "install",
  summary: "Put the plugin and this program into a Hermes home (or complete the folder it lies in)",
  usage: "",
  options: [],
  run(args) {
    const given = args.value("home");
    const executable = isStandalone() ? executablePath() : null;
    const home = given === undefined ? defaultHome(environment) : resolvePath(given);
    const folder = pluginFolder(home, given !== undefined, executable);
    let installation;
    try {
      installation = installPlugin(folder, executable);
    } catch (error) {
      throw new CommandError(`${(error as Error).message}.`);
    }
    if (installation.executable === null) {
      warn(
        args,
        "these are the sources, so no executable was copied; build one and run its install, or set " +
          "SKILL_RETRIEVAL_BIN.",
      );
    }
    if (args.has("json")) {
      writeOut(`${JSON.stringify(installation)}\n`);
      return 0;
    }
    const { written } = installation;
    writeOut(
      `${folder}\n` +
        (written.length === 0
          ? "  is complete already.\n"
          : written.map((name) => `  wrote ${name}\n`).join("")) +
        `
Enable it in config.yaml of this home, then restart Hermes:

plugins:
  enabled:
    - skill-retrieval
`,
    );
    return 0;
  },
};

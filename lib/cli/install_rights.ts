/**
 * The rights of one call of `install` or `uninstall`.
 */
import { defaultHome } from "../catalog/mod.ts";
import { folderAround, installRights, pluginFolder } from "../install/mod.ts";
import {
  environment,
  executablePath,
  isStandalone,
  mergedRights,
  NO_RIGHTS,
  type Rights,
} from "../runtime/mod.ts";
import type { Arguments } from "./command.ts";
import { homesOf } from "./homes.ts";

/** The homes the call is for; for a program inside a plugin's folder that folder and its home. */
export function rightsToInstall(args: Arguments): Rights {
  const executable = isStandalone() ? executablePath() : null;
  const around = folderAround(executable);
  const isNamed = args.value("home") !== undefined || args.has("all-profiles");
  const places = isNamed || around === null
    ? homesOf(args).map((home) => [home, pluginFolder(home)] as const)
    : [
      [around.replace(/[\\/][^\\/]+[\\/][^\\/]+$/, ""), around] as const,
      [defaultHome(environment), pluginFolder(defaultHome(environment))] as const,
    ];
  return places
    .map(([home, folder]) => installRights(home, folder, executable))
    .reduce(mergedRights, NO_RIGHTS);
}

/**
 * The homes that `install` and `uninstall` work on.
 */
import { defaultHome } from "../catalog/mod.ts";
import { allProfiles, isFolder } from "../install/mod.ts";
import { environment, resolvePath } from "../runtime/mod.ts";
import { type Arguments, CommandError } from "./command.ts";

/**
 * The home named by `--home`, else the one in use; with `--all-profiles` also its root and profiles.
 * @throws {CommandError} where there is none
 */
export function homesOf(args: Arguments): string[] {
  const given = args.value("home");
  const home = given === undefined ? defaultHome(environment) : resolvePath(given);
  if (!isFolder(home)) {
    throw new CommandError(
      given === undefined
        ? `There is no Hermes home at ${home}; start Hermes once, or name the home with --home.`
        : `--home ${given}: there is no such directory.`,
    );
  }
  return args.has("all-profiles") ? allProfiles(home) : [home];
}

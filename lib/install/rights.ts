/**
 * What installing into a home, and uninstalling, may touch.
 */
import { NO_RIGHTS, realPathOf, type Rights } from "../runtime/mod.ts";
import { backupPath, configPath } from "./config_file.ts";
import { rootHome } from "./homes.ts";

/**
 * The plugin's folder, the config and its backup, and what is behind them where they are links. Read
 * is the home too, whose profiles are looked for.
 * @param home absolute path, or null where there is only a folder
 * @param folder absolute path of the plugin's folder
 * @param executable absolute path of the running executable, or null when only sources are running
 */
export function installRights(
  home: string | null,
  folder: string,
  executable: string | null,
): Rights {
  const changed = home === null ? [folder] : [folder, configPath(home), backupPath(home)];
  const read = executable === null ? [] : [executable, realPathOf(executable)];
  if (home !== null) read.push(home, rootHome(home));
  return { ...NO_RIGHTS, read, write: changed.flatMap((path) => [path, realPathOf(path)]) };
}

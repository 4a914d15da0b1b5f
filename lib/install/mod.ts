/**
 * How does the plugin get into a home, and is all well there?
 * @module
 */
export {
  type ConfigChange,
  configPath,
  entriesIn,
  type Entry,
  isDenied,
  planEntry,
} from "./config_file.ts";
export { difference } from "./difference.ts";
export { type Examination, examine, type ExamineOptions } from "./doctor/examine.ts";
export type { Finding, Severity } from "./doctor/finding.ts";
export { allProfiles, isFolder, profileOf } from "./homes.ts";
export { carryOutInstall, type InstallPlan, planInstall } from "./install.ts";
export {
  executableName,
  folderAround,
  PLUGIN_FILES,
  PLUGIN_NAME,
  pluginFolder,
} from "./plugin_files.ts";
export { installRights } from "./rights.ts";
export { carryOutUninstall, planUninstall, type Removal, type UninstallPlan } from "./uninstall.ts";

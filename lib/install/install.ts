/**
 * Puts the plugin into a home: its files, the executable, and its entry in the home's config.
 * Planned first, from what is there, then carried out; a plan that finds all in order does nothing.
 */
import { join } from "@std/path";
import { FileAccess, haveSameContent, mayAccess, replaceProgram } from "../runtime/mod.ts";
import { applyChange, type ConfigChange, planEntry } from "./config_file.ts";
import { hookCommand } from "./config_items.ts";
import { executableName, PLUGIN_FILES, pluginFolder } from "./plugin_files.ts";

/** What to install, and where. */
export interface InstallOptions {
  /** Absolute path of the home, or null to complete `folder` and touch no config. */
  home: string | null;
  /** Absolute path of the plugin's folder. @default the one in the home */
  folder?: string;
  /** Absolute path of the running executable, or null when only sources are running. */
  executable: string | null;
  /** Whether Hermes is to call the program as a shell hook, without Python. @default false */
  shellHook?: boolean;
}

/** What there is to do. */
export interface InstallPlan {
  home: string | null;
  folder: string;
  /** Names of the files in the folder that are new or different. */
  files: string[];
  /** Absolute path of the executable in the folder, or null when only sources are running. */
  executable: string | null;
  /** The executable to copy from, or null where it is in place. */
  source: string | null;
  config: ConfigChange | null;
}

/**
 * Looks at what is there.
 * @throws {FileError} when something cannot be read
 * @throws {InstallConflict} when the home uses the program in the other way
 */
export function planInstall(options: InstallOptions): InstallPlan {
  const { home, executable } = options;
  const folder = options.folder ?? pluginFolder(home!);
  const files = access(folder, executable);
  const names = options.shellHook === true
    ? []
    : Object.keys(PLUGIN_FILES).filter((name) => !isInPlace(files, join(folder, name), name));
  const target = join(folder, executableName());
  const copies = executable !== null && !isSameProgram(files, executable, target);
  if (copies) names.push(executableName());
  const command = executable === null ? null : hookCommand(target);
  const entry = options.shellHook === true && command !== null
    ? { kind: "hook", command } as const
    : { kind: "plugin" } as const;
  return {
    home,
    folder,
    files: names,
    executable: executable === null ? null : target,
    source: copies ? executable : null,
    config: home === null ? null : planEntry(home, entry),
  };
}

/**
 * Carries a plan out. The config is changed last, so that it never names what is not there.
 * @throws {FileError} when something cannot be written
 */
export function carryOutInstall({ folder, files: names, executable, source, config }: InstallPlan) {
  const files = access(folder, source);
  for (const [name, text] of Object.entries(PLUGIN_FILES)) {
    if (names.includes(name)) files.writeText(join(folder, name), text);
  }
  if (source !== null) replaceProgram(files, source, executable!);
  if (config !== null && config.before !== config.after) applyChange(config, true);
}

function access(folder: string, executable: string | null): FileAccess {
  return new FileAccess({
    read: executable === null ? [folder] : [folder, executable],
    write: [folder],
  });
}

function isInPlace(files: FileAccess, path: string, name: string): boolean {
  const text = PLUGIN_FILES[name]!;
  const size = new TextEncoder().encode(text).length;
  return files.status(path)?.size === size && files.readText(path, size) === text;
}

function isSameProgram(files: FileAccess, executable: string, target: string): boolean {
  if (files.status(target) === null) return false;
  if (files.realPath(target) === files.realPath(executable)) return true;
  return mayAccess(files, target, "execute") && haveSameContent(files, executable, target);
}

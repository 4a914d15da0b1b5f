/**
 * Puts the plugin into a home: the three plugin files, which the executable carries, and the
 * executable itself.
 */
import { basename, dirname, join } from "@std/path";
import shim from "../../plugin/__init__.py" with { type: "text" };
import manifest from "../../plugin/plugin.yaml" with { type: "text" };
import skill from "../../plugin/SKILL.md" with { type: "text" };
import { FileAccess, platform } from "../runtime/mod.ts";

/** Name of the plugin and of its folder. */
export const PLUGIN_NAME = "skill-retrieval";

/** The plugin files by name. */
export const PLUGIN_FILES: Readonly<Record<string, string>> = {
  "plugin.yaml": manifest,
  "__init__.py": shim,
  "SKILL.md": skill,
};

/** What was put where. */
export interface Installation {
  /** Absolute path of the plugin folder. */
  folder: string;
  /** Names of the files that were new or different. */
  written: string[];
  /** Absolute path of the executable in the folder, or null when only sources are running. */
  executable: string | null;
}

/** Name of the executable on this system. */
export function executableName(system: string = platform()): string {
  return system === "win32" ? `${PLUGIN_NAME}.exe` : PLUGIN_NAME;
}

/**
 * The folder to complete: the one the executable lies in when that is a plugin folder and no home was
 * named, else `<home>/plugins/skill-retrieval`.
 * @param executable absolute path of the running executable, or null when only sources are running
 */
export function pluginFolder(
  home: string,
  homeWasNamed: boolean,
  executable: string | null,
): string {
  if (!homeWasNamed && executable !== null) {
    const folder = dirname(executable);
    if (basename(folder) === PLUGIN_NAME && basename(dirname(folder)) === "plugins") return folder;
  }
  return join(home, "plugins", PLUGIN_NAME);
}

/**
 * Writes what is missing or different; a file that is as it should be is left alone.
 * @throws {FileError} when a file cannot be written
 */
export function installPlugin(folder: string, executable: string | null): Installation {
  const files = new FileAccess({
    read: executable === null ? [folder] : [folder, executable],
    write: [folder],
  });
  const written: string[] = [];
  for (const [name, text] of Object.entries(PLUGIN_FILES)) {
    const path = join(folder, name);
    const size = new TextEncoder().encode(text).length;
    if (files.status(path)?.size === size && files.readText(path, size) === text) continue;
    files.writeText(path, text);
    written.push(name);
  }
  if (executable === null) return { folder, written, executable: null };
  const target = join(folder, executableName());
  if (files.status(target) === null || files.realPath(target) !== files.realPath(executable)) {
    files.copy(executable, target, 0o755);
    written.push(executableName());
  }
  return { folder, written, executable: target };
}

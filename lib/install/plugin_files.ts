/**
 * The plugin's own files: three that the executable carries, and the executable itself.
 */
import { basename, dirname, join } from "@std/path";
import shim from "../../plugin/__init__.py" with { type: "text" };
import manifest from "../../plugin/plugin.yaml" with { type: "text" };
import skill from "../../plugin/SKILL.md" with { type: "text" };
import { platform } from "../runtime/mod.ts";

/** Name of the plugin and of its folder. */
export const PLUGIN_NAME = "skill-retrieval";

/** The plugin files by name. */
export const PLUGIN_FILES: Readonly<Record<string, string>> = {
  "plugin.yaml": manifest,
  "__init__.py": shim,
  "SKILL.md": skill,
};

/** Name of the executable on this system. */
export function executableName(system: string = platform()): string {
  return system === "win32" ? `${PLUGIN_NAME}.exe` : PLUGIN_NAME;
}

/** The plugin's folder in a home. */
export function pluginFolder(home: string): string {
  return join(home, "plugins", PLUGIN_NAME);
}

/**
 * The plugin folder that a program lies in, or null where it lies elsewhere.
 * @param executable absolute path of the running executable, or null when only sources are running
 */
export function folderAround(executable: string | null): string | null {
  if (executable === null) return null;
  const folder = dirname(executable);
  return basename(folder) === PLUGIN_NAME && basename(dirname(folder)) === "plugins"
    ? folder
    : null;
}

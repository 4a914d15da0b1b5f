/**
 * Plugins of a home, as far as their skills are concerned: which folders hold them and under which name
 * (contract §1.2; names of `register_skill` are `manifest:directory`).
 */
import { FileAccess, type FileError, joinPath } from "../runtime/mod.ts";
import type { HomeConfig } from "./config.ts";
import type { Problem, Root } from "./types.ts";
import { readYamlMapping } from "./yaml.ts";
import { hostText } from "./yaml_value.ts";

const MANIFESTS = ["plugin.yaml", "plugin.yml"];
const MAX_MANIFEST_BYTES = 256 * 1024;

/** Plugin roots of a home, what could not be read, and the paths whose change matters. */
export interface PluginReading {
  roots: Root[];
  problems: Problem[];
  watched: string[];
}

/**
 * Finds `<home>/plugins/<name>/skills` of every plugin with a manifest; a folder without one is a
 * category and is looked into once. Plugins outside `plugins.enabled` are found too, and marked.
 */
export function readPlugins(home: string, config: HomeConfig): PluginReading {
  const reading: PluginReading = { roots: [], problems: [], watched: [] };
  const top = joinPath(home, "plugins");
  for (const name of pluginFolders(top, reading)) {
    const directory = joinPath(top, name);
    if (addPlugin(directory, null, config, reading)) continue;
    for (const inner of pluginFolders(directory, reading)) {
      addPlugin(joinPath(directory, inner), name, config, reading);
    }
  }
  return reading;
}

/** Names of the sub-folders (links followed) that can be plugins, sorted. */
function pluginFolders(directory: string, reading: PluginReading): string[] {
  reading.watched.push(directory);
  const files = new FileAccess({ read: [directory] });
  try {
    return files.list(directory)
      .filter(({ name, kind }) =>
        !name.startsWith(".") && !/^__.*__$/.test(name) &&
        (kind === "directory" ||
          (kind === "link" && files.status(joinPath(directory, name))?.kind === "directory"))
      )
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if ((error as FileError).reason !== "missing") {
      reading.problems.push({
        path: directory,
        reason: `plugins cannot be listed (${(error as Error).message})`,
      });
    }
    return [];
  }
}

/** @returns whether the folder has a manifest */
function addPlugin(
  directory: string,
  category: string | null,
  config: HomeConfig,
  reading: PluginReading,
): boolean {
  const manifests = MANIFESTS.map((name) => joinPath(directory, name));
  const files = new FileAccess({ read: manifests });
  const manifest = manifests.find((path) => isFile(files, path));
  reading.watched.push(...manifests);
  if (manifest === undefined) return false;
  const folder = directory.slice(directory.search(/[^\\/]+$/));
  const name = manifestName(files, manifest, reading) ?? folder;
  const keys = [name, category === null ? name : `${category}/${folder}`];
  reading.roots.push({
    path: joinPath(directory, "skills"),
    source: "plugin",
    plugin: name,
    pluginEnabled: keys.some((key) => config.pluginsEnabled.includes(key)) &&
      !keys.some((key) => config.pluginsDisabled.includes(key)),
  });
  return true;
}

function isFile(files: FileAccess, path: string): boolean {
  try {
    return files.status(path)?.kind === "file";
  } catch {
    return false;
  }
}

function manifestName(files: FileAccess, path: string, reading: PluginReading): string | null {
  try {
    const text = files.readText(path, MAX_MANIFEST_BYTES).replace(/^\ufeff/, "");
    const name = readYamlMapping(text)["name"];
    return name === undefined || name === null ? null : hostText(name).trim() || null;
  } catch (error) {
    reading.problems.push({
      path,
      reason: `the manifest cannot be read (${
        (error as Error).message
      }); the plugin goes by its folder`,
    });
    return null;
  }
}

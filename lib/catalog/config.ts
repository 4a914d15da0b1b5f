/**
 * What the home's `config.yaml` says about skills and plugins, in the shapes the host tolerates.
 */
import { type FileAccess, FileError } from "../runtime/mod.ts";
import type { Problem } from "./types.ts";
import { readYaml, readYamlMapping } from "./yaml.ts";
import { hostText, isMapping, plainValue, type YamlMapping, type YamlValue } from "./yaml_value.ts";

/** The parts of the config this program looks at. */
export interface HomeConfig {
  disabled: string[];
  platformDisabled: Record<string, string[]>;
  /** `skills.create_dir`, not expanded; null when unset. */
  createDirectory: string | null;
  /** `skills.external_dirs`, not expanded. */
  externalDirectories: string[];
  /** `skills.trusted_project_dirs`, not expanded. */
  trustedProjects: string[];
  /** `skills.project_discovery`, true unless it is false. */
  projectDiscovery: boolean;
  pluginsEnabled: string[];
  pluginsDisabled: string[];
  /** Whether the `kanban` toolset is among the configured ones. */
  kanban: boolean;
  /** `plugins.entries.skill-retrieval.settings`. */
  settings: Record<string, unknown>;
}

/** Longest config that is read. */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024;
/** Key of this program below `plugins.entries`. */
const OWN_PLUGIN = "skill-retrieval";

/**
 * Reads a home's config. A missing, unreadable or malformed one disables nothing and is a problem
 * (SR-29, SR-A028).
 */
export function readConfig(
  files: FileAccess,
  path: string,
): { config: HomeConfig; problem: Problem | null } {
  let fields: YamlMapping = {};
  let problem: Problem | null = null;
  try {
    fields = readYamlMapping(files.readText(path, MAX_CONFIG_BYTES).replace(/^\ufeff/, ""));
  } catch (error) {
    problem = { path, reason: `${configReason(error)}; nothing is disabled or enabled by it` };
  }
  return { config: interpret(fields), problem };
}

function configReason(error: unknown): string {
  if (!(error instanceof FileError)) {
    return `the config is no valid YAML (${(error as Error).message})`;
  }
  return error.reason === "missing"
    ? "there is no config"
    : `the config cannot be read (${error.reason})`;
}

function interpret(fields: YamlMapping): HomeConfig {
  const skills = mapping(fields["skills"]);
  const plugins = mapping(fields["plugins"]);
  const own = mapping(mapping(plugins["entries"])[OWN_PLUGIN]);
  const createDirectory = skills["create_dir"];
  return {
    disabled: names(skills["disabled"]),
    platformDisabled: Object.fromEntries(
      Object.entries(mapping(skills["platform_disabled"])).map(([key, list]) => [key, names(list)]),
    ),
    createDirectory: typeof createDirectory === "string" && createDirectory.trim() !== ""
      ? createDirectory.trim()
      : null,
    externalDirectories: paths(skills["external_dirs"]),
    trustedProjects: paths(skills["trusted_project_dirs"]),
    projectDiscovery: skills["project_discovery"] !== false,
    pluginsEnabled: names(plugins["enabled"]),
    pluginsDisabled: names(plugins["disabled"]),
    kanban: wantsKanban(fields),
    settings: plainValue(mapping(own["settings"] ?? own["config"])) as Record<string, unknown>,
  };
}

function mapping(value: YamlValue | undefined): YamlMapping {
  return isMapping(value) ? value : {};
}

/** A list of names: a list, one text, or a list written as text (`'["a","b"]'`, contract §5.6). */
function names(value: YamlValue | undefined): string[] {
  return stringList(value).map((name) => name.trim()).filter((name) => name !== "");
}

function stringList(value: YamlValue | undefined): string[] {
  if (Array.isArray(value)) return value.map(hostText);
  if (typeof value !== "string") return [];
  if (!value.trim().startsWith("[")) return [value];
  try {
    const list = readYaml(value.trim());
    return Array.isArray(list) ? list.map(hostText) : [value];
  } catch {
    return [value];
  }
}

/** A list of paths: a list or one text. */
function paths(value: YamlValue | undefined): string[] {
  const list = typeof value === "string"
    ? [value]
    : Array.isArray(value)
    ? value.map(hostText)
    : [];
  return list.map((path) => path.trim()).filter((path) => path !== "");
}

function wantsKanban(fields: YamlMapping): boolean {
  const lists = [fields["toolsets"], ...Object.values(mapping(fields["platform_toolsets"]))];
  return lists.some((list) => Array.isArray(list) && list.includes("kanban"));
}

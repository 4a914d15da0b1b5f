/**
 * The text of one `SKILL.md` → what the catalog keeps of it. A pure function: where the file lies, who
 * may see it and how it is loaded is decided elsewhere.
 */
import { recoverText, splitLines } from "./broken_header.ts";
import { intendedHeader, splitFrontMatter } from "./front_matter.ts";
import type { Conditions } from "./types.ts";
import { readYaml } from "./yaml.ts";
import { hostText, isMapping, type YamlMapping, type YamlValue } from "./yaml_value.ts";

/** What one file says about its skill. */
export interface ParsedSkill {
  /** The front-matter name as the host prints it; null where the host takes the directory's. */
  hostName: string | null;
  /** Whether `skill_view` finds the skill by `hostName` (it compares text with text). */
  hostNameLoads: boolean;
  /** The same without surrounding blanks and stray quotes; null when nothing is left. */
  name: string | null;
  /** Trimmed; empty when the file has none. */
  description: string;
  triggers: string[];
  tags: string[];
  platforms: string[];
  environments: string[];
  requiresApps: string[];
  conditions: Conditions;
  /** Text behind the front matter. */
  body: string;
  /** Why the header could not be read as it stands, or null; one sentence. */
  problem: string | null;
}

/**
 * Reads a `SKILL.md`. Never throws: where YAML is broken, the host's line splitter decides what bears on
 * visibility, and name and description are recovered line by line (SR-24, SR-25).
 * @param text content of the file, bytes that are no UTF-8 already replaced
 */
export function parseSkillFile(text: string): ParsedSkill {
  const { header: slice, body } = splitFrontMatter(text);
  if (slice === null) return withoutFrontMatter(text, body);
  const header = detached(slice);
  let fields: YamlMapping;
  let problem: string | null = null;
  let broken = false;
  try {
    const value = readYaml(header);
    if (!isMapping(value)) {
      problem = "the front matter is no list of keys with values";
      broken = true;
    }
    fields = isMapping(value) ? value : {};
  } catch (error) {
    problem = `the front matter is no valid YAML (${
      (error as Error).message
    }); it was read line by line`;
    broken = true;
    fields = splitLines(header);
  }
  const parsed = fromFields(fields, body);
  if (broken) {
    parsed.description = recoverText(header, "description") || parsed.description;
    parsed.name ??= recoverText(header, "name") || null;
  }
  return { ...parsed, problem };
}

/** The host sees no header here: the skill goes by its directory, its description may be saved. */
function withoutFrontMatter(text: string, body: string): ParsedSkill {
  const header = intendedHeader(text);
  const parsed = fromFields({}, body);
  if (header === null) {
    const what = text.trim() === "" ? "the file is empty" : "there is no front matter";
    return { ...parsed, problem: `${what}; the skill goes by the name of its directory` };
  }
  return {
    ...parsed,
    description: detached(recoverText(header, "description")),
    problem:
      "the front matter is not closed by a line of --- as the host wants it; the skill goes by the name of its directory",
  };
}

function fromFields(fields: YamlMapping, body: string): ParsedSkill {
  const hermes = nested(nested(fields, "metadata"), "hermes");
  const rawName = fields["name"];
  const hostName = rawName === undefined ? null : hostText(rawName);
  const tags = texts(hermes["tags"]);
  return {
    hostName,
    hostNameLoads: typeof rawName === "string",
    name: rawName === undefined || rawName === null ? null : cleanName(hostText(rawName)),
    description: textOrNothing(fields["description"]).trim(),
    triggers: [...texts(fields["triggers"]), ...texts(hermes["triggers"])],
    tags: tags.length > 0 ? tags : texts(fields["tags"]),
    platforms: hostList(fields["platforms"]),
    environments: hostList(fields["environments"]),
    requiresApps: hostList(fields["requires_apps"]),
    conditions: {
      requiresTools: hostMembers(hermes["requires_tools"]),
      requiresToolsets: hostMembers(hermes["requires_toolsets"]),
      fallbackForTools: hostMembers(hermes["fallback_for_tools"]),
      fallbackForToolsets: hostMembers(hermes["fallback_for_toolsets"]),
      sessionPlatforms: hostMembers(hermes["session_platforms"]),
    },
    body,
    problem: null,
  };
}

function nested(fields: YamlMapping, key: string): YamlMapping {
  const value = fields[key];
  return isMapping(value) ? value : {};
}

function textOrNothing(value: YamlValue | undefined): string {
  return value === undefined || value === null ? "" : hostText(value);
}

/** A name without surrounding blanks and the quotes the host's line splitter leaves on it. */
function cleanName(name: string): string | null {
  const trimmed = name.trim();
  const match = /^(["'])(.*)\1$/s.exec(trimmed);
  return (match === null ? trimmed : match[2]!.trim()) || null;
}

/** The strings of a list; anything else is absent (SR-20). */
function texts(value: YamlValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((member) => typeof member === "string") : [];
}

/** `platforms` and its like: a list, or one value; everything Python calls false is absent. */
function hostList(value: YamlValue | undefined): string[] {
  if (value === undefined || isFalse(value)) return [];
  return (Array.isArray(value) ? value : [value]).map(hostText);
}

function isFalse(value: YamlValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isMapping(value)) return Object.keys(value).length === 0;
  return !value;
}

/** Members as Python iterates them: a text gives its characters, a mapping its keys (contract §5.6). */
function hostMembers(value: YamlValue | undefined): string[] {
  if (Array.isArray(value)) return value.map(hostText);
  if (typeof value === "string") return [...value];
  return isMapping(value) ? Object.keys(value) : [];
}

/**
 * A copy that shares no memory with the text it was cut from: engines keep the whole file alive as long
 * as a piece of it is.
 */
function detached(text: string): string {
  return text === "" ? text : JSON.parse(JSON.stringify(text));
}

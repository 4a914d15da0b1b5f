/**
 * Plain data of the catalog. Everything here can be copied between threads (structured clone), since
 * the catalog is read in a sandboxed worker and used outside of it.
 */

/** Where a root came from. */
export type RootSource =
  | "project"
  | "local"
  | "created"
  | "external"
  | "organization"
  | "plugin"
  | "given";

/** A directory that is walked for skills. */
export interface Root {
  /** Absolute path. */
  path: string;
  source: RootSource;
  /** Manifest name of the plugin a `plugin` root belongs to. */
  plugin?: string;
  /** Whether the plugin is in `plugins.enabled` (plugin roots only). */
  pluginEnabled?: boolean;
}

/** An oddity that was met and survived; shown by `list --problems`. */
export interface Problem {
  /** Absolute path of the file or directory it is about. */
  path: string;
  /** One sentence: what is wrong and what was done instead. */
  reason: string;
}

/**
 * Everything needed to read the skills of one home, resolved from its config and the environment.
 * It is made by the side that may read the environment and handed to the side that reads files.
 */
export interface HomePlan {
  /** Absolute path of the home, or null when roots were given instead (`--root`). */
  home: string | null;
  /** Roots in precedence order: project, local, created, external, plugin. */
  roots: Root[];
  /** `skills.disabled`. */
  disabled: string[];
  /** `skills.platform_disabled`, by session platform. */
  platformDisabled: Record<string, string[]>;
  /** Operating system as Python's `sys.platform` names it: `linux`, `darwin`, `win32`. */
  system: string;
  /** Whether this is Termux, where `linux`, `termux` and `android` skills all run. */
  termux: boolean;
  /** Environments found active: a subset of `kanban`, `docker`, `s6`. */
  environments: string[];
  /** `plugins.entries.skill-retrieval.settings` of the config, as read. */
  settings: Record<string, unknown>;
  /** Files whose change makes this plan stale, with their signatures at the time of reading. */
  sources: { path: string; signature: string | null }[];
  problems: Problem[];
}

/** `requires_*` and `fallback_for_*` of `metadata.hermes`, and the session platforms. */
export interface Conditions {
  requiresTools: string[];
  requiresToolsets: string[];
  fallbackForTools: string[];
  fallbackForToolsets: string[];
  sessionPlatforms: string[];
}

/** One `SKILL.md` read into a record. */
export interface Skill {
  /** Path of its directory relative to its root (`category/dir`; `manifest:skill` for plugins). */
  id: string;
  /** The string `skill_view` accepts for it, or null when there is none. */
  load: string | null;
  /** Why `load` is null (`skill_view cannot load it: …`), or null. */
  loadProblem: string | null;
  /** Front-matter name without surrounding blanks or stray quotes, else directory name. */
  name: string;
  /**
   * The name exactly as the host's index prints it, else null: untrimmed, `None` for an empty
   * `name:`, quotes kept where the host's line splitter keeps them.
   */
  hostName: string | null;
  /** Full description, trimmed; empty when the file has none. */
  description: string;
  /** Category as the host's index prints it. */
  category: string;
  source: RootSource;
  /** Manifest name of its plugin, or null. */
  plugin: string | null;
  /** Absolute path of the `SKILL.md`. */
  path: string;
  /** Name of its directory. */
  directoryName: string;
  /** Strings of the front matter's `triggers` list (and `metadata.hermes.triggers`). */
  triggers: string[];
  /** Strings of `metadata.hermes.tags`, else of top-level `tags`. */
  tags: string[];
  /** Top-level `platforms` as strings; empty = all. */
  platforms: string[];
  /** Top-level `environments` as strings; empty = all. */
  environments: string[];
  /** Top-level `requires_apps` as strings. */
  requiresApps: string[];
  conditions: Conditions;
  /** Reason why no session of this home on this system can see it, or null. */
  hiddenBecause: string | null;
}

/** The skills of a home at one version. */
export interface Catalog {
  plan: HomePlan;
  /** All skills read, in root order, sorted by path inside a root. */
  skills: Skill[];
  /** Description of each category that has a `DESCRIPTION.md`; earlier roots win. */
  categoryDescriptions: Record<string, string>;
  problems: Problem[];
  /** Grows by one whenever a refresh found a change. */
  version: number;
}

/** What decides visibility in one session. Unknown facts are null: they hide nothing. */
export interface SessionFacts {
  /** Session platform (`cli`, `telegram`, …), or null. */
  platform: string | null;
  /** Names of the tools offered in the session, without `mcp_` prefixes, or null. */
  tools: readonly string[] | null;
  /** Names of the toolsets, or null. */
  toolsets: readonly string[] | null;
  /** Labels seen in the session's `<available_skills>` block, or null before any was seen. */
  names: readonly string[] | null;
  /** Loads that `skill_view` refused in this session. */
  failed: readonly string[];
}

/**
 * Who may see a skill (contract §5.6, SR-29…32). Pure functions over data: what the disk says, and what
 * is known of the session.
 */
import type { Conditions, HomePlan, SessionFacts, Skill } from "./types.ts";

/** Skills the host never lets anyone disable. */
const ESSENTIAL = "hermes-agent";
const SYSTEM_OF_PLATFORM: Record<string, string> = {
  macos: "darwin",
  linux: "linux",
  windows: "win32",
};
const TERMUX_SYSTEMS = ["linux", "termux", "android"];
/** Environments the host can detect; it offers skills for any other one everywhere. */
const KNOWN_ENVIRONMENTS = ["kanban", "docker", "s6"];

/** A session of which nothing is known. */
export const NO_FACTS: SessionFacts = {
  platform: null,
  tools: null,
  toolsets: null,
  names: null,
  failed: [],
};

/**
 * Why a session does not see a skill, or null when it does. A skill that cannot be loaded is still seen;
 * `Skill.loadProblem` says so.
 */
export function hiddenReason(
  skill: Skill,
  session: SessionFacts,
  plan: HomePlan,
): string | null {
  const printed = isPrinted(skill, session.names);
  return disabledReason(skill, session.platform, plan) ??
    platformReason(skill.platforms, plan) ??
    // What the session's own index prints was judged there, by an app or environment not seen here.
    (printed === true ? null : offerReason(skill, plan)) ??
    conditionReason(skill.conditions, session) ??
    namesReason(skill, session, printed, plan) ??
    (skill.load !== null && session.failed.includes(skill.load)
      ? `skill_view refused "${skill.load}" in this session`
      : null);
}

function disabledReason(skill: Skill, platform: string | null, plan: HomePlan): string | null {
  const here = platform === null ? undefined : plan.platformDisabled[platform];
  if (plan.disabled.length === 0 && here === undefined) return null;
  const labels = disablingLabels(skill);
  if (labels.includes(ESSENTIAL)) return null;
  const label = labels.find((name) => plan.disabled.includes(name));
  if (label !== undefined) return `disabled in the config (skills.disabled: ${label})`;
  const local = here && labels.find((name) => here.includes(name));
  return local ? `disabled in the config (skills.platform_disabled.${platform}: ${local})` : null;
}

/** Names by which a config can disable a skill (SR-29). */
function disablingLabels(skill: Skill): string[] {
  const labels = [skill.name, skill.directoryName, skill.id];
  if (skill.hostName !== null) labels.push(skill.hostName);
  if (skill.load !== null) labels.push(skill.load);
  if (skill.plugin !== null) labels.push(skill.name.slice(skill.plugin.length + 1));
  return labels;
}

function platformReason(platforms: readonly string[], plan: HomePlan): string | null {
  if (platforms.length === 0) return null;
  const runs = platforms.some((platform) => {
    const name = platform.toLowerCase().trim();
    const system = Object.hasOwn(SYSTEM_OF_PLATFORM, name) ? SYSTEM_OF_PLATFORM[name]! : name;
    return plan.system.startsWith(system) || (plan.termux && TERMUX_SYSTEMS.includes(system));
  });
  return runs
    ? null
    : `not for this system (platforms: ${platforms.join(", ")}; this is ${plan.system})`;
}

/** Gates of the offer, which a load would pass: environments and apps. */
function offerReason(skill: Skill, plan: HomePlan): string | null {
  const { environments, requiresApps } = skill;
  if (environments.length > 0) {
    const tags = environments.map((tag) => tag.toLowerCase().trim()).filter((tag) => tag !== "");
    const active = tags.some((tag) =>
      !KNOWN_ENVIRONMENTS.includes(tag) || plan.environments.includes(tag)
    );
    if (!active) return `not for this environment (environments: ${environments.join(", ")})`;
  }
  return requiresApps.length > 0
    ? `needs an app that is not known here (requires_apps: ${requiresApps.join(", ")})`
    : null;
}

/**
 * Why tools, toolsets or the platform of a session hide a skill, or null. With neither tools nor toolsets
 * known only the platform counts; a requirement is judged only by a set that is known, since a live
 * session knows no toolsets and leaves them to its index (SR-31, DESIGN §6).
 */
function conditionReason(conditions: Conditions, session: SessionFacts): string | null {
  const wanted = conditions.sessionPlatforms.map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  const platform = session.platform?.trim().toLowerCase();
  if (wanted.length > 0 && platform && !wanted.includes(platform)) {
    return `only for sessions on ${wanted.join(", ")}`;
  }
  return setReason("tool", session.tools, conditions.requiresTools, conditions.fallbackForTools) ??
    setReason(
      "toolset",
      session.toolsets,
      conditions.requiresToolsets,
      conditions.fallbackForToolsets,
    );
}

function setReason(
  what: string,
  known: readonly string[] | null,
  required: readonly string[],
  fallbackFor: readonly string[],
): string | null {
  if (known === null) return null;
  const present = fallbackFor.find((name) => known.includes(name));
  if (present !== undefined) return `only a fallback for the ${what} ${present}, which is there`;
  const missing = required.find((name) => !known.includes(name));
  return missing === undefined ? null : `needs the ${what} ${missing}, which is not there`;
}

/** Visible names as a set, built once for each list. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(names: readonly string[]): ReadonlySet<string> {
  let set = sets.get(names);
  if (set === undefined) sets.set(names, set = new Set(names));
  return set;
}

/**
 * Whether the session's index prints the skill; null while it was not seen. The name of its directory
 * counts only where it is also its name or its id: `tools/demo` with the name `other` is not admitted by
 * `demo`, which is what the index prints for some other skill (SR-32, SR-A050).
 */
function isPrinted(skill: Skill, names: readonly string[] | null): boolean | null {
  if (names === null) return null;
  const set = setOf(names);
  if (set.has(skill.name) || set.has(skill.id) || (skill.load !== null && set.has(skill.load))) {
    return true;
  }
  return skill.plugin === null && skill.hostName !== null &&
    (set.has(skill.hostName) || set.has(printedLabel(skill.hostName)));
}

/** A name as it is read back from an index line: up to the first colon with a blank (SR-64). */
function printedLabel(name: string): string {
  const colon = name.indexOf(": ");
  return (colon < 0 ? name.replace(/:$/, "") : name.slice(0, colon)).trim();
}

/**
 * The filter of SR-32. Plugin skills pass it by their own rule: where the index lists plugin rows, those
 * decide, otherwise the plugin must be enabled.
 */
function namesReason(
  skill: Skill,
  session: SessionFacts,
  printed: boolean | null,
  plan: HomePlan,
): string | null {
  const { plugin } = skill;
  if (plugin !== null && (session.names === null || !listsPlugins(session.names, plan))) {
    const enabled = plan.roots.some((root) => root.plugin === plugin && root.pluginEnabled);
    return enabled ? null : `its plugin ${plugin} is not enabled (plugins.enabled)`;
  }
  return printed === false ? "not in the session's index of skills" : null;
}

/** Whether an index has rows of plugin skills (from 0.22 on). */
function listsPlugins(names: readonly string[], plan: HomePlan): boolean {
  const prefixes = plan.roots.flatMap(({ plugin }) => (plugin === undefined ? [] : `${plugin}:`));
  return prefixes.length > 0 &&
    names.some((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}

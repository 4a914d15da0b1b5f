/**
 * Which string names a skill, and which one loads it (DESIGN §2, contract §5.7).
 */
import type { RootSource } from "./types.ts";

/** Where a skill lies. */
export interface Place {
  /** Manifest name of its plugin, or null. */
  plugin: string | null;
  /** Path of its directory relative to its root, with `/`; empty for the root itself. */
  relative: string;
  directoryName: string;
}

/** What is known of a skill before it has a load. */
export interface Claim extends Place {
  source: RootSource;
  /** See `ParsedSkill`. */
  hostName: string | null;
  hostNameLoads: boolean;
  name: string | null;
  /** Why `skill_view` cannot even read the file, or null. */
  unreadable: string | null;
}

/** Id of a skill, before equal ones are told apart. */
function plainId({ plugin, relative, directoryName }: Place): string {
  const path = relative === "" ? directoryName : relative;
  return plugin === null ? path : `${plugin}:${path}`;
}

/** Ids in order of the places; later ones that are equal get `@2`, `@3` … (DESIGN §2). */
export function assignIds(places: readonly Place[]): string[] {
  const counts = new Map<string, number>();
  return places.map((place) => {
    const id = plainId(place);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}@${count}`;
  });
}

/** Category as the host's index prints it (contract §5.4). */
export function categoryOf(place: Place): string {
  if (place.plugin !== null) return "plugin";
  const parts = place.relative.split("/");
  if (parts[0] === "_org" && parts.length > 1) return `org:${parts[1]}`;
  if (place.relative === "") return "general";
  return parts.length === 1 ? parts[0]! : parts.slice(0, -1).join("/");
}

/** A load, or the reason why there is none. */
export interface Load {
  load: string | null;
  problem: string | null;
}

/** One way to a skill: index of its claim, or −1 for a flat Markdown file. */
interface Candidate {
  claim: number;
  project: boolean;
}

/** Everything `skill_view` finds by a name or by a path. */
interface LookUp {
  byName: Map<string, Candidate[]>;
  byPath: Map<string, Candidate[]>;
  /** Manifest names of enabled plugins that have skills: `name:…` is looked up there only. */
  plugins: ReadonlySet<string>;
}

const REGISTERED_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * The string `skill_view` accepts for each claim: its name if that is unique among all names,
 * directory names and flat files of all roots, else its path if no second root has the same.
 * @param flat flat Markdown files as relative paths without `.md`
 * @param plugins manifest names of enabled plugins with skills
 */
export function assignLoads(
  claims: readonly Claim[],
  flat: readonly { relative: string; source: RootSource }[],
  plugins: ReadonlySet<string>,
): Load[] {
  const lookUp = buildLookUp(claims, flat, plugins);
  return claims.map((claim, index) => {
    if (claim.unreadable !== null) return refused(claim.unreadable);
    if (claim.plugin !== null) return pluginLoad(claim.plugin, claim.directoryName);
    const load = namesInOrder(claim).find((name) => finds(name, index, lookUp));
    return load === undefined
      ? refused("another skill has the same name and the same path, or they hold what it refuses")
      : { load, problem: null };
  });
}

function refused(reason: string): Load {
  return { load: null, problem: `skill_view cannot load it: ${reason}` };
}

/** Plugins register a skill under the name of its directory. */
function pluginLoad(plugin: string, directoryName: string): Load {
  return REGISTERED_NAME.test(plugin) && REGISTERED_NAME.test(directoryName)
    ? { load: `${plugin}:${directoryName}`, problem: null }
    : refused(
      "a plugin's name or its skill's directory holds other characters than letters, digits, _ and -",
    );
}

/** Strings to try: a name with blanks or quotes around it is printed last, people and models trim it. */
function namesInOrder(claim: Claim): string[] {
  const path = claim.relative === "" ? claim.directoryName : claim.relative;
  if (claim.hostName === null) return [claim.directoryName, path];
  if (!claim.hostNameLoads) return [path, claim.directoryName];
  return claim.hostName === claim.name && !claim.hostName.includes("\n")
    ? [claim.hostName, path, claim.directoryName]
    : [path, claim.directoryName, claim.hostName];
}

function buildLookUp(
  claims: readonly Claim[],
  flat: readonly { relative: string; source: RootSource }[],
  plugins: ReadonlySet<string>,
): LookUp {
  const byName = new Map<string, Candidate[]>();
  const byPath = new Map<string, Candidate[]>();
  claims.forEach((claim, index) => {
    if (claim.plugin !== null) return;
    const candidate = { claim: index, project: claim.source === "project" };
    add(byName, claim.directoryName, candidate);
    const { hostName } = claim;
    if (hostName !== null && claim.hostNameLoads && hostName !== claim.directoryName) {
      add(byName, hostName, candidate);
    }
    if (claim.relative !== "") add(byPath, claim.relative, candidate);
  });
  for (const { relative, source } of flat) {
    const candidate = { claim: -1, project: source === "project" };
    add(byName, relative.slice(relative.lastIndexOf("/") + 1), candidate);
    if (relative.includes("/")) add(byPath, relative, candidate);
  }
  return { byName, byPath, plugins };
}

function add(map: Map<string, Candidate[]>, key: string, candidate: Candidate): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [candidate]);
  else known.push(candidate);
}

/** Whether `skill_view(name)` gives exactly this claim. */
function finds(name: string, index: number, lookUp: LookUp): boolean {
  const localForm = localPath(name, lookUp.plugins);
  if (localForm === null) return false;
  const found = [
    ...(lookUp.byName.get(name) ?? []),
    ...(lookUp.byPath.get(name) ?? []),
    ...(localForm === name ? [] : lookUp.byPath.get(localForm) ?? []),
  ];
  const inProject = found.filter(({ project }) => project);
  const contenders = inProject.length > 0 ? inProject : found;
  return contenders.length > 0 && contenders.every(({ claim }) => claim === index);
}

/**
 * The path form in which a name is looked up besides its own (`a:b` → `a/b`), the name itself where
 * there is none, or null when `skill_view` refuses it.
 */
function localPath(name: string, plugins: ReadonlySet<string>): string | null {
  if (name.trim() === "" || /^\s*(?:[\\/]|[A-Za-z]:)/.test(name)) return null;
  if (name.split(/[\\/]/).some((part) => part.trim() === "..")) return null;
  const colon = name.indexOf(":");
  if (colon < 0) return name;
  const namespace = name.slice(0, colon);
  if (!REGISTERED_NAME.test(namespace) || plugins.has(namespace)) return null;
  return `${namespace}/${name.slice(colon + 1)}`;
}

/**
 * A home → the roots that are walked and the facts that decide visibility (contract §1.1, §5.3, §5.6).
 * Only this file and what it calls read the environment and the config.
 */
import { dirname, isAbsolute, join, resolve } from "@std/path";
import { FileAccess, platform } from "../runtime/mod.ts";
import { type HomeConfig, readConfig } from "./config.ts";
import { readPlugins } from "./plugins.ts";
import { activeEnvironments, hostSystem, isTermux } from "./surroundings.ts";
import type { HomePlan, Problem, Root, RootSource } from "./types.ts";

type Environment = (name: string) => string | undefined;

/** What `planHome` needs to know. */
export interface PlanHomeOptions {
  /** Absolute path of the home. */
  home: string;
  /** Working directory of the session, for trusted project folders; null where unknown. */
  cwd: string | null;
  /** Reads an environment variable. */
  environment: Environment;
  /** Operating system as Node names it. @default the system this runs on */
  system?: string;
}

/** Skill folders of a trusted project, in order of precedence. */
const PROJECT_FOLDERS = [[".hermes", "skills"], [".agents", "skills"]] as const;
/** How far up a project's `.git` is looked for. */
const MAX_ANCESTORS = 64;

/**
 * Home of the user: `HERMES_HOME`, else `~/.hermes`, on Windows `%LOCALAPPDATA%\hermes` (DESIGN §2).
 * @param system operating system as Node names it
 */
export function defaultHome(environment: Environment, system: string = platform()): string {
  const named = environment("HERMES_HOME")?.trim();
  if (named) return resolve(expandPath(named, environment));
  const local = environment("LOCALAPPDATA");
  if (system === "win32" && local) return join(local, "hermes");
  return join(userDirectory(environment) ?? resolve("."), ".hermes");
}

/**
 * Resolves a home: its roots in order of precedence (project, local, created, external, plugin), what is
 * disabled, and the facts about this machine. Never throws for what it finds; oddities are problems.
 */
export function planHome(options: PlanHomeOptions): HomePlan {
  const { environment } = options;
  const home = resolve(options.home);
  const configPath = join(home, "config.yaml");
  const { config, problem } = readConfig(new FileAccess({ read: [configPath] }), configPath);
  const problems: Problem[] = problem === null ? [] : [problem];
  const watched = [configPath];

  const local = join(home, "skills");
  const places = new RootPlaces(local);
  const project = trustedProject(options.cwd, home, config, environment);
  watched.push(...project.watched);
  for (const path of project.directories) places.add(path, "project");
  places.add(local, "local");
  if (config.createDirectory !== null) {
    places.add(homePath(config.createDirectory, home, environment), "created");
  }
  for (const entry of config.externalDirectories) {
    places.add(homePath(entry, home, environment), "external");
  }
  const plugins = readPlugins(home, config);
  watched.push(...plugins.watched);
  problems.push(...plugins.problems);

  return {
    home,
    roots: [...places.roots, ...plugins.roots],
    disabled: config.disabled,
    platformDisabled: config.platformDisabled,
    ...machineFacts(environment, options.system, config.kanban),
    settings: config.settings,
    sources: signatures(watched),
    problems,
  };
}

/** A plan over given folders instead of a home: nothing is disabled, nothing is configured. */
export function planRoots(paths: readonly string[], environment: Environment): HomePlan {
  return {
    home: null,
    roots: paths.map((path) => ({ path: resolve(path), source: "given" })),
    disabled: [],
    platformDisabled: {},
    ...machineFacts(environment, undefined, false),
    settings: {},
    sources: [],
    problems: [],
  };
}

/** Whether one of the files a plan was made from has changed since: then `planHome` is due again. */
export function planIsStale(plan: HomePlan): boolean {
  const now = signatures(plan.sources.map(({ path }) => path));
  return plan.sources.some(({ signature }, at) => signature !== now[at]!.signature);
}

function machineFacts(environment: Environment, system: string | undefined, kanban: boolean) {
  const here = system ?? platform();
  return {
    system: hostSystem(here),
    termux: here === "android" || isTermux(environment),
    environments: activeEnvironments(environment, kanban),
  };
}

/** Signatures of paths; null for what is missing or may not be looked at. */
function signatures(paths: readonly string[]): HomePlan["sources"] {
  const files = new FileAccess({ read: paths });
  return paths.map((path) => {
    try {
      return { path, signature: files.signature(path) };
    } catch {
      return { path, signature: null };
    }
  });
}

/** Collects roots; a folder that is there already (links resolved) is not added again. */
class RootPlaces {
  readonly roots: Root[] = [];
  readonly #local: string;
  readonly #real = new Set<string>();

  constructor(local: string) {
    this.#local = realPath(local);
  }

  add(path: string, source: RootSource): void {
    const real = realPath(path);
    if ((source !== "local" && real === this.#local) || this.#real.has(real)) return;
    this.#real.add(real);
    this.roots.push({ path: source === "local" ? path : real, source });
  }
}

/** The path with links resolved, or as it is where nothing is. */
function realPath(path: string): string {
  try {
    return new FileAccess({ read: [path] }).realPath(path);
  } catch {
    return resolve(path);
  }
}

/**
 * Skill folders of the git project around a working directory, if the project is trusted. A repository
 * at the user's own directory is none (contract §5.3).
 */
function trustedProject(
  cwd: string | null,
  home: string,
  config: HomeConfig,
  environment: Environment,
): { directories: string[]; watched: string[] } {
  const none = { directories: [], watched: [] };
  if (cwd === null || !isAbsolute(cwd) || !config.projectDiscovery) return none;
  if (config.trustedProjects.length === 0) return none;
  const root = gitRoot(realPath(cwd));
  const user = userDirectory(environment);
  if (root === null || (user !== null && root === realPath(user))) return none;
  const trusted = config.trustedProjects
    .map((entry) => expandPath(entry, environment))
    .filter((entry) => isAbsolute(entry))
    .map(realPath);
  if (!trusted.includes(root)) return none;
  const candidates = PROJECT_FOLDERS.map((parts) => join(root, ...parts));
  return {
    directories: candidates.filter((path) => exists(path) && path !== join(home, "skills")),
    watched: [join(root, ".git"), ...candidates],
  };
}

function gitRoot(start: string): string | null {
  let directory = start;
  for (let step = 0; step < MAX_ANCESTORS; step++) {
    if (exists(join(directory, ".git"))) return directory;
    const parent = dirname(directory);
    if (parent === directory) return null;
    directory = parent;
  }
  return null;
}

function exists(path: string): boolean {
  try {
    return new FileAccess({ read: [path] }).status(path) !== null;
  } catch {
    return false;
  }
}

/** A path as a config writes it: `~` and variables expanded, relative ones against the home. */
export function homePath(entry: string, home: string, environment: Environment): string {
  const path = expandPath(entry, environment);
  return resolve(isAbsolute(path) ? path : join(home, path));
}

/** Expands `$NAME`, `${NAME}` (unset ones stay as written) and a leading `~`. */
function expandPath(entry: string, environment: Environment): string {
  const expanded = entry.replace(
    /\$(?:\{([^}]*)\}|(\w+))/g,
    (whole, braced, bare) => environment(braced ?? bare) ?? whole,
  );
  const user = userDirectory(environment);
  return user !== null && /^~(?:[\\/]|$)/.test(expanded) ? user + expanded.slice(1) : expanded;
}

function userDirectory(environment: Environment): string | null {
  return environment("HOME") || environment("USERPROFILE") || null;
}

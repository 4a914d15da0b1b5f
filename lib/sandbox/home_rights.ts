/**
 * Which rights the ranking of one home has, and which environment variables it gets.
 */
import { join } from "@std/path";
import { homePath, type HomePlan } from "../catalog/mod.ts";
import { SETTINGS, type Settings } from "../config/mod.ts";
import { rerankLogPath } from "../rank/mod.ts";
import { httpHost, type Rights } from "../runtime/mod.ts";
import { DATA_FOLDER, type OptionRights, OPTIONS, optionsOn, optionsPossible } from "./options.ts";

type Environment = (name: string) => string | undefined;

/** A home as far as its rights are concerned. */
export interface HomeFacts {
  plan: HomePlan;
  /** Absolute path that relative paths are taken against. */
  home: string;
  settings: Settings;
  environment: Environment;
}

/**
 * The rights of the side that reads skill files (DESIGN §8): the roots, the user's own knowledge files,
 * and what the options need that are on. Nothing is written and no host is spoken to by default.
 */
export function homeRights({ plan, home, settings, environment }: HomeFacts): Rights {
  const absolute = (path: string) => homePath(path, home, environment);
  const named = (Object.keys(SETTINGS) as (keyof Settings)[]).flatMap((name) => {
    const value = settings[name];
    return SETTINGS[name].type.kind === "path" && typeof value === "string" ? [value] : [];
  });
  const on = optionsOn({ environment, preset: settings.preset });
  const judgeLog = rerankLogPath(
    { home, settings, ...(plan.home === null ? { roots: [] } : {}) },
    environment,
  );
  return {
    read: unique([
      ...plan.roots.map(({ path }) => path),
      join(home, DATA_FOLDER),
      ...named.map(absolute),
    ]),
    write: unique(on.flatMap((option) => option.writes(environment, judgeLog).map(absolute))),
    hosts: unique(on.flatMap((option) => hostsOf(option, environment))),
    programs: false,
  };
}

/** The hosts of all options that the environment lets some home switch on. */
export function possibleHosts(environment: Environment): string[] {
  return unique(optionsPossible(environment).flatMap((option) => hostsOf(option, environment)));
}

/** The hosts of an option; an address that cannot be read stands for none. */
export function hostsOf(option: OptionRights, environment: Environment): string[] {
  return option.urls(environment).flatMap((url) => {
    try {
      return [httpHost(url)];
    } catch {
      return [];
    }
  });
}

/** Variables that change what is printed, or where a user's own folder is. */
const COMMON_VARIABLES = new Set([
  "HOME",
  "USERPROFILE",
  "LOCALAPPDATA",
  "NO_COLOR",
  "TERMINAL_CWD",
]);
/** Variables of this program and of its hosts. */
const OWN_VARIABLES = /^(?:SKILL_RETRIEV|HERMES_|SKILLS_DIR$|OPENAI_(?:BASE_URL|MODEL)$)/;

/**
 * The environment of a worker: what belongs to this program, and of secrets those of options whose
 * hosts it may speak to.
 * @param names all variables that are set
 * @param hosts the hosts of the worker's rights
 */
export function workerEnvironment(
  names: readonly string[],
  environment: Environment,
  hosts: readonly string[],
): Record<string, string> {
  const allowed = new Set(
    OPTIONS.filter((option) => {
      const own = hostsOf(option, environment);
      return own.length > 0 && own.every((host) => hosts.includes(host));
    }).flatMap(({ secrets }) => secrets),
  );
  const secrets = new Set(OPTIONS.flatMap((option) => option.secrets));
  return Object.fromEntries(
    names
      .filter((name) =>
        secrets.has(name)
          ? allowed.has(name)
          : COMMON_VARIABLES.has(name) || OWN_VARIABLES.test(name)
      )
      .map((name) => [name, environment(name) ?? ""]),
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/**
 * Takes the plugin out of a home: our entry in the config and our own files, nothing else. What a
 * person keeps in `data/skill-retrieval` stays.
 */
import { dirname, join } from "@std/path";
import {
  FileAccess,
  FileError,
  isLink,
  removeAside,
  removeEmptyFolder,
  removeFile,
} from "../runtime/mod.ts";
import { applyChange, type ConfigChange, planRemoval } from "./config_file.ts";
import { executableName, PLUGIN_FILES, pluginFolder } from "./plugin_files.ts";

/** Where Python keeps what it made of our module. */
const PYTHON_CACHE = "__pycache__";
const PYTHON_CACHE_FILE = /^__init__\.[\w.-]+\.py[co]$/;

/** What there is to do. */
export interface UninstallPlan {
  home: string;
  folder: string;
  /** Whether the folder is a link: then the link goes, and what it leads to stays. */
  isLink: boolean;
  /** Paths relative to the folder of what is ours and there. */
  files: string[];
  /** Names in the folder that are not ours: they and the folder stay. */
  foreign: string[];
  config: ConfigChange;
}

/** What was done. */
export interface Removal {
  /** Whether the plugin's folder is gone. */
  isGone: boolean;
  /** Names of our files that could not be removed, since they are running. */
  running: string[];
}

/** Looks at what is there. @throws {FileError} when something cannot be read */
export function planUninstall(home: string): UninstallPlan {
  const folder = pluginFolder(home);
  const files = new FileAccess({ read: [dirname(folder)] });
  const config = planRemoval(home);
  if (isLink(files, folder)) {
    return { home, folder, isLink: true, files: [], foreign: [], config };
  }
  const ours: string[] = [];
  const foreign: string[] = [];
  const names = files.status(folder) === null ? [] : files.list(folder).map(({ name }) => name);
  for (const name of names) {
    if (name !== PYTHON_CACHE) {
      (isOurs(name) ? ours : foreign).push(name);
      continue;
    }
    const cached = files.list(join(folder, name)).map((entry) => entry.name);
    ours.push(
      ...cached.filter((entry) => PYTHON_CACHE_FILE.test(entry)).map((entry) =>
        `${PYTHON_CACHE}/${entry}`
      ),
    );
    if (cached.some((entry) => !PYTHON_CACHE_FILE.test(entry))) foreign.push(name);
  }
  return { home, folder, isLink: false, files: ours.sort(), foreign: foreign.sort(), config };
}

/**
 * Carries a plan out. The config is changed first, so that it never names what is not there.
 * @throws {FileError} when something cannot be removed
 */
export function carryOutUninstall(plan: UninstallPlan): Removal {
  const { folder, config } = plan;
  const files = new FileAccess({ read: [dirname(folder)], write: [folder] });
  if (config.problem === null) applyChange(config, false);
  if (plan.isLink) return { isGone: removeFile(files, folder), running: [] };
  const running: string[] = [];
  for (const name of plan.files) {
    try {
      removeFile(files, join(folder, name));
    } catch (error) {
      // Windows keeps a program that runs.
      const isProgram = name === executableName();
      if (!isProgram || !(error instanceof FileError) || error.reason === "missing") throw error;
      running.push(name);
    }
  }
  running.push(...removeAside(files, join(folder, executableName())));
  removeEmptyFolder(files, join(folder, PYTHON_CACHE));
  return { isGone: removeEmptyFolder(files, folder), running };
}

function isOurs(name: string): boolean {
  return name in PLUGIN_FILES || name === executableName() ||
    name.startsWith(`${executableName()}.old-`);
}

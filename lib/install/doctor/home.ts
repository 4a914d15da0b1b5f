/**
 * Is the plugin in this home, whole, and enabled?
 */
import { dirname, join, resolve } from "@std/path";
import { FileAccess, mayAccess, VERSION } from "../../runtime/mod.ts";
import { entriesIn, type Entry, isDenied } from "../config_file.ts";
import { shellWords } from "../config_items.ts";
import { allProfiles, profileOf } from "../homes.ts";
import { executableName, PLUGIN_FILES, PLUGIN_NAME, pluginFolder } from "../plugin_files.ts";
import { type Finding, findingsOf } from "./finding.ts";

const MAX_BYTES = 4 * 1024 * 1024;
/** Where Hermes keeps which shell hooks a person agreed to (contract §4). */
const CONSENT_FILE = "shell-hooks-allowlist.json";

/** Examines the config of a home: is it readable, and does it name this program? */
export function examineConfig(home: string): Finding[] {
  const { ok, error, warning } = findingsOf("config");
  const path = join(home, "config.yaml");
  const text = textOf(path);
  const install = "Run skill-retrieval install.";
  if (text === null) {
    return [error(`There is no readable ${path}, so no plugin is enabled.`, install)];
  }
  let entries: Entry[];
  try {
    entries = entriesIn(text);
  } catch (problem) {
    return [
      error(
        `${path} cannot be read: ${(problem as Error).message}.`,
        "Mend the file; Hermes cannot read it either, or reads something else.",
      ),
    ];
  }
  const isPlugin = entries.some(({ kind }) => kind === "plugin");
  const hook = entries.find((entry) => entry.kind === "hook");
  const findings: Finding[] = [];
  if (isPlugin && isDenied(text)) {
    findings.push(
      error(
        "plugins.disabled names skill-retrieval, and that wins over plugins.enabled.",
        `Take it out of plugins.disabled in ${path}.`,
      ),
    );
  } else if (isPlugin) findings.push(ok(`${path} enables the plugin.`));
  else if (hook === undefined) {
    findings.push(error(`${path} does not enable the plugin.`, install));
  }
  if (hook?.kind === "hook") {
    findings.push(...examineHook(home, hook.command, text));
    if (isPlugin) {
      findings.push(
        warning(
          "The plugin and the shell hook are both on, so that hints come twice.",
          `Take the entry out of hooks.pre_llm_call in ${path}.`,
        ),
      );
    }
  }
  return findings;
}

function examineHook(home: string, command: string, config: string): Finding[] {
  const { ok, error, warning } = findingsOf("shell hook");
  const [program] = shellWords(command);
  const files = new FileAccess({ read: [program!] });
  if (!mayAccess(files, program!, "execute")) {
    return [
      error(
        `The shell hook runs ${program}, which is no program.`,
        "Run skill-retrieval install --shell-hook.",
      ),
    ];
  }
  const agreed = /^hooks_auto_accept:\s*(?:true|yes|on)\b/im.test(config) ||
    textOf(join(home, CONSENT_FILE))?.includes(JSON.stringify(command)) === true;
  return [
    agreed ? ok("The shell hook is set up and agreed to.") : warning(
      "Hermes was not told yet that the shell hook may run.",
      "Start Hermes in a terminal and agree, or start it once with --accept-hooks.",
    ),
  ];
}

/** Examines the plugin's folder: is everything there, and of this version? */
export function examineFolder(home: string): Finding[] {
  const { ok, note, error, warning } = findingsOf("files");
  const folder = pluginFolder(home);
  const config = textOf(join(home, "config.yaml")) ?? "";
  const usesHook = entriesOrNone(config).some(({ kind }) => kind === "hook");
  const names = usesHook ? [] : Object.keys(PLUGIN_FILES);
  const missing = names.filter((name) => textOf(join(folder, name)) === null);
  if (names.length > 0 && missing.length === names.length) {
    return [error(`${folder} does not hold the plugin.`, "Run skill-retrieval install.")];
  }
  const findings: Finding[] = [];
  const different = names.filter((name) =>
    !missing.includes(name) && textOf(join(folder, name)) !== PLUGIN_FILES[name]
  );
  if (missing.length > 0) {
    findings.push(
      error("Files of the plugin are missing.", "Run skill-retrieval install.", missing),
    );
  }
  if (different.length > 0) {
    findings.push(
      warning(
        `Files of the plugin are not those of this version, ${VERSION}.`,
        "Run skill-retrieval install, and restart Hermes.",
        different,
      ),
    );
  }
  const program = join(folder, executableName());
  const files = new FileAccess({ read: [folder] });
  if (files.status(program) !== null && !mayAccess(files, program, "execute")) {
    findings.push(error(`${program} cannot be executed.`, `Run chmod +x ${program}.`));
  } else if (files.status(program) === null) {
    findings.push(
      note(
        `The program is not in ${folder}, but may be elsewhere.`,
        "Run install of the built program, so that nothing else is needed.",
      ),
    );
  }
  if (findings.length === 0) findings.push(ok(`${folder} is complete.`));
  return findings;
}

/** Other profiles, since each is a home of its own (contract §1.1). */
export function examineProfiles(home: string): Finding[] {
  const { note } = findingsOf("profiles");
  const without = allProfiles(home).filter((other) =>
    other !== home && entriesOrNone(textOf(join(other, "config.yaml")) ?? "").length === 0
  );
  if (without.length === 0) return [];
  return [
    note(
      "Other profiles of this Hermes do not use the plugin.",
      "If they should, run skill-retrieval install --all-profiles.",
      without.map(profileOf),
    ),
  ];
}

/** Version of the plugin as its manifest in a home says, and the protocol its shim speaks. */
export function installedShim(home: string): { version: string | null; protocol: number | null } {
  const folder = pluginFolder(home);
  const version = /^version:\s*(\S+)/m.exec(textOf(join(folder, "plugin.yaml")) ?? "")?.[1] ?? null;
  const protocol = /^PROTOCOL_VERSION = (\d+)$/m.exec(textOf(join(folder, "__init__.py")) ?? "");
  return { version, protocol: protocol === null ? null : Number(protocol[1]) };
}

/**
 * The program that the shim starts, looked for where it looks: `SKILL_RETRIEVAL_BIN`, beside the shim,
 * `PATH`. Null where there is none.
 */
export function programOfShim(
  home: string,
  environment: (name: string) => string | undefined,
): string | null {
  const separator = executableName() === PLUGIN_NAME ? ":" : ";";
  const named = environment("SKILL_RETRIEVAL_BIN")?.trim()
    .replace(/^~(?=[\\/]|$)/, environment("HOME") ?? environment("USERPROFILE") ?? "~");
  const places = [
    ...(named ? [resolve(named)] : []),
    join(pluginFolder(home), executableName()),
    ...(environment("PATH") ?? "").split(separator).filter((folder) =>
      folder.startsWith("/") ||
      /^[A-Za-z]:[\\/]/.test(folder)
    ).map((folder) => join(folder, executableName())),
  ];
  return places.find((path) => {
    const files = new FileAccess({ read: [dirname(path), path] });
    try {
      return files.status(path)?.kind === "file" && mayAccess(files, path, "execute");
    } catch {
      return false;
    }
  }) ?? null;
}

function entriesOrNone(text: string): Entry[] {
  try {
    return entriesIn(text);
  } catch {
    return [];
  }
}

/** The text of a file, or null where it cannot be read. */
function textOf(path: string): string | null {
  try {
    return new FileAccess({ read: [path] }).readText(path, MAX_BYTES);
  } catch {
    return null;
  }
}

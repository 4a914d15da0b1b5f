/** A scratch Hermes home with skills, our plugin, and an endpoint of its own. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { stringify } from "@std/yaml";
import { PLUGIN_SKILL, writeSkills } from "./skills.ts";

const PROJECT = join(import.meta.dirname!, "../..");
const PLUGIN_FILES = join(PROJECT, "plugin");
/** The executable that is tested. */
export const EXECUTABLE = join(PROJECT, "dist/skill-retrieval");

/** Key of our plugin, name of its folder, and start of what its logger is called. */
export const PLUGIN = "skill-retrieval";

/** How our plugin sits in the home, and what else the home's config says. */
export interface HomeOptions {
  /**
   * `copied`: the folder itself; `linked`: a symbolic link to a folder elsewhere; `none`: absent
   * and not enabled.
   */
  plugin: "copied" | "linked" | "none";
  /** A shell script to stand in for the executable, or null for none at all. @default the real one */
  executable?: string | null;
  /** Further keys of config.yaml, merged one level deep, from the endpoint's URL. @default none */
  config?: (baseUrl: string) => Record<string, Record<string, unknown> | unknown[]>;
}

/** The directories of a scratch home, all below one that `remove` deletes. */
export class ScratchHome {
  readonly #top = mkdtempSync(join(tmpdir(), "skill-retrieval-e2e-"));
  /** `HERMES_HOME`. */
  readonly path = join(this.#top, "hermes");
  /** The working directory of Hermes. */
  readonly workspace = join(this.#top, "workspace");
  /** `HOME`, so that nothing of the person who runs the tests is read. */
  readonly user = join(this.#top, "user");
  /** Where our plugin is, or is linked from. */
  readonly pluginFolder = join(this.path, "plugins", PLUGIN);

  /** Writes everything. @param baseUrl of the endpoint the home's model is served by */
  fill(baseUrl: string, options: HomeOptions): void {
    for (const directory of [this.path, this.workspace, this.user]) mkdirSync(directory);
    writeSkills(this.path);
    // Without this file Hermes copies the skills it ships with into the home.
    writeFileSync(join(this.path, ".no-bundled-skills"), "");
    const enabled = [PLUGIN_SKILL.plugin];
    if (options.plugin !== "none") {
      enabled.push(PLUGIN);
      this.#installPlugin(options);
    }
    writeFileSync(join(this.path, "config.yaml"), stringify(config(baseUrl, enabled, options)));
  }

  /** The home's config, byte by byte. */
  get config(): string {
    return readFileSync(join(this.path, "config.yaml"), "latin1");
  }

  /** A config as a person writes it, with what the endpoint needs. Enables other plugins, not ours. */
  writeConfigByHand(baseUrl: string): void {
    writeFileSync(join(this.path, "config.yaml"), handWrittenConfig(baseUrl), { mode: 0o640 });
  }

  /** Names in the home's folder. */
  get names(): string[] {
    return readdirSync(this.path);
  }

  /**
   * Another build of our program, outside of the home: it differs in one byte of its header that
   * neither the system nor the program reads.
   */
  otherBuild(): string {
    const folder = join(this.user, "Downloads");
    mkdirSync(folder);
    const bytes = readFileSync(EXECUTABLE);
    bytes[15] = 1; // The last byte of e_ident, which the ELF format leaves unused.
    const path = join(folder, PLUGIN);
    writeFileSync(path, bytes, { mode: 0o755 });
    return path;
  }

  /** Every path of this home replaced by `<top>`, so that two homes can be compared. */
  anonymous(text: string): string {
    return text.replaceAll(this.#top, "<top>");
  }

  /** Records of level WARNING and above that name our plugin, first line of each. */
  warnings(): string[] {
    const log = join(this.path, "logs/errors.log");
    if (!existsSync(log)) return [];
    return readFileSync(log, "utf8").split("\n").filter((line) =>
      /^\d{4}-.* (WARNING|ERROR|CRITICAL) /.test(line) &&
      // Paths do not count: our cache of virtual environments has the project's name too.
      /skill[-_]retrieval/.test(line.replaceAll(/\S*\/\S*/g, ""))
    );
  }

  /** Ids of the processes that run our executable out of this home. */
  servers(): number[] {
    return processes().filter(({ command }) =>
      command.some((argument) => argument.startsWith(this.#top) && argument.endsWith(`/${PLUGIN}`))
    ).map(({ id }) => id);
  }

  /** Command lines of all processes that have something to do with this home. */
  leftovers(): { id: number; command: string[] }[] {
    return processes().filter(({ command, directory, environment }) =>
      directory.startsWith(this.#top) ||
      environment.includes(this.#top) ||
      command.some((argument) => argument.includes(this.#top))
    );
  }

  /** Ends what still runs and deletes everything. */
  remove(): void {
    for (const { id } of this.leftovers()) kill(id);
    rmSync(this.#top, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #installPlugin({ plugin, executable }: HomeOptions): void {
    const folder = plugin === "linked"
      ? join(this.#top, "other/plugins", PLUGIN)
      : this.pluginFolder;
    const program = join(folder, PLUGIN);
    if (executable === undefined) {
      if (!existsSync(EXECUTABLE)) {
        throw new Error("dist/skill-retrieval is missing: build it first");
      }
      // As a person does it: drop the program into the folder and let it complete the folder.
      mkdirSync(folder, { recursive: true });
      cpSync(EXECUTABLE, program);
      execFileSync(program, ["install"], { env: { HOME: this.user, HERMES_HOME: this.path } });
    } else {
      cpSync(PLUGIN_FILES, folder, {
        recursive: true,
        filter: (source) => !source.endsWith("__pycache__"),
      });
      if (executable !== null) writeFileSync(program, executable, { mode: 0o755 });
    }
    if (plugin === "linked") symlinkSync(folder, this.pluginFolder);
  }
}

/** Ends a process at once; one that is gone already is fine. */
export function kill(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It ended by itself between being listed and being killed.
  }
}

/** The least config with which every build runs a turn without asking anything (hermes-real §2). */
function config(baseUrl: string, enabled: string[], options: HomeOptions): unknown {
  const base: Record<string, Record<string, unknown>> = {
    model: { default: "mock-model", provider: "custom", base_url: baseUrl, api_key: "sk-dummy" },
    telemetry: { shared_metrics: { enabled: false, send: false, offer_version: 2 } },
    security: { tirith_enabled: false },
    auxiliary: { title_generation: { enabled: false } },
    plugins: { enabled },
  };
  const further = options.config?.(baseUrl) ?? {};
  const merged = Object.entries(further).map(([key, value]) =>
    [key, Array.isArray(value) ? value : { ...base[key], ...value }] as const
  );
  return { ...base, ...Object.fromEntries(merged) };
}

function handWrittenConfig(baseUrl: string): string {
  return `# My Hermes.   Do not tidy up!

model: { default: "mock-model", provider: custom,
         base_url: '${baseUrl}', api_key: sk-dummy }   # a local one

telemetry: {shared_metrics: {enabled: false, send: false, offer_version: 2}}
security:
    tirith_enabled: no    # not here
auxiliary:
    title_generation: {enabled: false}

plugins:
    # hand-picked
    disabled: []
    enabled:
    - '${PLUGIN_SKILL.plugin}'   # birds
    # - another

    entries:
        ${PLUGIN}: {settings: {uncaptured: "allow"}}
agent: {}   
# the end`;
}

interface Process {
  id: number;
  command: string[];
  directory: string;
  environment: string;
}

function processes(): Process[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0").slice(0, -1);
      if (command.length === 0) return []; // A zombie or a kernel thread.
      return [{
        id: Number(name),
        command,
        directory: readlinkSync(`/proc/${name}/cwd`),
        environment: readFileSync(`/proc/${name}/environ`, "utf8"),
      }];
    } catch {
      return []; // It ended while being looked at, or belongs to somebody else.
    }
  });
}

/**
 * All checks, one after the other.
 */
import { CatalogStore, planHome } from "../../catalog/mod.ts";
import { readSettings } from "../../config/mod.ts";
import { isFolder, profileOf, rootHome } from "../homes.ts";
import { type Environment, type Finding, findingsOf } from "./finding.ts";
import { examineHandshake } from "./handshake.ts";
import { examineHermes, findHermes, type FoundHermes } from "./hermes.ts";
import {
  examineConfig,
  examineFolder,
  examineProfiles,
  installedShim,
  programOfShim,
} from "./home.ts";
import { examineJudge } from "./judge.ts";
import { examineSettings } from "./settings.ts";
import { examineSkills } from "./skills.ts";

/** What is examined. */
export interface ExamineOptions {
  /** Absolute path of the home. */
  home: string;
  cwd: string;
  environment: Environment;
  /** Names of all environment variables that are set. */
  environmentNames: readonly string[];
  /** Whether a remote judge may be asked. */
  online: boolean;
}

/** The outcome. */
export interface Examination {
  home: string;
  profile: string;
  hermes: FoundHermes | null;
  /** Whether nothing is a warning or an error. */
  healthy: boolean;
  findings: Finding[];
}

/** Examines an installation. Writes nothing; the program it starts writes nothing either. */
export async function examine(options: ExamineOptions): Promise<Examination> {
  const { home, environment } = options;
  const hermes = findHermes(rootHome(home), environment);
  const findings = [
    ...examineHermes(hermes),
    ...(isFolder(home) ? await examineHome(options) : [
      findingsOf("home").error(
        `There is no home at ${home}.`,
        "Start Hermes once, or name the home with --home or HERMES_HOME.",
      ),
    ]),
  ];
  return {
    home,
    profile: profileOf(home),
    hermes,
    healthy: findings.every(({ severity }) => severity === "ok" || severity === "note"),
    findings,
  };
}

async function examineHome(options: ExamineOptions): Promise<Finding[]> {
  const { home, cwd, environment, environmentNames, online } = options;
  const plan = planHome({ home, cwd, environment });
  const { catalog } = new CatalogStore(plan).refresh();
  const { warnings } = readSettings({ environment, config: plan.settings });
  return [
    ...examineConfig(home),
    ...examineFolder(home),
    ...examineProfiles(home),
    ...await examineHandshake({
      home,
      program: programOfShim(home, environment),
      shim: installedShim(home),
    }),
    ...examineSkills(catalog),
    ...examineSettings({
      environment,
      names: environmentNames,
      keys: Object.keys(plan.settings),
      warnings,
    }),
    ...await examineJudge(home, environment, online),
  ];
}

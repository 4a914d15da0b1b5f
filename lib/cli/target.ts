/**
 * What the common options of a command mean: which skills, under which settings.
 */
import { defaultHome, type HomePlan, planHome, planRoots } from "../catalog/mod.ts";
import { readSettings, type SettingsReading } from "../config/mod.ts";
import type { TurnRequest } from "../hermes/mod.ts";
import type { Planner } from "../rank/mod.ts";
import { environment, FileAccess, resolvePath, workingDirectory } from "../runtime/mod.ts";
import { type Arguments, CommandError } from "./command.ts";

/** The skills a command works on, and the settings in force. */
export interface Target {
  /** Absolute path of the home; with `--root` the first of them stands in. */
  home: string;
  /** Absolute paths given by `--root`. */
  roots?: string[];
  cwd: string | null;
  plan: HomePlan;
  reading: SettingsReading;
}

let handedOver: Target | null = null;

/** From now on this is the target. A confined command may read neither configs nor the environment. */
export function useTarget(target: Target): void {
  handedOver = target;
}

/** A planner that knows the plan of one target and no other. */
export function plannerOf({ plan }: Target): Planner {
  return () => plan;
}

/**
 * Resolves `--home`, `--root` and `--preset`.
 * @throws {CommandError} for a folder that is not there
 */
export function targetOf(args: Arguments): Target {
  if (handedOver !== null) return handedOver;
  const roots = args.values("root").map((path) => existingDirectory(path, "--root"));
  const given = args.value("home");
  const home = given === undefined
    ? roots[0] ?? defaultHome(environment)
    : existingDirectory(given, "--home");
  const cwd = workingDirectory();
  const plan = roots.length > 0
    ? planRoots(roots, environment)
    : planHome({ home, cwd, environment });
  const preset = args.value("preset");
  const reading = readSettings({
    ...(preset === undefined ? {} : { options: { preset } }),
    environment,
    config: plan.settings,
  });
  return { home, ...(roots.length > 0 ? { roots } : {}), cwd, plan, reading };
}

/** A request for one message of a session of which nothing is known. */
export function requestFor(target: Target, text: string, earlier: readonly string[]): TurnRequest {
  return {
    home: target.home,
    ...(target.roots === undefined ? {} : { roots: target.roots }),
    cwd: target.cwd,
    text,
    earlier,
    session: { platform: null, tools: null, toolsets: null, names: null, failed: [] },
    settings: target.reading.settings,
  };
}

function existingDirectory(path: string, option: string): string {
  const absolute = resolvePath(path);
  if (new FileAccess({ read: [absolute] }).status(absolute)?.kind !== "directory") {
    throw new CommandError(`${option} ${path}: there is no such directory.`);
  }
  return absolute;
}

/**
 * `info --permissions`: what the program may touch, stated and tried out.
 */
import {
  environment,
  executablePath,
  hasSandbox,
  NO_RIGHTS,
  runtimeName,
  tryOutside,
} from "../runtime/mod.ts";
import { homeRights, mayBeOn, optionsOn } from "../sandbox/mod.ts";
import { callFacts } from "./call_facts.ts";
import { keptWhileServing } from "./confined_retriever.ts";
import type { Paint } from "./paint.ts";
import type { Target } from "./target.ts";

/** The JSON document of `info --permissions`. */
export interface PermissionReport {
  /** Who refuses: `deno` in a worker with narrowed rights, else the program's own guard. */
  enforced_by: "deno" | "guard";
  supervisor: {
    /** Kinds of rights of the process at its start. */
    at_start: readonly string[];
    /** What `serve` keeps of them. */
    while_serving: readonly string[];
    /** What any other command keeps once its worker has begun. */
    afterwards: readonly string[];
  };
  /** The rights of the side that reads skill files; paths and hosts. */
  worker: {
    read: readonly string[] | "anywhere";
    write: readonly string[];
    hosts: readonly string[];
  };
  /** Options that are on and have rights of their own. */
  options: string[];
  /** What was tried outside of these rights, from where this command runs. */
  attempts: { what: string; denied: boolean }[];
}

/** States the rights for a target and tries what lies outside of them. */
export async function permissionReport(target: Target): Promise<PermissionReport> {
  const { plan, home, reading: { settings } } = target;
  const facts = callFacts();
  const isSandboxed = hasSandbox() && facts !== null;
  const { read, write, hosts } = facts?.rights ??
    { ...NO_RIGHTS, ...homeRights({ plan, home, settings, environment }) };
  const attempts = await tryOutside(executablePath());
  return {
    enforced_by: isSandboxed ? "deno" : "guard",
    supervisor: {
      at_start: isSandboxed ? facts.supervisor : ["everything"],
      while_serving: isSandboxed ? keptWhileServing(mayBeOn(environment)) : ["everything"],
      afterwards: isSandboxed ? [] : ["everything"],
    },
    worker: { read, write, hosts },
    options: optionsOn({ environment, preset: settings.preset }).map(({ name }) => name),
    attempts: attempts.map(({ what, isDenied }) => ({ what, denied: isDenied })),
  };
}

/** The report for people. */
export function permissionText(report: PermissionReport, paint: Paint): string {
  const { supervisor, worker, attempts, options } = report;
  const list = (values: readonly string[] | "anywhere") =>
    typeof values === "string"
      ? values
      : values.length === 0
      ? "nothing"
      : values.join("\n         ");
  return [
    report.enforced_by === "deno"
      ? `${
        paint.bold("Enforced by Deno")
      } (${runtimeName()}): skill files are read in a worker with rights of its own.`
      : `${
        paint.bold("Enforced by the program")
      } (${runtimeName()} has no permissions): one module opens files and sockets, within these rights.`,
    "",
    paint.bold("Supervisor"),
    `at start             ${supervisor.at_start.join(" ")}`,
    `while serving        ${supervisor.while_serving.join(" ")}`,
    `other commands keep  ${supervisor.afterwards.join(" ") || "nothing"}`,
    "",
    paint.bold("Worker"),
    `reads    ${list(worker.read)}`,
    `writes   ${list(worker.write)}`,
    `speaks   ${list(worker.hosts)}`,
    `because  ${options.length === 0 ? "no option is on that needs more" : options.join(", ")}`,
    "",
    paint.bold("Tried there"),
    ...attempts.map(({ what, denied }) =>
      `${denied ? paint.green("denied  ") : paint.red("POSSIBLE")}  ${what}`
    ),
    "",
  ].join("\n");
}

/**
 * Calls a command with no more rights than it needs. On Deno it runs in a worker that holds these, and
 * the process gives its own away once the worker has begun; on Bun everything that is opened from then
 * on is held against them.
 */
import {
  confine,
  dropRights,
  environment,
  environmentNames,
  hasSandbox,
  heldRights,
  RIGHT_KINDS,
  SandboxWorker,
  WorkerError,
  writeError,
} from "../runtime/mod.ts";
import { workerEnvironment } from "../sandbox/mod.ts";
import { type CallFacts, useCallFacts } from "./call_facts.ts";
import { type Arguments, type Command, CommandError } from "./command.ts";
import { rightsOf } from "./rights.ts";
import { type Target, targetOf, useTarget } from "./target.ts";

/** To the worker: what to run. */
export interface ConfinedCall extends CallFacts {
  argv: readonly string[];
  environment: Readonly<Record<string, string>>;
  target: Target | null;
}

/** From the worker. `begun` comes first, `ended` last. */
export type ConfinedReport = { kind: "begun" } | { kind: "ended"; code: number };

/** Touches for which the home must be known before the rights are. */
const NEEDS_TARGET = ["settings", "skills"];

/** Calls a command within its rights. @returns its exit code */
export async function callConfined(
  command: Command,
  args: Arguments,
  argv: readonly string[],
): Promise<number> {
  if (command.touches.includes("turns")) return await command.run(args);
  const target = command.touches.some((touch) => NEEDS_TARGET.includes(touch))
    ? targetOf(args)
    : null;
  const rights = rightsOf(command, args, target);
  if (!hasSandbox()) {
    if (target !== null) useTarget(target);
    useCallFacts({ rights, supervisor: heldRights() });
    confine(rights);
    return await command.run(args);
  }
  const names = environmentNames();
  const call: ConfinedCall = {
    argv,
    rights,
    supervisor: heldRights(),
    environment: rights.programs
      ? Object.fromEntries(names.map((name) => [name, environment(name) ?? ""]))
      : workerEnvironment(names, environment, rights.hosts),
    target,
  };
  try {
    return await inWorker(call);
  } catch (error) {
    if (error instanceof WorkerError) throw new CommandError(`${error.message}.`);
    throw error;
  }
}

function inWorker(call: ConfinedCall): Promise<number> {
  return new Promise((resolve) => {
    const worker = new SandboxWorker(
      new URL("./command_worker.ts", import.meta.url),
      call.rights,
      {
        onMessage: (message) => {
          const report = message as ConfinedReport;
          // Earlier the worker may still need them, to read its modules.
          if (report.kind === "begun") return dropRights(RIGHT_KINDS);
          worker.end();
          resolve(report.code);
        },
        onCrash: (error) => {
          writeError(`skill-retrieval: ${error.message}\n`);
          resolve(1);
        },
      },
    );
    worker.send(call);
  });
}

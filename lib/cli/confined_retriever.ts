/**
 * The retriever of the commands that learn only while they run which homes they serve.
 */
import type { Retriever } from "../hermes/mod.ts";
import { createRetriever, type Planner } from "../rank/mod.ts";
import {
  confine,
  dropRights,
  environment,
  environmentNames,
  hasSandbox,
  monotonicMs,
  RIGHT_KINDS,
  type RightKind,
} from "../runtime/mod.ts";
import { mayBeOn, SupervisedRetriever } from "../sandbox/mod.ts";

/** How it is used. */
export interface ConfinedRetrieverOptions {
  planner: Planner;
  /** Whether the process stays, see `RetrieverOptions`. */
  resident: boolean;
}

/**
 * What the supervisor keeps, to start workers for homes and roots it does not know yet.
 * @param isPossible whether the environment lets an option be on that writes or speaks to a host
 */
export function keptWhileServing(isPossible: boolean): RightKind[] {
  // Whoever writes a file also asks who it is (`sys`, see `denoPermissions`).
  return isPossible ? ["read", "write", "net", "env", "sys"] : ["read", "env"];
}

/**
 * On Deno a supervisor of workers; this process keeps only the rights that a worker may come to need,
 * and a process that does not stay none at all. On Bun the retriever itself, which may write and speak
 * to hosts only where the environment lets an option be on.
 */
export function createConfinedRetriever(
  { planner, resident }: ConfinedRetrieverOptions,
): Retriever & { end?: () => void } {
  const isPossible = mayBeOn(environment);
  if (!hasSandbox()) {
    if (!isPossible) confine({ read: "anywhere", write: [], hosts: [], programs: false });
    return createRetriever(environment, {
      resident,
      planner,
      vectors: resident ? "background" : "elsewhere",
    });
  }
  const kept = keptWhileServing(isPossible);
  dropRights(RIGHT_KINDS.filter((kind) => !kept.includes(kind)));
  return new SupervisedRetriever({
    planner,
    environment,
    environmentNames: environmentNames(),
    resident,
    now: monotonicMs,
    ...(resident ? {} : { onFirstMessage: () => dropRights(RIGHT_KINDS) }),
  });
}

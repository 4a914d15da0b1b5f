/**
 * Under which rights this call runs.
 */
import type { RightKind, Rights } from "../runtime/mod.ts";

/** What was decided before the command was called. */
export interface CallFacts {
  /** The rights of this call. */
  rights: Rights;
  /** Kinds of rights that the process held when it decided. */
  supervisor: readonly RightKind[];
}

let facts: CallFacts | null = null;

/** Says under which rights the command runs that is called next. */
export function useCallFacts(known: CallFacts): void {
  facts = known;
}

/** The facts of this call, or null where it was not confined. */
export function callFacts(): CallFacts | null {
  return facts;
}

/**
 * Plans of homes, kept until what they were made from changes.
 */
import { type HomePlan, planHome, planIsStale, planRoots } from "../catalog/mod.ts";
import { LeastRecentlyUsed } from "./lru.ts";

/** Plans kept at once: one for each pair of home and working directory. */
const MAX_PLANS = 64;

/**
 * Says which roots are read for a home, seen from a working directory; given roots replace them.
 * Only the side that may read the environment and configs can make plans.
 */
export type Planner = (home: string, cwd: string | null, roots?: readonly string[]) => HomePlan;

/** A planner for this machine's homes. @param environment reads a variable */
export function createPlanner(environment: (name: string) => string | undefined): Planner {
  const plans = new LeastRecentlyUsed<string, HomePlan>(MAX_PLANS);
  return (home, cwd, roots) => {
    if (roots !== undefined) return planRoots(roots, environment);
    const key = JSON.stringify([home, cwd]);
    const known = plans.get(key);
    if (known !== undefined && !planIsStale(known)) return known;
    const plan = planHome({ home, cwd, environment });
    plans.set(key, plan);
    return plan;
  };
}

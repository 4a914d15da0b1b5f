/**
 * Records, ids and loads → the skills of a catalog. Pure functions.
 */
import { basename, dirname } from "@std/path";
import { categoryOf, type Claim, type Load, type Place } from "./identity.ts";
import type { SkillRecord } from "./record.ts";
import type { HomePlan, Root, Skill } from "./types.ts";
import { hiddenReason, NO_FACTS } from "./visibility.ts";
import type { FoundSkill } from "./walk.ts";

/** A `SKILL.md` with the root it was found in. */
export interface RootedSkill extends FoundSkill {
  root: Root;
}

/** Where a skill lies, as far as its id goes. */
export function placeOf(found: RootedSkill): Place {
  return {
    plugin: found.root.plugin ?? null,
    relative: found.relative,
    directoryName: basename(dirname(found.path)),
  };
}

/** What a skill claims to be called. */
export function claimOf(found: RootedSkill, record: SkillRecord): Claim {
  const { hostName, hostNameLoads, name } = record.parsed;
  const source = found.root.source;
  return {
    source,
    ...placeOf(found),
    hostName,
    hostNameLoads,
    name,
    unreadable: record.unreadable,
  };
}

/** A skill whose load is not settled yet. */
export function makeSkill(found: RootedSkill, id: string, record: SkillRecord): Skill {
  const { hostNameLoads: _loads, name, ...fields } = record.parsed;
  const place = placeOf(found);
  const plainName = name ?? place.directoryName;
  const isMirror = found.root.source !== "plugin" && /^_org\//.test(found.relative);
  return {
    id,
    load: null,
    loadProblem: null,
    name: place.plugin === null ? plainName : `${place.plugin}:${plainName}`,
    category: categoryOf(place),
    source: isMirror ? "organization" : found.root.source,
    plugin: place.plugin,
    path: found.path,
    directoryName: place.directoryName,
    ...fields,
    hiddenBecause: null,
  };
}

/** What depends on other skills and on the plan. */
export function settledFields(
  skill: Skill,
  { load, problem }: Load,
  plan: HomePlan,
): Pick<Skill, "load" | "loadProblem" | "hiddenBecause"> {
  const settled = { load, loadProblem: problem };
  return { ...settled, hiddenBecause: hiddenReason({ ...skill, ...settled }, NO_FACTS, plan) };
}

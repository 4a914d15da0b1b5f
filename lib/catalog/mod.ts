/**
 * Which skills are there, who may see them, and how are they loaded?
 *
 * A home (or given folders) is resolved into a plan; a store reads the plan's roots into skills and
 * afterwards reads again only what changed; visibility is judged per session, from data alone.
 * @module
 */
export type {
  Catalog,
  Conditions,
  HomePlan,
  Problem,
  Root,
  RootSource,
  SessionFacts,
  Skill,
} from "./types.ts";
export {
  defaultHome,
  homePath,
  planHome,
  type PlanHomeOptions,
  planIsStale,
  planRoots,
} from "./plan.ts";
export { CatalogStore, type RefreshOptions, type RefreshResult } from "./store.ts";
export { hiddenReason, NO_FACTS } from "./visibility.ts";
export { type ParsedSkill, parseSkillFile } from "./skill_file.ts";
export { readYaml } from "./yaml.ts";
export { isMapping, type YamlMapping, type YamlValue } from "./yaml_value.ts";
export {
  type SafetyFinding,
  safetyFindings,
  safetyOf,
  type SafetySeverity,
  skillBadge,
} from "./safety.ts";

/**
 * The skills a benchmark runs on.
 */
import { CatalogStore, type HomePlan, planHome, type Skill } from "../catalog/mod.ts";
import type { Settings } from "../config/mod.ts";
import type { TurnRequest } from "../hermes/mod.ts";
import { createRetriever } from "../rank/mod.ts";
import { environment, withTemporaryDirectory } from "../runtime/mod.ts";
import type { BenchSkill } from "./types.ts";
import { writeHome } from "./write_home.ts";

/** A home, or folders instead of one. */
export interface BenchTarget {
  /** Absolute path; with `roots` it only names the library. */
  home: string;
  /** Absolute paths of folders that are read instead of a home's. */
  roots?: readonly string[];
  cwd: string | null;
  plan: HomePlan;
}

/** A skill of the catalog with the text of its body. */
export interface SkillWithBody {
  skill: Skill;
  body: string;
}

/** Reads all skills of a target with their bodies, in catalog order. */
export function readSkillsWithBodies({ plan }: Pick<BenchTarget, "plan">): SkillWithBody[] {
  const bodies = new Map<string, string>();
  const { catalog } = new CatalogStore(plan).refresh({
    onRead: (skill, body) => bodies.set(skill.path, body),
  });
  return catalog.skills.map((skill) => ({ skill, body: bodies.get(skill.path) ?? "" }));
}

/** Of skills, those that a session of which nothing is known can see. */
export function selectVisible(
  target: BenchTarget,
  settings: Settings,
  skills: readonly SkillWithBody[],
): SkillWithBody[] {
  const retriever = createRetriever(environment, { resident: false });
  const visible = retriever.visible(requestTo(target, settings, ""), [], []).skills;
  const paths = new Set(visible.map(({ path }) => path));
  return skills.filter(({ skill }) => paths.has(skill.path));
}

/** A catalog's skill as the generator and the writer take it. */
export function asBenchSkill({ skill, body }: SkillWithBody): BenchSkill {
  const { name, description, triggers, tags } = skill;
  return { name, description, body, triggers, tags };
}

/**
 * Milliseconds after which a catalog no longer distrusts the time stamps of files just written; until
 * then it would read them again on every look.
 */
const SETTLING_MS = 2_500;

/** Writes skills as a home, hands it over and removes it when the work is done or has failed. */
export async function withWrittenHome<Result>(
  skills: Iterable<BenchSkill>,
  work: (target: BenchTarget) => Promise<Result>,
): Promise<Result> {
  return await withTemporaryDirectory(async (home) => {
    writeHome(home, skills);
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    return await work({ home, cwd: null, plan: planHome({ home, cwd: null, environment }) });
  });
}

/** The request of a session of which nothing is known. */
export function requestTo(target: BenchTarget, settings: Settings, text: string): TurnRequest {
  return {
    home: target.home,
    ...(target.roots === undefined ? {} : { roots: target.roots }),
    cwd: target.cwd,
    text,
    earlier: [],
    session: { platform: null, tools: null, toolsets: null, names: null, failed: [] },
    settings,
  };
}

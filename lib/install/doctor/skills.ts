/**
 * Which skills are there, and which of them cannot be offered as they are?
 */
import { type Catalog, hiddenReason, NO_FACTS, type Skill } from "../../catalog/mod.ts";
import { isHarmless, oneLine } from "../../inject/mod.ts";
import { FileAccess } from "../../runtime/mod.ts";
import { counted, type Finding, findingsOf } from "./finding.ts";

/** Examines roots and skills of a catalog. */
export function examineSkills(catalog: Catalog): Finding[] {
  const visible = catalog.skills.filter((skill) =>
    hiddenReason(skill, NO_FACTS, catalog.plan) === null
  );
  return [
    ...examineRoots(catalog, visible.length),
    ...examineProblems(catalog),
    ...examineLoads(visible),
    ...examineNames(visible),
    ...examineTexts(visible),
  ];
}

function examineRoots({ plan, skills }: Catalog, visible: number): Finding[] {
  const { ok, warning, error } = findingsOf("roots");
  const isThere = (path: string) => {
    try {
      return new FileAccess({ read: [path] }).status(path) !== null;
    } catch {
      return false;
    }
  };
  const there = plan.roots.filter(({ path }) => isThere(path));
  // Most plugins bring no skills.
  const missing = plan.roots.filter((root) => root.source !== "plugin" && !there.includes(root));
  const findings = [
    ok(
      `${counted(skills.length, "skill")} below ${counted(there.length, "root")}, ` +
        `${visible} of them visible.`,
      null,
      there.map(({ path, source }) => `${path} (${source})`),
    ),
  ];
  if (missing.length > 0) {
    findings.push(
      warning(
        "Folders in which skills are looked for are not there.",
        "Make them, or take them out of skills.external_dirs or skills.create_dir in config.yaml.",
        missing.map(({ path, source }) => `${path} (${source})`),
      ),
    );
  }
  if (visible === 0) {
    findings.push(
      error(
        "No skill is visible, so there is nothing to offer.",
        "`skill-retrieval list` says for each why it is hidden; `info` names the folders.",
      ),
    );
  }
  return findings;
}

function examineProblems({ problems, plan }: Catalog): Finding[] {
  // The config has a check of its own.
  const config = plan.home === null ? null : `${plan.home}/config.yaml`;
  const left = problems.filter(({ path }) => path.replaceAll("\\", "/") !== config);
  if (left.length === 0) return [];
  return [
    findingsOf("problems").note(
      `${counted(left.length, "oddity").replace("odditys", "oddities")} met while reading skills.`,
      "Skills are read as far as they can be; mend the files where something is missing.",
      left.map(({ path, reason }) => `${path}: ${reason}`),
    ),
  ];
}

function examineLoads(skills: readonly Skill[]): Finding[] {
  const { warning } = findingsOf("loads");
  const unloadable = skills.filter(({ load }) => load === null);
  const unsafe = skills.filter(({ load }) => load !== null && !isHarmless(load));
  return [
    ...(unloadable.length === 0 ? [] : [
      warning(
        `${counted(unloadable.length, "skill")} cannot be loaded by the agent, so not offered.`,
        "Rename the skill or its folder, or remove one of two copies.",
        unloadable.map(({ id, loadProblem }) => `${id}: ${loadProblem}`),
      ),
    ]),
    ...(unsafe.length === 0 ? [] : [
      warning(
        `${
          counted(unsafe.length, "skill")
        } have a name that must not stand in a prompt, so not offered.`,
        "Rename them without markup and control characters.",
        unsafe.map(({ path }) => path),
      ),
    ]),
  ];
}

function examineNames(skills: readonly Skill[]): Finding[] {
  const groups = new Map<string, Skill[]>();
  for (const skill of skills) {
    const name = skill.hostName ?? skill.name;
    groups.set(name, [...groups.get(name) ?? [], skill]);
  }
  const colliding = [...groups].filter(([, members]) => members.length > 1);
  if (colliding.length === 0) return [];
  return [
    findingsOf("names").note(
      `${counted(colliding.length, "name")} of skills stand for more than one skill.`,
      "They are offered by path; other names would serve people and models better.",
      colliding.map(([name, members]) => `${name}: ${members.map(({ id }) => id).join(", ")}`),
    ),
  ];
}

function examineTexts(skills: readonly Skill[]): Finding[] {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const altered = skills.filter(({ description }) => oneLine(description) !== plain(description));
  if (altered.length === 0) return [];
  return [
    findingsOf("texts").note(
      `${counted(altered.length, "description")} hold markup or invisible characters; ` +
        "they are shown without.",
      "Look at these files, if you have not written them yourself.",
      altered.map(({ path }) => path),
    ),
  ];
}

/**
 * Whether the text of a triggered skill is handed over at once, and the text (EE-71).
 */
import { safetyFindings, safetyOf, type Skill } from "../catalog/mod.ts";
import { skillFinder } from "./trigger_layer.ts";

/** The text of a skill for the conversation. */
export interface AutoloadText {
  id: string;
  /** Text of `SKILL.md` behind its header; null where the hint has to do. */
  text: string | null;
  /** Why the hint has to do, as a sentence for the log, or null. */
  problem: string | null;
}

/** What decides. */
export interface AutoloadPolicy {
  /** `clean`: the safety rules find nothing in it; `list`: the user lists it. */
  kind: "clean" | "list";
  /** Names of skills that the user lists. */
  listed: readonly string[];
}

/**
 * Reads a skill for the conversation.
 * @param read gives the text behind the header, empty where it cannot be read
 */
export function autoloadText(
  skill: Skill,
  read: () => string,
  { kind, listed }: AutoloadPolicy,
): AutoloadText {
  const not = (problem: string): AutoloadText => ({
    id: skill.id,
    text: null,
    problem: `${skill.id} is not loaded at once: ${problem}`,
  });
  const find = skillFinder([skill]);
  if (kind === "list" && !listed.some((name) => find(name) !== null)) {
    return not("triggers.yaml does not list it below autoload");
  }
  const body = read();
  if (body.trim() === "") return not("its text is empty or cannot be read");
  if (kind === "clean") {
    const safety = safetyOf(safetyFindings(`${skill.description}\n${body}`));
    if (safety !== "clean") return not(`the safety rules find ${safety}`);
  }
  return { id: skill.id, text: body, problem: null };
}

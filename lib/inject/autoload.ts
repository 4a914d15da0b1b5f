/**
 * What is said where a hard trigger names a skill (EE-71): its text, handed over at once, or a strong
 * hint to load it.
 */
import { dirname } from "@std/path";
import type { Hit } from "../rank/mod.ts";
import { cutAtWord, lengthOf } from "./cut.ts";
import { AUTOLOAD_HEAD, HOST_LIMIT_CHARACTERS, type LoadTool, ROUTING_HEAD } from "./render.ts";
import { isHarmless, oneLine, severalLines } from "./sanitise.ts";

/** Longest trigger and description in a note. */
const TRIGGER_CHARACTERS = 80;
const DESCRIPTION_CHARACTERS = 200;
const DESCRIPTION_WINDOW = 4_000;
/** A text with more than this many code units for each character that may be left is not looked at. */
const MAX_SHRINKAGE = 4;

/** The tool as a note names it. */
const LOADED_BY: Record<LoadTool, (load: string) => string> = {
  skill_view: (load) => `with skill_view("${load}")`,
  Skill: (load) => `with the Skill tool ("${load}")`,
};

/**
 * The block with the text of a skill, or null where it would be too long or the skill cannot be named.
 * @param trigger what the message holds
 * @param text of `SKILL.md`, without its header
 * @param maxCharacters most code points of the text
 */
export function renderAutoload(
  hit: Hit,
  trigger: string,
  text: string,
  tool: LoadTool,
  maxCharacters: number,
): string | null {
  if (text.length > MAX_SHRINKAGE * maxCharacters) return null;
  const load = nameable(hit);
  const harmless = severalLines(text);
  if (load === null || harmless === "" || lengthOf(harmless) > maxCharacters) return null;
  const folder = dirname(hit.path).replaceAll("\\", "/");
  const block = `${AUTOLOAD_HEAD}${load}\n\n` +
    `[Skill retrieval: the message holds the hard trigger "${short(trigger)}" of this skill. ` +
    `Its text follows; do not load it again ${LOADED_BY[tool](load)}.` +
    `${isHarmless(folder) ? ` Its files lie in ${folder}.` : ""}]\n\n${harmless}`;
  return lengthOf(block) > HOST_LIMIT_CHARACTERS ? null : block;
}

/** The strong hint, or null where the skill cannot be named. @param trigger what the message holds */
export function renderRouting(hit: Hit, trigger: string, tool: LoadTool): string | null {
  const load = nameable(hit);
  if (load === null) return null;
  const description = cutAtWord(
    oneLine(hit.description.slice(0, DESCRIPTION_WINDOW)),
    DESCRIPTION_CHARACTERS,
  );
  return `${ROUTING_HEAD}${load})\n\n` +
    `[Skill retrieval: the message holds the hard trigger "${short(trigger)}"; ` +
    `load the skill ${LOADED_BY[tool](load)} before acting: ` +
    `${load}${description === "" ? "" : ` — ${description}`}]`;
}

/** The string that loads a skill, where it can be shown as it is. */
function nameable({ load }: Hit): string | null {
  return load === null || load.trim() === "" || !isHarmless(load) ? null : load;
}

function short(trigger: string): string {
  return cutAtWord(oneLine(trigger), TRIGGER_CHARACTERS);
}

/**
 * The `<available_skills>` block of a system prompt, read line by line.
 *
 * The host writes (contract §5.1): two spaces and a category with an optional description, four
 * spaces and `- ` for each of its skills, and one line for a category that it demoted itself:
 *
 * ```text
 * <available_skills>
 *   data-science: Notebooks and plots
 *     - plot-helper: Make charts
 *     - bare-skill
 *   social-media [names only]: tweet, xurl
 * </available_skills>
 * ```
 *
 * Only lines of exactly these indentations count. Descriptions are not folded by the host, so any
 * other line is the rest of the skill or category before it. Three things cannot be explained that
 * way and make the block `unknown`: a line before the first category, a category with a bare count
 * in place of its skills, and a nested tag.
 *
 * Our own output starts with a sentinel line and has no descriptions: a label there is the whole
 * line, and a category line may carry its names (`  tools: a, b`).
 */

/** First line inside a block that this program (or its predecessor) wrote (SR-65). */
export const SENTINEL = "<!-- skill-retrieval:compact -->";

/** How a compacted block is laid out: a line a skill, or a line a category. */
export type CompactStyle = "lines" | "inline";

/** One skill of the block. */
export interface BlockSkill {
  /** The printed label: on Hermes ≥ 0.22 exactly what `skill_view` accepts. */
  name: string;
  /** First line of the description as printed (at most 60 characters), or empty. */
  description: string;
}

/** One category of the block, in printed order. */
export interface BlockCategory {
  label: string;
  skills: BlockSkill[];
  /** The line of a category that the host demoted, trimmed, and the names on it; null otherwise. */
  demoted: { line: string; names: string[] } | null;
}

/**
 * What kind of block it is: `full` as the host writes it, `names-only` without any description
 * (SR-62), `compacted` by us, or `unknown`.
 */
export type BlockForm = "full" | "names-only" | "compacted" | "unknown";

/** A block and where it stands. */
export interface ParsedBlock {
  form: BlockForm;
  /** Offset of the opening tag in the text, in UTF-16 units. */
  start: number;
  /** Offset just after the closing tag. */
  end: number;
  /** The opening tag as written; some hosts add attributes to it (SR-61). */
  openingTag: string;
  /** Empty unless the form is `full` or `compacted`. */
  categories: BlockCategory[];
  /** Layout of a compacted block, else null. */
  style: CompactStyle | null;
  /** Every name, in order, each once (SR-67); null where the block does not tell them. */
  names: string[] | null;
  /** A sentence about the line that was not understood, or null. */
  problem: string | null;
}

const OPENING = /(<available_skills(?:\s[^<>]*)?>)/;
const OWN_LINE_OPENING = new RegExp(`(?:^|\\n)[ \\t]*${OPENING.source}[ \\t\\r]*(?:\\n|$)`);
const CLOSING = /(<\/available_skills>)/;
const OWN_LINE_CLOSING = new RegExp(`(?:^|\\n)[ \\t]*${CLOSING.source}`);
const ROW_START = "    - ";
/** Two spaces, then neither a space nor a list item: a category may start with a dash, `- x` not. */
const CATEGORY_LINE = /^ {2}(?! |\t|- |-$)/;
const DEMOTED_LABEL_END = " [names only]";
const DEMOTED_MARK = "[names only]:";
const TAG_LINE = /^<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>/i;
/** `12`, `(12)`, `12 skills`: what some hosts print above a limit instead of the skills. */
const BARE_COUNT = /^\(?\d+(?:\s+skills?)?\)?$/i;
const MAX_QUOTED_CHARACTERS = 60;

/**
 * Reads the first block of a text.
 *
 * Prose may mention the tags (a project's notes about this very program do), so tags that stand on
 * lines of their own are preferred; without any, the first ones count (SR-61).
 * @returns null where the text has no complete block
 */
export function parseBlock(text: string): ParsedBlock | null {
  const opening = OWN_LINE_OPENING.exec(text) ?? OPENING.exec(text);
  if (opening === null) return null;
  const openingTag = opening[1]!;
  const start = opening.index + opening[0].indexOf(openingTag);
  const inside = text.slice(start + openingTag.length);
  const closing = OWN_LINE_CLOSING.exec(inside) ?? CLOSING.exec(inside);
  if (closing === null) return null;
  const tagEnd = closing.index + closing[0].length;
  const lines = inside.slice(0, tagEnd - closing[1]!.length).split("\n");
  return {
    start,
    end: start + openingTag.length + tagEnd,
    openingTag,
    ...readLines(lines),
  };
}

/**
 * Names of the skills that the first block of a text lists, whatever its form (SR-62, SR-67).
 * @returns null where there is no block, or where the block does not tell its names
 */
export function blockNames(text: string): string[] | null {
  return parseBlock(text)?.names ?? null;
}

type Reading = Omit<ParsedBlock, "start" | "end" | "openingTag">;

function readLines(lines: readonly string[]): Reading {
  const trimmed = lines.map((line) => line.trim());
  if (trimmed.find((line) => line !== "") === SENTINEL) return readCompacted(lines);
  if (isNamesOnly(trimmed)) {
    const names = looseNames(trimmed);
    return { form: "names-only", categories: [], style: null, names, problem: null };
  }
  return readFull(lines, trimmed);
}

/** SR-62: at least one item, and no line but demoted categories holds a colon and a space. */
function isNamesOnly(trimmed: readonly string[]): boolean {
  const isItem = (line: string) => line.startsWith("-");
  return trimmed.some(isItem) &&
    trimmed.every((line) => !line.includes(": ") || (!isItem(line) && line.includes(DEMOTED_MARK)));
}

function readFull(lines: readonly string[], trimmed: readonly string[]): Reading {
  const categories: BlockCategory[] = [];
  let afterCategory = false;
  for (const [index, line] of lines.entries()) {
    const text = trimmed[index]!;
    if (text === "" || text === SENTINEL) continue;
    if (TAG_LINE.test(text)) {
      return unknown(index, text, "is a nested tag", looseNames(trimmed));
    }
    const heading = line.startsWith(ROW_START) ? null : readCategory(line);
    if (heading !== null) {
      if (BARE_COUNT.test(heading.rest)) {
        return unknown(index, text, "has a count in place of its skills", []);
      }
      categories.push(heading.category);
    } else if (categories.length === 0) {
      return unknown(index, text, "stands before the first category", looseNames(trimmed));
    } else if (line.startsWith(ROW_START)) {
      const skill = splitLabel(text.slice(1).trim());
      if (skill.name !== "") categories.at(-1)!.skills.push(skill);
    } else if (afterCategory && BARE_COUNT.test(text)) {
      return unknown(index, text, "is a count in place of skills", []);
    }
    afterCategory = heading !== null;
  }
  return { form: "full", categories, style: null, names: namesOf(categories), problem: null };
}

/**
 * A category line, with what stands after its label: the description, or in our own form the names.
 * @returns null where the line is none
 */
function readCategory(line: string): { category: BlockCategory; rest: string } | null {
  if (!CATEGORY_LINE.test(line)) return null;
  const text = line.trim();
  if (!text.includes(": ") && !text.endsWith(":")) return null;
  const { name: label, description: rest } = splitLabel(text);
  if (label === "") return null;
  if (!label.endsWith(DEMOTED_LABEL_END)) {
    return { category: { label, skills: [], demoted: null }, rest };
  }
  const category = {
    label: label.slice(0, -DEMOTED_LABEL_END.length),
    skills: [],
    demoted: { line: text, names: splitNames(rest) },
  };
  return { category, rest: "" };
}

function readCompacted(lines: readonly string[]): Reading {
  const categories: BlockCategory[] = [];
  let style: CompactStyle = "lines";
  for (const line of lines) {
    if (line.startsWith(ROW_START)) {
      const name = line.slice(ROW_START.length).trim();
      if (name !== "") categories.at(-1)?.skills.push({ name, description: "" });
      continue;
    }
    const heading = readCategory(line);
    if (heading === null) continue;
    if (heading.rest !== "") style = "inline";
    const skills = splitNames(heading.rest).map((name) => ({ name, description: "" }));
    categories.push({ ...heading.category, skills });
  }
  return { form: "compacted", categories, style, names: namesOf(categories), problem: null };
}

/** SR-64: the label ends at the first colon and space; without one, a last colon is no part of it. */
function splitLabel(text: string): BlockSkill {
  const at = text.indexOf(": ");
  if (at < 0) return { name: text.replace(/:$/, "").trim(), description: "" };
  return { name: text.slice(0, at).trim(), description: text.slice(at + 2).trim() };
}

function splitNames(list: string): string[] {
  return list.split(",").map((name) => name.trim()).filter((name) => name !== "");
}

function namesOf(categories: readonly BlockCategory[]): string[] {
  return [
    ...new Set(
      categories.flatMap(({ demoted, skills }) => [
        ...demoted?.names ?? [],
        ...skills.map(({ name }) => name),
      ]),
    ),
  ];
}

/** Names from every list item and demoted category, wherever it is indented to. */
function looseNames(trimmed: readonly string[]): string[] {
  return [
    ...new Set(trimmed.flatMap((line) => {
      if (line.startsWith("-")) return splitLabel(line.slice(1).trim()).name;
      const at = line.indexOf(DEMOTED_MARK);
      if (at < 0) return [];
      return splitNames(line.slice(at + DEMOTED_MARK.length));
    })),
  ].filter((name) => name !== "");
}

/** @param names what could still be read; none of them makes the names unknown, not absent */
function unknown(index: number, text: string, complaint: string, names: string[]): Reading {
  const quoted = JSON.stringify(text.slice(0, MAX_QUOTED_CHARACTERS));
  return {
    form: "unknown",
    categories: [],
    style: null,
    names: names.length === 0 ? null : names,
    problem: `line ${index + 1} of the <available_skills> block ${complaint}: ${quoted}`,
  };
}

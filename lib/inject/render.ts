/**
 * The block of text that tells the model which skills may fit. It stays in the conversation and is
 * paid for on every later turn, so it is short, and the same for the same skills.
 */
import type { Hit } from "../rank/mod.ts";
import type { RerankOutcome } from "../rerank/mod.ts";
import { cutAtWord, cutHard, lengthOf } from "./cut.ts";
import { isHarmless, oneLine } from "./sanitise.ts";

/** The tool with which the agent loads a skill: Hermes' `skill_view`, Claude Code's `Skill`. */
export type LoadTool = "skill_view" | "Skill";

/** How a block is laid out. */
export interface BlockLayout {
  /** `default` (DESIGN §6), `bm25` (SR-81) or `eagle-eye` (EE-72). */
  block: "default" | "bm25" | "eagle-eye";
  /** Whether the `eagle-eye` block says that vectors had no part in it (EE-72). @default false */
  isDegraded?: boolean;
  tool: LoadTool;
  /** Longest block in code points; the `bm25` block is bounded by the host's limit alone. */
  maxCharacters: number;
  /** What a judge made of the hits. @default none was asked */
  rerank?: RerankOutcome;
}

/** A rendered block and the skills that are in it. */
export interface Block {
  text: string;
  shown: Hit[];
}

/** The host moves longer pieces into a file and shows 1,000 characters of them (contract §2.3). */
export const HOST_LIMIT_CHARACTERS = 9_999;
/** Longest description of a line of the `default` block. */
const DESCRIPTION_CHARACTERS = 160;
const DESCRIPTION_WINDOW = 4_000;
/** SR-82 */
const BM25_DESCRIPTION_CHARACTERS = 200;

const FRAMES: Record<BlockLayout["block"], Record<LoadTool, string>> = {
  default: {
    skill_view:
      'Skills that may fit (load with skill_view("name") before acting; ignore if unfit):\n',
    Skill: "Skills that may fit (load with the Skill tool before acting; ignore if unfit):\n",
  },
  bm25: {
    skill_view: "## Retrieved Skills (top-K relevant to your query)\n" +
      "Load any of these with skill_view(name) if relevant:\n\n",
    Skill: "## Retrieved Skills (top-K relevant to your query)\n" +
      "Load any of these with the Skill tool if relevant:\n\n",
  },
  "eagle-eye": {
    skill_view: "## Skill Retrieval Hint\n" +
      '[These skills may fit the message. Load one with skill_view("name"), or ignore them.]\n\n',
    Skill: "## Skill Retrieval Hint\n" +
      "[These skills may fit the message. Load one with the Skill tool, or ignore them.]\n\n",
  },
};
/** What follows the heading of the `eagle-eye` block where layer 4 is not there (EE-72). */
const DEGRADED = " (Degraded: semantic search unavailable)";

/**
 * Renders hits, best first, one line each. A skill that cannot be loaded by a string that is safe
 * to show is left out; so is a line that would exceed the limit.
 * @param room code points that the host has left
 * @returns null when no skill is left
 */
export function renderBlock(
  hits: readonly Hit[],
  layout: BlockLayout,
  room = HOST_LIMIT_CHARACTERS,
): Block | null {
  const limit = layout.block === "bm25" ? room : Math.min(layout.maxCharacters, room);
  let text = frameOf(layout);
  let length = lengthOf(text) - 1;
  const shown: Hit[] = [];
  for (const hit of hits) {
    if (hit.load === null || hit.load.trim() === "" || !isHarmless(hit.load)) continue;
    const line = LINES[layout.block](hit, hit.load);
    const longer = length + lengthOf(line) + 1;
    if (longer > limit) continue;
    length = longer;
    text += `${line}\n`;
    shown.push(hit);
  }
  if (shown.length === 0) return null;
  const note = layout.block === "bm25" && layout.rerank?.applied ? judgeNote(layout.rerank) : "";
  return {
    text: length + note.length > limit ? text.slice(0, -1) : `${text.slice(0, -1)}${note}`,
    shown,
  };
}

/** SR-83, with the line break before it. */
function judgeNote({ judge, inputTokens, latencyMs }: RerankOutcome): string {
  const tokens = inputTokens === 0 ? "?" : inputTokens;
  return `\n<!-- ${judge} rerank: applied, ${tokens} tok, ${Math.round(latencyMs)} ms -->`;
}

const LINES: Record<BlockLayout["block"], (hit: Hit, load: string) => string> = {
  default: defaultLine,
  bm25: bm25Line,
  "eagle-eye": eagleEyeLine,
};

function frameOf({ block, tool, isDegraded }: BlockLayout): string {
  const frame = FRAMES[block][tool];
  return block === "eagle-eye" && isDegraded === true
    ? frame.replace("\n", `${DEGRADED}\n`)
    : frame;
}

function defaultLine(hit: Hit, load: string): string {
  const description = cutAtWord(oneLine(start(hit.description)), DESCRIPTION_CHARACTERS);
  return description === "" ? `- ${load}` : `- ${load}: ${description}`;
}

/** SR-81: an empty description leaves `: ` and nothing. */
function bm25Line(hit: Hit, load: string): string {
  const description = cutHard(oneLine(start(hit.description)), BM25_DESCRIPTION_CHARACTERS);
  return `- **${load}** (${oneLine(hit.id)}): ${description}`;
}

/** EE-72 */
function eagleEyeLine(hit: Hit, load: string): string {
  const description = cutAtWord(oneLine(start(hit.description)), DESCRIPTION_CHARACTERS);
  return description === "" ? `- **${load}**` : `- **${load}** — ${description}`;
}

/** As much of a description as can ever be shown, so that a huge one costs nothing. */
function start(description: string): string {
  return description.slice(0, DESCRIPTION_WINDOW);
}

/** Heading of a skill whose text was handed over; the string that loads it follows (EE-71). */
export const AUTOLOAD_HEAD = "## Auto-loaded Skill: ";
/** Heading of the strong hint for one skill (EE-71). */
export const ROUTING_HEAD = "## Skill Routing (Hard Trigger: ";
const DEFAULT_HEAD = "Skills that may fit (load with ";
const BM25_HEAD = "## Retrieved Skills (top-K";
const EAGLE_EYE_HEAD = "## Skill Retrieval Hint";
const EAGLE_EYE_ROW = /^- \*\*(.+?)\*\*(?: — .*)?$/u;
const DEFAULT_ROW = /^- (.+?)(?:: .*)?$/u;
const ROUTING_LINE = /^## Skill Routing \(Hard Trigger: (.+)\)$/u;
/** The line between heading and rows. */
const FRAME_NOTE = /^(?:Load any of these|\[These skills may fit)/u;
const BM25_ROW = /^- \*\*(.+?)\*\* \(.*\): /u;

/**
 * Loads shown in the blocks that a text holds: what this session has been told already. One whose text
 * was handed over has the heading of that block (`AUTOLOAD_HEAD`) before it. A load that itself contains a colon and a blank is read up to there, see `shownLabel`.
 */
export function loadsShownIn(text: string): string[] {
  const loads: string[] = [];
  let row: RegExp | null = null;
  for (const line of text.split("\n")) {
    if (line.startsWith(AUTOLOAD_HEAD)) {
      // What follows is the text of a skill, and whatever it holds was said by nobody.
      loads.push(line.trimEnd());
      break;
    }
    const routed = ROUTING_LINE.exec(line)?.[1];
    if (routed !== undefined) loads.push(routed);
    else if (line.includes(DEFAULT_HEAD)) row = DEFAULT_ROW;
    else if (line.includes(BM25_HEAD)) row = BM25_ROW;
    else if (line.includes(EAGLE_EYE_HEAD)) row = EAGLE_EYE_ROW;
    else if (row !== null && line.startsWith("- ")) {
      const load = row.exec(line)?.[1];
      if (load !== undefined) loads.push(load);
    } else if (row === DEFAULT_ROW) row = null;
    else if (row !== null && line !== "" && !FRAME_NOTE.test(line)) row = null;
  }
  return loads;
}

/**
 * A user's message without the block that was said with it: hosts put it at the end, and a message
 * with parts keeps it there.
 */
export function withoutBlocks(text: string): string {
  const heads = [DEFAULT_HEAD, BM25_HEAD, EAGLE_EYE_HEAD, AUTOLOAD_HEAD, ROUTING_HEAD].map((head) =>
    text.indexOf(head)
  ).filter((at) => at >= 0);
  return heads.length === 0 ? text : text.slice(0, Math.min(...heads));
}

/** A load as `loadsShownIn` reads it back from a line of the `default` block. */
export function shownLabel(load: string): string {
  const at = load.indexOf(": ");
  return at > 0 ? load.slice(0, at) : load;
}

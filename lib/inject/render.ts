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
  /** `default` (DESIGN §6) or `bm25` (SR-81). */
  block: "default" | "bm25";
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
const HOST_LIMIT_CHARACTERS = 9_999;
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
};

/**
 * Renders hits, best first, one line each. A skill that cannot be loaded by a string that is safe
 * to show is left out; so is a line that would exceed the limit.
 * @returns null when no skill is left
 */
export function renderBlock(hits: readonly Hit[], layout: BlockLayout): Block | null {
  const limit = layout.block === "default"
    ? Math.min(layout.maxCharacters, HOST_LIMIT_CHARACTERS)
    : HOST_LIMIT_CHARACTERS;
  let text = FRAMES[layout.block][layout.tool];
  let length = lengthOf(text) - 1;
  const shown: Hit[] = [];
  for (const hit of hits) {
    if (hit.load === null || hit.load.trim() === "" || !isHarmless(hit.load)) continue;
    const line = layout.block === "default" ? defaultLine(hit, hit.load) : bm25Line(hit, hit.load);
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

function defaultLine(hit: Hit, load: string): string {
  const description = cutAtWord(oneLine(start(hit.description)), DESCRIPTION_CHARACTERS);
  return description === "" ? `- ${load}` : `- ${load}: ${description}`;
}

/** SR-81: an empty description leaves `: ` and nothing. */
function bm25Line(hit: Hit, load: string): string {
  const description = cutHard(oneLine(start(hit.description)), BM25_DESCRIPTION_CHARACTERS);
  return `- **${load}** (${oneLine(hit.id)}): ${description}`;
}

/** As much of a description as can ever be shown, so that a huge one costs nothing. */
function start(description: string): string {
  return description.slice(0, DESCRIPTION_WINDOW);
}

const DEFAULT_HEAD = "Skills that may fit (load with ";
const BM25_HEAD = "## Retrieved Skills (top-K";
const DEFAULT_ROW = /^- (.+?)(?:: .*)?$/u;
const BM25_ROW = /^- \*\*(.+?)\*\* \(.*\): /u;

/**
 * Loads shown in the blocks that a text holds: what this session has been told already. A load that
 * itself contains a colon and a blank is read up to there, see `shownLabel`.
 */
export function loadsShownIn(text: string): string[] {
  const loads: string[] = [];
  let row: RegExp | null = null;
  for (const line of text.split("\n")) {
    if (line.includes(DEFAULT_HEAD)) row = DEFAULT_ROW;
    else if (line.includes(BM25_HEAD)) row = BM25_ROW;
    else if (row !== null && line.startsWith("- ")) {
      const load = row.exec(line)?.[1];
      if (load !== undefined) loads.push(load);
    } else if (row === DEFAULT_ROW) row = null;
    else if (row === BM25_ROW && line !== "" && !line.startsWith("Load any of these")) row = null;
  }
  return loads;
}

/**
 * A user's message without the block that was said with it: hosts put it at the end, and a message
 * with parts keeps it there.
 */
export function withoutBlocks(text: string): string {
  const heads = [DEFAULT_HEAD, BM25_HEAD].map((head) => text.indexOf(head)).filter((at) => at >= 0);
  return heads.length === 0 ? text : text.slice(0, Math.min(...heads));
}

/** A load as `loadsShownIn` reads it back from a line of the `default` block. */
export function shownLabel(load: string): string {
  const at = load.indexOf(": ");
  return at > 0 ? load.slice(0, at) : load;
}

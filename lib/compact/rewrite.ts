/**
 * The block rewritten to names only: a pure function of the text and of static settings, so that
 * every attempt, turn and process sends the same bytes and the provider's cache holds (contract §3.1).
 */
import { type BlockCategory, type CompactStyle, parseBlock, SENTINEL } from "./block.ts";

/** Static settings of the rewrite. */
export interface CompactOptions {
  style: CompactStyle;
  /** How many skills a turn brings at most; the number in the note after the prompt (SR-65). */
  topK: number;
}

/**
 * Why a text was left as it is: it has no complete block; the block is ours already; it has no
 * descriptions (SR-62); it lists no skill; it has a line that is not understood.
 */
export type UnchangedReason = "no-block" | "compacted" | "names-only" | "empty" | "unknown";

/** What became of a text. */
export type Compaction =
  | { changed: true; text: string; names: string[] }
  | {
    changed: false;
    reason: UnchangedReason;
    /** As `blockNames`: null where they are not known. */
    names: string[] | null;
    /** A sentence worth one warning, or null where nothing is wrong. */
    problem: string | null;
  };

/** First words of the note, by which it is recognised (SR-65). */
const NOTE_START = "The skill-retrieval plugin describes";

/**
 * Rewrites the first block of a text and appends the note of SR-65, once; every other byte stays.
 * The result, given again, is reported as `compacted` (SR-66).
 */
export function compactText(text: string, options: CompactOptions): Compaction {
  const block = parseBlock(text);
  if (block === null) return { changed: false, reason: "no-block", names: null, problem: null };
  const { form, problem } = block;
  if (form !== "full") return { changed: false, reason: form, names: block.names, problem };
  const names = block.names ?? [];
  if (names.length === 0) return { changed: false, reason: "empty", names, problem };
  const lines = block.categories.flatMap((category) => categoryLines(category, options.style));
  const rewritten = [block.openingTag, SENTINEL, ...lines, "</available_skills>"].join("\n");
  const after = text.slice(block.end);
  const note = after.includes(NOTE_START) ? "" : noteAfter(after, options.topK);
  return { changed: true, text: text.slice(0, block.start) + rewritten + after + note, names };
}

function categoryLines(category: BlockCategory, style: CompactStyle): string[] {
  const names = category.skills.map(({ name }) => name);
  const rows = names.map((name) => `    - ${name}`);
  if (category.demoted !== null) return [`  ${category.demoted.line}`, ...rows];
  const head = `  ${category.label}:`;
  const fitsInline = names.length > 0 && !names.some((name) => name.includes(","));
  return style === "inline" && fitsInline ? [`${head} ${names.join(", ")}`] : [head, ...rows];
}

/** The note, with the line ends that set it off from the end of the text by a blank line. */
function noteAfter(after: string, topK: number): string {
  const gap = after.endsWith("\n\n") ? "" : after.endsWith("\n") ? "\n" : "\n\n";
  return `${gap}${NOTE_START} up to ${topK} fitting skills after the user's message of each turn. ` +
    "Where it describes none, pick a skill by its name above and load it with skill_view(name).";
}

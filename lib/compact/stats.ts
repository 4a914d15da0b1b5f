/**
 * What the compaction of a prompt saves, and what the hints of a turn cost in return.
 */
import { parseBlock, type ParsedBlock } from "./block.ts";
import type { Compaction } from "./rewrite.ts";
import type { TokenCounter } from "./tokens.ts";

/** Size of a text. */
export interface TextSize {
  /** Unicode code points. */
  characters: number;
  /** Null where no tokenizer is available. */
  tokens: number | null;
}

/** One side of the comparison. */
export interface PromptSize {
  /** The block with its tags. */
  block: TextSize;
  /** The whole text with the block. */
  prompt: TextSize;
  /** Names the block lists; null where it does not tell them. */
  names: number | null;
  /** Categories the block lists; null where the block is not rewritten and not ours. */
  categories: number | null;
}

/** The comparison. */
export interface CompactionStats {
  before: PromptSize;
  after: PromptSize;
  /** What the block of an average turn adds to that turn's message. */
  injection: TextSize;
}

/** Rows of the hint block that counts as average. */
const AVERAGE_ROWS = 3;

/** Head of the hint block of preset `default` (DESIGN §6). */
const INJECTION_HEAD =
  'Skills that may fit (load with skill_view("name") before acting; ignore if unfit):';

/**
 * Compares a prompt with its compaction.
 * @param countTokens null where no tokenizer is available: characters only
 * @returns null where the text has no block
 */
export function compactionStats(
  text: string,
  compaction: Compaction,
  countTokens: TokenCounter | null,
): CompactionStats | null {
  const block = parseBlock(text);
  if (block === null) return null;
  const size = (of: string): TextSize => ({
    characters: [...of].length,
    tokens: countTokens === null ? null : countTokens(of),
  });
  const promptSize = (of: string, parsed: ParsedBlock): PromptSize => ({
    block: size(of.slice(parsed.start, parsed.end)),
    prompt: size(of),
    names: parsed.names?.length ?? null,
    categories: parsed.categories.length === 0 ? null : parsed.categories.length,
  });
  const before = promptSize(text, block);
  const after = compaction.changed
    ? promptSize(compaction.text, parseBlock(compaction.text)!)
    : before;
  return { before, after, injection: size(averageInjection(block)) };
}

/**
 * A hint block of average length: the three skills of a block whose descriptions come nearest to
 * the mean length, in the order of the block.
 */
export function averageInjection(block: ParsedBlock): string {
  const skills = block.categories.flatMap((category) => category.skills)
    .filter((skill) => skill.description !== "");
  const mean = skills.reduce((sum, skill) => sum + skill.description.length, 0) / skills.length;
  const distance = (index: number) => Math.abs(skills[index]!.description.length - mean);
  const rows = skills.map((_, index) => index)
    .toSorted((first, second) => distance(first) - distance(second))
    .slice(0, AVERAGE_ROWS)
    .toSorted((first, second) => first - second)
    .map((index) => `- ${skills[index]!.name}: ${skills[index]!.description}`);
  return [INJECTION_HEAD, ...rows].join("\n");
}

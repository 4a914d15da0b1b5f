/**
 * `compact`: a system prompt on standard input, the same with its skill index compacted on standard
 * output, or with `--stats` what that saves (DESIGN §5).
 */
import {
  type Compaction,
  type CompactionStats,
  compactionStats,
  compactOptions,
  type CompactStyle,
  compactText,
  loadTokenCounter,
  type PromptSize,
  TOKEN_ENCODING,
  type UnchangedReason,
} from "../compact/mod.ts";
import { isDisabled, readSettings, SETTINGS } from "../config/mod.ts";
import { alignedTable } from "../eval/mod.ts";
import { environment, inIsTerminal, readAllInput, writeOut } from "../runtime/mod.ts";
import { type Arguments, type Command, CommandError, UsageError, warn } from "./command.ts";
import { type Paint, paintFor } from "./paint.ts";
import { targetOf } from "./target.ts";

/** What `compact` prints. */
export interface CompactOutput {
  /** Text for standard output. */
  text: string;
  /** Sentences for standard error. */
  warnings: string[];
}

/** `compact [--stats] [--style inline|lines]`. */
export const compactCommand: Command = {
  name: "compact",
  summary: "Reduce the skill index of a system prompt to names",
  usage: "[--stats] [--style STYLE] < PROMPT",
  options: [
    { name: "stats", help: "print what is saved instead of the prompt" },
    {
      name: "style",
      value: "STYLE",
      choices: SETTINGS.compactStyle.type.values,
      help: "inline: a line for each category; lines: a line for each skill",
    },
  ],
  touches: ["settings"],
  async run(args) {
    if (args.positionals.length > 0) {
      throw new UsageError("compact takes no argument; give it the prompt on standard input.");
    }
    const { settings } = targetOf(args).plan;
    if (inIsTerminal()) {
      throw new UsageError("compact reads a system prompt; pipe one into it: compact < prompt.txt");
    }
    const output = await compactOutput(readAllInput(), args, environment, settings);
    for (const warning of output.warnings) warn(args, warning);
    writeOut(output.text);
    return 0;
  },
};

/**
 * The output of the command for the bytes of a prompt.
 * @param readVariable reads an environment variable
 * @param config the plugin's settings in the home's config
 * @throws {CommandError} for bytes that are not UTF-8, and with `--stats` for a text without block
 */
export async function compactOutput(
  input: Uint8Array,
  args: Arguments,
  readVariable: (name: string) => string | undefined,
  config: Record<string, unknown>,
): Promise<CompactOutput> {
  const prompt = decode(input);
  const { settings, warnings } = readSettings({
    options: givenOptions(args),
    environment: readVariable,
    config,
  });
  const options = compactOptions(settings);
  const asJson = args.has("json");
  if (args.has("stats")) {
    const compaction = compactText(prompt, options);
    const stats = compactionStats(prompt, compaction, await loadTokenCounter());
    if (stats === null) {
      throw new CommandError("Standard input holds no <available_skills> block to measure.");
    }
    return {
      text: asJson
        ? statsJson(compaction, stats, options.style)
        : statsText(stats, options.style, paintFor(args)),
      warnings: [...warnings, ...unchangedSentence(compaction)],
    };
  }
  if (!settings.compact || isDisabled(readVariable)) {
    const off = `compaction is off (${SETTINGS.compact.variable} or a disable switch)`;
    const document = { changed: false, reason: "off", style: null, names: null, text: prompt };
    return {
      text: asJson ? jsonText(document) : prompt,
      warnings: [...warnings, `${off}; the text is unchanged.`],
    };
  }
  const compaction = compactText(prompt, options);
  const text = compaction.changed ? compaction.text : prompt;
  return {
    text: asJson ? jsonText({ ...outcome(compaction, options.style), text }) : text,
    warnings: [...warnings, ...unchangedSentence(compaction)],
  };
}

function givenOptions(args: Arguments): { preset?: string; compactStyle?: string } {
  const preset = args.value("preset");
  const compactStyle = args.value("style");
  return {
    ...(preset === undefined ? {} : { preset }),
    ...(compactStyle === undefined ? {} : { compactStyle }),
  };
}

/** A byte order mark is kept: what is outside the block must come out as it came in. */
function decode(input: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(input);
  } catch {
    throw new CommandError("Standard input is not UTF-8 text; convert the prompt to UTF-8 first.");
  }
}

const UNCHANGED_SENTENCES: Record<UnchangedReason, string> = {
  "no-block": "there is no <available_skills> block",
  "compacted": "the <available_skills> block is compacted already",
  "names-only": "the <available_skills> block has no descriptions",
  "empty": "the <available_skills> block lists no skill",
  "unknown": "the <available_skills> block is not understood",
};

function unchangedSentence(compaction: Compaction): string[] {
  if (compaction.changed) return [];
  const sentence = compaction.problem ?? UNCHANGED_SENTENCES[compaction.reason];
  return [`${sentence}; the text is unchanged.`];
}

function outcome(compaction: Compaction, style: CompactStyle): Record<string, unknown> {
  return {
    changed: compaction.changed,
    reason: compaction.changed ? null : compaction.reason,
    style: compaction.changed ? style : null,
    names: compaction.names,
  };
}

function statsJson(compaction: Compaction, stats: CompactionStats, style: CompactStyle): string {
  return jsonText({ ...outcome(compaction, style), encoding: TOKEN_ENCODING, ...stats });
}

/** The comparison as a table, and what an average turn costs, for people. */
export function statsText(
  { before, after, injection }: CompactionStats,
  style: CompactStyle,
  paint: Paint,
): string {
  const measure = (label: string, of: (size: PromptSize) => number | null) => [
    label,
    grouped(of(before)),
    grouped(of(after)),
    savedShare(of(before), of(after)),
  ];
  const rows = [
    measure("block, characters", (size) => size.block.characters),
    measure(`block, tokens (${TOKEN_ENCODING})`, (size) => size.block.tokens),
    measure("whole prompt, characters", (size) => size.prompt.characters),
    measure(`whole prompt, tokens (${TOKEN_ENCODING})`, (size) => size.prompt.tokens),
    measure("names", (size) => size.names).with(3, ""),
    measure("categories", (size) => size.categories).with(3, ""),
  ];
  const cost = injection.tokens === null
    ? `The tokenizer (npm package gpt-tokenizer) is not available, so tokens are not counted. ` +
      `An average turn's hints add ${grouped(injection.characters)} characters.`
    : `An average turn's hints (three skills) add ${grouped(injection.tokens)} tokens.`;
  const table = alignedTable({ header: [`style ${style}`, "before", "after", "saved"], rows });
  return `${table.replace(/^.*/, (head) => paint.bold(head))}\n${cost}\n`;
}

function grouped(value: number | null): string {
  return value === null ? "–" : String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

function savedShare(before: number | null, after: number | null): string {
  if (before === null || after === null || before === 0) return "–";
  return `${((1 - after / before) * 100).toFixed(1)} %`;
}

function jsonText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

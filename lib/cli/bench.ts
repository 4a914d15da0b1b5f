/**
 * `bench`: how long every stage takes on a home, on folders, on corpus files or on a made-up library.
 */
import { basename } from "@std/path";
import {
  asBenchSkill,
  benchDocument,
  benchMarkdown,
  type BenchSkill,
  type BenchTarget,
  benchText,
  generateSkills,
  queriesFromDescriptions,
  readSkillsWithBodies,
  runBench,
  trainWordModel,
  withWrittenHome,
} from "../bench/mod.ts";
import { readSettings, SETTINGS, type Settings } from "../config/mod.ts";
import { type Dataset, parseCorpus, parseQueries, readTextFiles } from "../eval/mod.ts";
import {
  environment,
  executablePath,
  FileAccess,
  FileError,
  isStandalone,
  ProgramError,
  resolvePath,
  writeOut,
} from "../runtime/mod.ts";
import { type Arguments, type Command, CommandError, UsageError, warn } from "./command.ts";
import { readPreset } from "./eval.ts";
import { targetOf } from "./target.ts";

/** Seconds a stage, when `--seconds` is not given. */
const DEFAULT_SECONDS = 1;
const MAX_SECONDS = 3_600;
/** Largest library that can be made up. */
const MAX_SIZE = 1_000_000;

export const benchCommand: Command = {
  name: "bench",
  summary: "Time every stage, with percentiles and the budget of the design",
  usage: "[--home DIR | --root DIR … | --corpus FILE …] [--queries FILE …]",
  options: [
    {
      name: "corpus",
      value: "FILE",
      access: "read",
      repeatable: true,
      help: "skills, JSON lines; written into a temporary home",
    },
    {
      name: "size",
      value: "N",
      help: "measure N made-up skills, worded like those given, in a temporary home",
    },
    {
      name: "queries",
      value: "FILE",
      access: "read",
      repeatable: true,
      help: "messages, JSON lines (default: words out of the descriptions)",
    },
    { name: "seconds", value: "N", help: `seconds a stage (default ${DEFAULT_SECONDS})` },
    {
      name: "binary",
      value: "PATH",
      access: "read",
      help: "executable to start (default: this one)",
    },
    { name: "markdown", help: "print a Markdown table" },
  ],
  touches: ["skills", "surroundings", "temporary"],
  async run(args) {
    writeOut(await benchOutput(args));
    return 0;
  },
};

/**
 * Runs the benchmark the arguments ask for.
 * @returns text for standard output
 * @throws {UsageError} for wrong options, {CommandError} for what cannot be read or run
 */
export async function benchOutput(args: Arguments): Promise<string> {
  const options = readOptions(args);
  const report = await orCommandError(() =>
    withTarget(args, options, (target, source) => {
      const queries = options.queries.length > 0
        ? {
          texts: readQueries(args, options.queries),
          source: `of ${options.queries.map((path) => basename(path)).join(", ")}`,
        }
        : { texts: madeQueries(target), source: "made of the skills' descriptions" };
      return runBench({
        target,
        source,
        presets: options.presets.map((preset) => settingsOf(preset, target)),
        threeTermSettings: settingsOf("bm25", target),
        queries: queries.texts,
        querySource: queries.source,
        seconds: options.seconds,
        binary: options.binary,
      });
    })
  );
  if (args.has("json")) return `${JSON.stringify(benchDocument(report), null, 2)}\n`;
  return args.has("markdown") ? benchMarkdown(report) : benchText(report);
}

interface BenchArguments {
  corpora: string[];
  queries: string[];
  presets: readonly string[];
  size: number | null;
  seconds: number;
  /** Absolute path, or null where there is no executable. */
  binary: string | null;
}

function readOptions(args: Arguments): BenchArguments {
  const corpora = [...args.values("corpus"), ...args.positionals];
  if (corpora.length > 0 && (args.has("home") || args.has("root"))) {
    throw new UsageError("bench takes --corpus, or --home or --root, not both.");
  }
  const preset = args.value("preset");
  const binary = args.value("binary");
  return {
    corpora,
    queries: args.values("queries"),
    presets: preset === undefined ? SETTINGS.preset.type.values : [readPreset(preset)],
    size: numberOf(args, "size", MAX_SIZE),
    seconds: numberOf(args, "seconds", MAX_SECONDS) ?? DEFAULT_SECONDS,
    binary: binary !== undefined ? resolvePath(binary) : isStandalone() ? executablePath() : null,
  };
}

/** @throws {UsageError} when the value is no number above 0; `--size` takes a whole one */
function numberOf(args: Arguments, name: "size" | "seconds", most: number): number | null {
  const text = args.value(name);
  if (text === undefined) return null;
  const value = Number(text);
  const isPlain = name === "size" ? /^\d+$/.test(text) : /^\d*\.?\d+$/.test(text);
  if (isPlain && value > 0 && value <= most) return value;
  const kind = name === "size" ? "whole number" : "number";
  throw new UsageError(`--${name} is a ${kind} above 0 and at most ${most}, not "${text}".`);
}

/** Runs `work` on the skills the arguments name; what is not a home yet is written as one. */
async function withTarget<Result>(
  args: Arguments,
  { corpora, size }: BenchArguments,
  work: (target: BenchTarget, source: string) => Promise<Result>,
): Promise<Result> {
  if (corpora.length > 0) {
    const skills = readCorpus(args, corpora);
    const source = `corpus ${corpora.join(", ")}`;
    return size === null
      ? await withWrittenHome(skills, (target) => work(target, source))
      : await withMadeUpHome(skills, size, source, work);
  }
  const target = targetOf(args);
  for (const warning of target.reading.warnings) warn(args, warning);
  const roots = args.values("root");
  const source = roots.length > 0
    ? `root ${roots.join(", ")}`
    : `home ${args.value("home") ?? target.home}`;
  if (size === null) return await work(target, source);
  const skills = readSkillsWithBodies(target).map(asBenchSkill);
  return await withMadeUpHome(skills, size, source, work);
}

async function withMadeUpHome<Result>(
  skills: readonly BenchSkill[],
  size: number,
  source: string,
  work: (target: BenchTarget, source: string) => Promise<Result>,
): Promise<Result> {
  const made = generateSkills(trainWordModel(skills), size);
  return await withWrittenHome(made, (target) => work(target, `made up in the words of ${source}`));
}

function settingsOf(preset: string, { plan }: BenchTarget): Settings {
  return readSettings({ options: { preset }, environment, config: plan.settings }).settings;
}

function readCorpus(args: Arguments, paths: readonly string[]): BenchSkill[] {
  const { entries } = reported(args, parseCorpus(readFiles(paths)));
  if (entries.length === 0) throw new CommandError(`${paths.join(", ")} holds no usable skill.`);
  return entries.map(({ name, description, body, triggers, tags }) => ({
    name,
    description,
    body: body ?? "",
    triggers: triggers ?? [],
    tags: tags ?? [],
  }));
}

function readQueries(args: Arguments, paths: readonly string[]): string[] {
  const texts = readFiles(paths).flatMap((file) =>
    reported(args, parseQueries(file)).entries.map(({ query }) => query)
  );
  if (texts.length === 0) throw new CommandError(`${paths.join(", ")} holds no usable message.`);
  return texts;
}

function madeQueries(target: BenchTarget): string[] {
  const texts = queriesFromDescriptions(readSkillsWithBodies(target).map(asBenchSkill));
  if (texts.length === 0) {
    throw new CommandError("There is no skill with a description to make messages of.");
  }
  return texts;
}

function readFiles(paths: readonly string[]) {
  const absolute = paths.map((path) => [resolvePath(path), path] as const);
  return readTextFiles(new FileAccess({ read: absolute.map(([path]) => path) }), absolute);
}

/** The data set, its bad rows warned of. */
function reported<Entry>(args: Arguments, dataset: Dataset<Entry>): Dataset<Entry> {
  const [first] = dataset.problems;
  if (first !== undefined) {
    warn(args, `${dataset.problems.length} bad rows left out, the first: ${first}`);
  }
  return dataset;
}

async function orCommandError<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (
      error instanceof FileError || error instanceof ProgramError || error instanceof RangeError
    ) {
      throw new CommandError(`${error.message}.`);
    }
    throw error;
  }
}

/**
 * `eval`: quality of a preset on a corpus and a query file (DESIGN §5).
 */
import { resolve } from "@std/path";
import { readSettings, SETTINGS } from "../config/mod.ts";
import {
  type AblatablePart,
  ablate,
  compareRuns,
  type CorpusEntry,
  type Dataset,
  evaluate,
  type EvaluatedRanker,
  formatReport,
  formatRun,
  type Grouping,
  GROUPINGS,
  missingGold,
  NDCG_CUTOFF,
  parseCorpus,
  parseQueries,
  parseRun,
  type RankerFactory,
  RANKING_DEPTH,
  readTextFiles,
  reportDocument,
  runRanker,
  type TextFile,
} from "../eval/mod.ts";
import { ABLATABLE_PARTS, createCorpusRanker, DenseMeasureError } from "../rank/mod.ts";
import {
  environment,
  FileAccess,
  FileError,
  monotonicMs,
  workingDirectory,
  writeOut,
} from "../runtime/mod.ts";
import { homeRights } from "../sandbox/mod.ts";
import { type Arguments, type Command, CommandError, UsageError, warn } from "./command.ts";

/** Bad rows and ids that are named one by one; the rest is counted. */
const LISTED_PROBLEMS = 5;

/** Where rankers come from. */
export interface RankerRegistry {
  createCorpusRanker(
    corpus: CorpusEntry[],
    options: { preset: string; without?: string },
  ): EvaluatedRanker;
  ablatableParts(preset: string): readonly AblatablePart[];
}

/** What `eval` prints. */
export interface EvalOutput {
  /** Text for standard output. */
  text: string;
  /** Sentences for standard error. */
  warnings: string[];
}

export const evalCommand: Command = {
  name: "eval",
  summary: "Measure a preset on skills and messages with known answers",
  usage: "--corpus FILE [--corpus FILE | FILE …] --queries FILE",
  options: [
    {
      name: "corpus",
      value: "FILE",
      access: "read",
      repeatable: true,
      help:
        "skills, JSON lines {id,name,description,body?,triggers?,tags?}; the first of an id wins",
    },
    {
      name: "queries",
      value: "FILE",
      access: "read",
      help: "messages, JSON lines {id,query,gold,also?,forbidden?,expect_none?,history?,lang?,…}",
    },
    { name: "run", value: "OUT", access: "write", help: "write the answers as JSON lines" },
    {
      name: "against",
      value: "RUN",
      access: "read",
      help: "compare with answers written by --run",
    },
    { name: "ablate", help: "switch off one part after the other" },
    { name: "k", value: "N", help: `ranks that count for nDCG (default ${NDCG_CUTOFF})` },
    { name: "by", value: "FIELD", help: "split by lang, kind or sub only (default: each of them)" },
  ],
  touches: ["skills", "arguments"],
  // There is no home: files that settings name are taken against the working directory.
  rights: (_, target) =>
    homeRights({
      plan: target!.plan,
      home: workingDirectory(),
      settings: target!.reading.settings,
      environment,
    }),
  async run(args) {
    const { text, warnings } = await evaluateFiles(args, {
      createCorpusRanker,
      ablatableParts: ABLATABLE_PARTS,
    }).catch((error) => {
      throw error instanceof DenseMeasureError ? new CommandError(error.message) : error;
    });
    for (const warning of warnings) warn(args, warning);
    writeOut(text);
    return 0;
  },
};

/**
 * Does what `eval` does, except printing; `--run` writes its file.
 * @throws {UsageError} for a missing or bad option, {CommandError} for files that cannot be used
 */
export async function evaluateFiles(
  args: Arguments,
  registry: RankerRegistry,
): Promise<EvalOutput> {
  const options = readOptions(args);
  const read = readerOf([...options.corpora, options.queries, options.against ?? []].flat());
  const corpus = usable(parseCorpus(options.corpora.map(read)), "skill", options.corpora);
  const queries = usable(parseQueries(read(options.queries)), "message", [options.queries]);
  const baseline = options.against === null
    ? null
    : usable(parseRun(read(options.against)), "answer", [options.against]);

  const rankerOf: RankerFactory = (entries, { without }) =>
    registry.createCorpusRanker(entries, {
      preset: options.preset,
      ...(without === undefined ? {} : { without }),
    });
  const startMs = monotonicMs();
  const ranker = rankerOf(corpus.entries, {});
  const builtMs = monotonicMs();
  const answers = await runRanker(ranker, queries.entries);
  const rankedMs = monotonicMs();
  if (options.run !== null) writeRun(options.run, formatRun(answers));

  const missing = missingGold(corpus.entries, queries.entries);
  const comparison = baseline === null
    ? null
    : compareRuns(queries.entries, answers, baseline.entries, options.cutoff);
  if (comparison?.rows === 0) {
    throw new CommandError(
      `${options.against} answers none of the messages of ${options.queries}.`,
    );
  }
  const report = {
    preset: options.preset,
    cutoff: options.cutoff,
    corpus: {
      files: options.corpora,
      skills: corpus.entries.length,
      duplicates: corpus.duplicates,
    },
    queries: { file: options.queries, duplicates: queries.duplicates, missingGold: missing },
    evaluation: evaluate(queries.entries, answers, options.cutoff, options.groupings),
    against: comparison && { file: options.against!, comparison },
    ablation: args.has("ablate")
      ? await ablate(
        corpus.entries,
        queries.entries,
        answers,
        registry.ablatableParts(options.preset),
        rankerOf,
        options.cutoff,
      )
      : null,
    buildMs: builtMs - startMs,
    rankMs: (rankedMs - builtMs) / queries.entries.length,
  };
  return {
    text: args.has("json")
      ? `${JSON.stringify(reportDocument(report), null, 2)}\n`
      : formatReport(report),
    warnings: [
      ...ranker.warnings ?? [],
      ...datasetWarnings(corpus, "skill"),
      ...datasetWarnings(queries, "message"),
      ...(baseline === null ? [] : datasetWarnings(baseline, "answer")),
      ...(missing.queries === 0 ? [] : [
        `${counted(missing.queries, "message")} with right skills that the corpus lacks, counted ` +
        `as missed: ${listed(missing.ids, ", ")}`,
      ]),
      ...(comparison === null || comparison.missing === 0 ? [] : [
        `${options.against} has no answer to ${counted(comparison.missing, "message")}; ` +
        `the comparison leaves them out`,
      ]),
      ...(comparison === null || comparison.unknown === 0 ? [] : [
        `${options.against} answers ${counted(comparison.unknown, "message")} that ` +
        `${options.queries} does not ask; ignored`,
      ]),
    ],
  };
}

interface EvalOptions {
  preset: string;
  corpora: string[];
  queries: string;
  run: string | null;
  against: string | null;
  cutoff: number;
  groupings: readonly Grouping[];
}

function readOptions(args: Arguments): EvalOptions {
  const corpora = [...args.values("corpus"), ...args.positionals];
  if (corpora.length === 0) {
    throw new UsageError("eval needs --corpus FILE, a file of skills in JSON lines.");
  }
  const queries = args.value("queries");
  if (queries === undefined) {
    throw new UsageError("eval needs --queries FILE, a file of messages in JSON lines.");
  }
  return {
    preset: readPreset(args.value("preset")),
    corpora,
    queries,
    run: args.value("run") ?? null,
    against: args.value("against") ?? null,
    cutoff: readCutoff(args.value("k")),
    groupings: readGroupings(args.value("by")),
  };
}

/**
 * The preset in force; measuring another one than asked for would mislead, so a bad name fails.
 * @param asked value of `--preset`
 * @throws {UsageError} when there is no such preset
 */
export function readPreset(asked: string | undefined): string {
  const known: readonly string[] = SETTINGS.preset.type.values;
  if (asked !== undefined && !known.includes(asked)) {
    throw new UsageError(`--preset must be one of ${known.join(", ")}, not "${asked}".`);
  }
  return asked ?? readSettings({ environment }).settings.preset;
}

function readCutoff(text: string | undefined): number {
  if (text === undefined) return NDCG_CUTOFF;
  const cutoff = Number(text);
  if (!Number.isInteger(cutoff) || cutoff < 1 || cutoff > RANKING_DEPTH) {
    throw new UsageError(`--k must be a whole number from 1 to ${RANKING_DEPTH}, not "${text}".`);
  }
  return cutoff;
}

function readGroupings(text: string | undefined): readonly Grouping[] {
  if (text === undefined) return GROUPINGS;
  const grouping = GROUPINGS.find((candidate) => candidate === text);
  if (grouping === undefined) {
    throw new UsageError(`--by must be one of ${GROUPINGS.join(", ")}, not "${text}".`);
  }
  return [grouping];
}

/** A reader of exactly the named files, paths relative to the working directory. */
function readerOf(paths: readonly string[]): (path: string) => TextFile {
  const access = new FileAccess({ read: paths.map(absolute) });
  return (path) => orCommandError(() => readTextFiles(access, [[absolute(path), path]])[0]!);
}

function writeRun(path: string, text: string): void {
  const access = new FileAccess({ read: [], write: [absolute(path)] });
  orCommandError(() => access.writeText(absolute(path), text));
}

function absolute(path: string): string {
  return resolve(workingDirectory(), path);
}

function orCommandError<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof FileError) throw new CommandError(`${error.message}.`);
    throw error;
  }
}

/** The data set, which has at least one row. @throws {CommandError} otherwise */
function usable<Entry>(
  dataset: Dataset<Entry>,
  noun: string,
  paths: readonly string[],
): Dataset<Entry> {
  if (dataset.entries.length > 0) return dataset;
  const problem = dataset.problems[0];
  throw new CommandError(
    `${paths.join(", ")} holds no usable ${noun}${problem === undefined ? "" : ` (${problem})`}.`,
  );
}

function datasetWarnings(dataset: Dataset<unknown>, noun: string): string[] {
  const warnings = dataset.problems.slice(0, LISTED_PROBLEMS);
  const more = dataset.problems.length - LISTED_PROBLEMS;
  if (more > 0) warnings.push(`${counted(more, `more bad ${noun} row`)} left out`);
  if (dataset.duplicates > 0) {
    warnings.push(
      `${counted(dataset.duplicates, noun)} dropped, since an earlier row has the same id`,
    );
  }
  return warnings;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function listed(items: readonly string[], separator: string): string {
  const more = items.length - LISTED_PROBLEMS;
  return items.slice(0, LISTED_PROBLEMS).join(separator) + (more > 0 ? ` and ${more} more` : "");
}

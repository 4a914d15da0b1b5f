/**
 * Quality of a preset on all development sets, as Markdown: `bun scripts/eval_all.ts`.
 *
 * Options: `--preset NAME`, `--without PART`, `--json`, `--bench DIR` (default `../shared/bench`).
 * The figures are those of `eval` (lib/eval); the floors are those of issue 4 for the default preset.
 */
import { resolve } from "@std/path";
import { UsageError } from "../lib/cli/command.ts";
import { readPreset } from "../lib/cli/eval.ts";
import {
  type CorpusEntry,
  countText,
  decimal,
  evaluate,
  type Evaluation,
  evaluationDocument,
  markdownTable,
  type MeasureKey,
  NDCG_CUTOFF,
  parseCorpus,
  parseQueries,
  percent,
  type QueryEntry,
  readTextFiles,
  runRanker,
  type Table,
} from "../lib/eval/mod.ts";
import { createCorpusRanker, DenseMeasureError } from "../lib/rank/mod.ts";
import {
  FileAccess,
  FileError,
  monotonicMs,
  parseArgs,
  setExitCode,
  writeError,
  writeOut,
} from "../lib/runtime/mod.ts";

/** Messages over one corpus. */
interface EvaluatedSet {
  name: string;
  /** File of the messages, without `.queries.jsonl`. */
  queries: string;
  /** Lowest nDCG@10 in percent that issue 4 accepts, give or take one message. */
  floor: number;
}

/** Sets that share a corpus, so that its index is built once. */
interface CorpusSets {
  /** Files of the skills, without `.corpus.jsonl`; the first of an id wins. */
  corpora: string[];
  sets: EvaluatedSet[];
}

const SETS: readonly CorpusSets[] = [
  { corpora: ["dotnet_en"], sets: [{ name: "C", queries: "dotnet_en", floor: 83.5 }] },
  {
    corpora: ["dotnet_en", "library_en"],
    sets: [{ name: "C+", queries: "dotnet_en", floor: 81 }],
  },
  { corpora: ["marketing_en"], sets: [{ name: "B", queries: "marketing_en", floor: 86 }] },
  {
    corpora: ["marketing_en", "library_en"],
    sets: [{ name: "B+", queries: "marketing_en", floor: 75 }],
  },
  {
    corpora: ["fastskills_zh"],
    sets: [
      { name: "A", queries: "fastskills_zh", floor: 94 },
      { name: "A multi", queries: "fastskills_zh_multi", floor: 75 },
    ],
  },
  {
    corpora: ["fastskills_zh", "library_en"],
    sets: [{ name: "A+", queries: "fastskills_zh", floor: 88.5 }],
  },
  { corpora: ["gate_dev"], sets: [{ name: "G", queries: "gate_dev", floor: 91 }] },
  {
    corpora: ["gate_dev", "library_en"],
    sets: [{ name: "G+", queries: "gate_dev", floor: 85.5 }],
  },
];

/** Kinds of short chat that issue 4 counts together. */
const CHAT = ["greeting", "smalltalk", "followup"];

const QUALITY_COLUMNS: readonly MeasureKey[] = ["hit_at_1", "recall_at_5", "map", "mrr"];

/** One set with its figures. */
interface SetResult extends EvaluatedSet {
  skills: number;
  evaluation: Evaluation;
  /** Mean milliseconds a message. */
  rankMs: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      preset: { type: "string" },
      without: { type: "string" },
      bench: { type: "string", default: resolve(import.meta.dirname!, "../../shared/bench") },
      json: { type: "boolean", default: false },
    },
  });
  const startMs = monotonicMs();
  const preset = readPreset(values.preset);
  const options = {
    preset,
    ...(values.without === undefined ? {} : { without: values.without }),
  };
  const results = await evaluateSets(resolve(values.bench), options);
  const seconds = (monotonicMs() - startMs) / 1000;
  if (values.json) {
    const sets = results.map(({ name, skills, rankMs, evaluation }) => ({
      name,
      skills,
      rank_ms: rankMs,
      ...evaluationDocument(evaluation) as object,
    }));
    writeOut(`${JSON.stringify({ ...options, seconds, sets }, null, 2)}\n`);
    return;
  }
  const gates = results.filter(({ evaluation }) => evaluation.gate.none.all.rows > 0);
  writeOut(
    `Preset \`${preset}\`${values.without === undefined ? "" : ` without ${values.without}`}, ` +
      `${decimal(seconds, 1)} s in all.\n\n` +
      `${markdownTable(qualityTable(results))}\n${markdownTable(gateTable(gates))}`,
  );
}

async function evaluateSets(
  directory: string,
  options: { preset: string; without?: string },
): Promise<SetResult[]> {
  const access = new FileAccess({ read: [directory] });
  const read = (name: string) => readTextFiles(access, [[resolve(directory, name), name]])[0]!;
  const corpusOf = once((name) => parseCorpus([read(`${name}.corpus.jsonl`)]).entries);
  const queriesOf = once((name) => parseQueries(read(`${name}.queries.jsonl`)).entries);
  const results: SetResult[] = [];
  for (const { corpora, sets } of SETS) {
    const corpus = union(corpora.map(corpusOf));
    const ranker = createCorpusRanker(corpus, options);
    for (const set of sets) {
      const queries: QueryEntry[] = queriesOf(set.queries);
      const startMs = monotonicMs();
      const answers = await runRanker(ranker, queries);
      const rankMs = (monotonicMs() - startMs) / queries.length;
      const evaluation = evaluate(queries, answers, NDCG_CUTOFF, []);
      results.push({ ...set, skills: corpus.length, evaluation, rankMs });
    }
  }
  return results;
}

function qualityTable(results: readonly SetResult[]): Table {
  return {
    header: [
      "set",
      "skills",
      "messages",
      "nDCG@10",
      "95 %",
      "floor",
      "Hit@1",
      "Recall@5",
      "MAP",
      "MRR",
      "ms",
    ],
    rows: results.map(({ name, skills, floor, evaluation, rankMs }) => {
      const byKey = new Map(evaluation.measures.map((row) => [row.key, row]));
      const ndcg = byKey.get("ndcg")!;
      const interval = ndcg.interval;
      return [
        name,
        String(skills),
        String(evaluation.positives),
        percent(ndcg.value),
        interval === null ? "–" : `${percent(interval.low)} … ${percent(interval.high)}`,
        floorText(floor, ndcg.value ?? 0, evaluation.positives),
        ...QUALITY_COLUMNS.map((key) => percent(byKey.get(key)!.value)),
        decimal(rankMs, 3),
      ];
    }),
  };
}

/** The floor, marked where it is missed by more than one message. */
function floorText(floor: number, value: number, messages: number): string {
  return `${decimal(floor, 1)}${value * 100 < floor - 100 / messages ? " ✗" : " ✓"}`;
}

/** One row a demand of issue 4, one column a size of the home. */
function gateTable(results: readonly SetResult[]): Table {
  const gates = results.map(({ evaluation }) => evaluation.gate);
  const row = (label: string, text: (gate: Evaluation["gate"]) => string) => [
    label,
    ...gates.map(text),
  ];
  const none = (gate: Evaluation["gate"], subs: readonly string[]) =>
    countText(
      gate.none.bySub
        .filter(({ name }) => subs.includes(name))
        .reduce((sum, { count, rows }) => ({ count: sum.count + count, rows: sum.rows + rows }), {
          count: 0,
          rows: 0,
        }),
    );
  return {
    header: ["gate", ...results.map(({ skills }) => `${skills} skills`)],
    rows: [
      row("greetings, small talk, follow-ups injected (≤ 2)", (gate) => none(gate, CHAT)),
      row("general questions injected (≤ 1)", (gate) => none(gate, ["general"])),
      row(
        "positives: right skill injected (≥ 85 %, ≥ 76 %)",
        ({ positives }) => countText(positives.rightInjected),
      ),
      row("positives: any skill injected", ({ positives }) => countText(positives.anyInjected)),
      row(
        "skills a positive (≤ 2)",
        ({ positives }) => decimal(positives.meanInjected ?? 0, 2),
      ),
      row("absent injected (≤ 7)", (gate) => none(gate, ["absent"])),
      row(
        "near-misses: forbidden skill injected (≤ 33 %)",
        ({ near }) => countText(near.forbiddenInjected),
      ),
      row(
        "near-misses: forbidden skill first",
        ({ near }) => countText(near.forbiddenFirst),
      ),
    ],
  };
}

/** All skills, the first of an id. */
function union(corpora: readonly CorpusEntry[][]): CorpusEntry[] {
  const byId = new Map<string, CorpusEntry>();
  for (const entry of corpora.flat()) if (!byId.has(entry.id)) byId.set(entry.id, entry);
  return [...byId.values()];
}

/** Calls `make` once a name. */
function once<Value>(make: (name: string) => Value): (name: string) => Value {
  const made = new Map<string, Value>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const value = make(name);
    made.set(name, value);
    return value;
  };
}

try {
  await main();
} catch (error) {
  if (
    !(error instanceof FileError || error instanceof UsageError ||
      error instanceof DenseMeasureError)
  ) throw error;
  writeError(`eval_all: ${error.message}\n`);
  setExitCode(1);
}

/**
 * Presets side by side with peers on the same fields, in one run, as Markdown:
 * `bun scripts/bench_peers.ts --home DIR … --corpus FILE … --queries FILE …`.
 *
 * Each home and each corpus is a library of its own. Preset `bm25` stands beside a plain Python index of
 * the same formula, preset `default` beside MiniSearch with its default options; the ratios are those
 * that DESIGN §7 asks for. Ours and MiniSearch take turns, so that a busy machine slows both.
 * Options: `--size N` (made-up skills in the words of each library), `--seconds N` (a figure, default 2),
 * `--python PROGRAM` (default `python3`).
 */
import { resolve } from "@std/path";
import MiniSearch from "minisearch";
import {
  asBenchSkill,
  type BenchSkill,
  BUDGET_SIZES,
  buildIndex,
  figureText,
  generateSkills,
  machineLine,
  type Percentiles,
  percentiles,
  readSkillsWithBodies,
  sample,
  timed,
  trainWordModel,
} from "../lib/bench/mod.ts";
import { planHome } from "../lib/catalog/mod.ts";
import { readSettings } from "../lib/config/mod.ts";
import { markdownTable, parseCorpus, parseQueries, readTextFiles } from "../lib/eval/mod.ts";
import type { DocumentSource } from "../lib/index/mod.ts";
import { type Preset, presetFor, type RankingLimits } from "../lib/rank/mod.ts";
import {
  describeMachine,
  environment,
  FileAccess,
  FileError,
  parseArgs,
  ProgramError,
  runProgram,
  runtimeName,
  setExitCode,
  writeError,
  writeOut,
} from "../lib/runtime/mod.ts";

/** Skills that are searched. */
interface Library {
  label: string;
  skills: BenchSkill[];
}

/** Times of one side. */
interface Side {
  name: string;
  build: Percentiles;
  query: Percentiles;
}

/** Two sides on the same texts. */
interface Comparison {
  library: string;
  fields: "name + description" | "with bodies";
  ours: Side;
  peer: Side;
  /** Least ratio of the medians (DESIGN §7), or null where the design gives none. */
  required: number | null;
}

/** What `peer_bm25.py` prints of one index. */
interface PythonTimes {
  build_ms: number[];
  query_ms: number[];
}

interface Load {
  queries: string[];
  seconds: number;
  python: string;
}

/** Ratios of DESIGN §7 at each of `BUDGET_SIZES`. */
const REQUIRED = {
  python: [6, 20, null, 150],
  minisearch: [2, 5, 30, null],
} as const;

/** Largest library that MiniSearch indexes with bodies: its index takes many times their size. */
const MAX_SKILLS_WITH_BODIES = 20_000;
const MINIMUM_BUILDS = 3;
const DEFAULT_SECONDS = "2";

function main(): void {
  const { values } = parseArgs({
    options: {
      home: { type: "string", multiple: true, default: [] },
      corpus: { type: "string", multiple: true, default: [] },
      queries: { type: "string", multiple: true, default: [] },
      size: { type: "string" },
      seconds: { type: "string", default: DEFAULT_SECONDS },
      python: { type: "string", default: "python3" },
    },
  });
  const machine = describeMachine();
  const queries = values.queries.flatMap((path) =>
    parseQueries(readFile(path)).entries.map(({ query }) => query)
  );
  const libraries = [...values.home.map(homeLibrary), ...values.corpus.map(corpusLibrary)];
  const seconds = Number(values.seconds);
  if (queries.length === 0 || libraries.length === 0 || !(seconds > 0)) {
    throw new RangeError("give --queries FILE, --home DIR or --corpus FILE, and --seconds above 0");
  }
  const sized = values.size === undefined
    ? libraries
    : libraries.map((library) => madeUp(library, Number(values.size)));
  const load = { queries, seconds, python: values.python };
  const comparisons = sized.flatMap((library) => compare(library, load));
  writeOut(
    `- ${machineLine({ runtime: runtimeName(), machine })}\n` +
      `- ${pythonVersion(values.python)}; ${queries.length} messages; times in ms\n\n` +
      table(comparisons),
  );
}

function compare({ label, skills }: Library, load: Load): Comparison[] {
  const library = `${label}, ${skills.length} skills`;
  const column = BUDGET_SIZES.findIndex((size) => skills.length <= size);
  const required = (peer: keyof typeof REQUIRED) => REQUIRED[peer][column] ?? null;
  const withBodies = skills.length <= MAX_SKILLS_WITH_BODIES ? [false, true] : [false];
  return [
    ...besidePython(skills, load, required("python")).map((sides): Comparison => ({
      library,
      fields: "name + description",
      ...sides,
    })),
    ...withBodies.map((bodies): Comparison => ({
      library,
      fields: bodies ? "with bodies" : "name + description",
      ...besideMiniSearch(skills, load, bodies),
      required: required("minisearch"),
    })),
  ];
}

/** Beside the plain index, for which the ratios were set, and beside one with all weights ready. */
function besidePython(
  skills: readonly BenchSkill[],
  load: Load,
  required: number | null,
): { ours: Side; peer: Side; required: number | null }[] {
  const preset = presetOf("bm25");
  const { ask, ...built } = makeOurs(preset, skills, false, load);
  const ours = { ...built, query: percentiles(sampleRounds([ask], load)[0]!) };
  const { exitCode, output, errors } = runProgram(
    load.python,
    [resolve(import.meta.dirname!, "peer_bm25.py")],
    JSON.stringify({
      documents: skills.map(({ name, description }) => `${name}: ${description}`),
      queries: load.queries,
      top: preset.pool,
      seconds: load.seconds,
    }),
  );
  if (exitCode !== 0) throw new ProgramError(`${load.python} ended with ${exitCode}: ${errors}`);
  const { plain, weighed } = JSON.parse(output) as Record<"plain" | "weighed", PythonTimes>;
  const peer = (name: string, { build_ms, query_ms }: PythonTimes): Side => ({
    name,
    build: percentiles(build_ms),
    query: percentiles(query_ms),
  });
  return [
    { ours, peer: peer("Python index", plain), required },
    { ours, peer: peer("Python index, weights ready", weighed), required: null },
  ];
}

function besideMiniSearch(
  skills: readonly BenchSkill[],
  load: Load,
  bodies: boolean,
): { ours: Side; peer: Side } {
  const fields = ["name", "description", ...(bodies ? ["body"] : [])];
  const documents = skills.map((skill, id) => ({ id, ...skill }));
  const buildPeer = () => {
    const index = new MiniSearch<BenchSkill & { id: number }>({ fields });
    index.addAll(documents);
    return index;
  };
  const { ask, ...ours } = makeOurs(presetOf("default"), skills, bodies, load);
  const peer = buildPeer();
  const [oursMs, peerMs] = sampleRounds([ask, (text) => peer.search(text)], load);
  return {
    ours: { ...ours, query: percentiles(oursMs!) },
    peer: {
      name: "MiniSearch",
      build: percentiles(sampleBuilds(buildPeer, load)),
      query: percentiles(peerMs!),
    },
  };
}

function makeOurs(
  preset: Preset,
  skills: readonly BenchSkill[],
  bodies: boolean,
  load: Load,
): { name: string; build: Percentiles; ask: (text: string) => unknown } {
  const documents = skills.map((skill) => ({ skill: asSource(skill), body: skill.body }));
  const build = () => buildIndex(preset.createModel(), documents, !bodies);
  const index = build();
  const limits: RankingLimits = { ...preset, results: preset.pool };
  return {
    name: preset.name,
    build: percentiles(sampleBuilds(build, load)),
    ask: (text) => index.rank({ text, earlier: [] }, limits),
  };
}

function sampleBuilds(build: () => unknown, { seconds }: Load): number[] {
  return sample(() => timed(build), { seconds, minimumRuns: MINIMUM_BUILDS });
}

/** Milliseconds of every query, of each side in turn; the first round warms up and does not count. */
function sampleRounds(sides: readonly ((text: string) => unknown)[], load: Load): number[][] {
  const times: number[][] = sides.map(() => []);
  const round = (keep: boolean) =>
    sides.forEach((ask, side) => {
      for (const text of load.queries) {
        const elapsedMs = timed(() => ask(text));
        if (keep) times[side]!.push(elapsedMs);
      }
    });
  round(false);
  sample(() => timed(() => round(true)), { seconds: load.seconds * sides.length });
  return times;
}

function table(comparisons: readonly Comparison[]): string {
  return markdownTable({
    header: [
      "library",
      "fields",
      "preset",
      "query p50",
      "p90",
      "p99",
      "build p50",
      "peer",
      "query p50",
      "p90",
      "p99",
      "build p50",
      "ratio of p50",
      "asked for",
    ],
    rows: comparisons.map(({ library, fields, ours, peer, required }) => {
      const ratio = peer.query.p50 / ours.query.p50;
      return [
        library,
        fields,
        ...sideCells(ours),
        ...sideCells(peer),
        `${ratio.toFixed(1)} ×`,
        required === null ? "" : `≥ ${required} × ${ratio >= required ? "✓" : "✗"}`,
      ];
    }),
  });
}

function sideCells({ name, query, build }: Side): string[] {
  return [name, ...[query.p50, query.p90, query.p99, build.p50].map(figureText)];
}

function presetOf(preset: string): Preset {
  return presetFor(readSettings({ options: { preset }, environment }).settings);
}

function asSource({ name, description, triggers, tags }: BenchSkill): DocumentSource {
  return { id: name, name, description, triggers, tags };
}

function homeLibrary(path: string): Library {
  const plan = planHome({ home: resolve(path), cwd: null, environment });
  const skills = readSkillsWithBodies({ plan }).map(asBenchSkill);
  if (skills.length === 0) throw new RangeError(`${path} holds no skill`);
  return { label: path, skills };
}

function corpusLibrary(path: string): Library {
  const skills = parseCorpus([readFile(path)]).entries.map((entry): BenchSkill => ({
    name: entry.name,
    description: entry.description,
    body: entry.body ?? "",
    triggers: entry.triggers ?? [],
    tags: entry.tags ?? [],
  }));
  if (skills.length === 0) throw new RangeError(`${path} holds no usable skill`);
  return { label: path, skills };
}

function madeUp({ label, skills }: Library, size: number): Library {
  if (!Number.isInteger(size) || size < 1) throw new RangeError("--size is a whole number above 0");
  return {
    label: `made up in the words of ${label}`,
    skills: [...generateSkills(trainWordModel(skills), size)],
  };
}

function readFile(path: string) {
  const absolute = resolve(path);
  return readTextFiles(new FileAccess({ read: [absolute] }), [[absolute, path]])[0]!;
}

function pythonVersion(python: string): string {
  const { output, errors } = runProgram(python, ["--version"]);
  return (output || errors).trim();
}

try {
  main();
} catch (error) {
  const isExpected = error instanceof FileError || error instanceof ProgramError ||
    error instanceof RangeError;
  if (!isExpected) throw error;
  writeError(`bench_peers: ${error.message}.\n`);
  setExitCode(1);
}

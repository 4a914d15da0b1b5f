/**
 * One run over all stages.
 */
import type { Settings } from "../config/mod.ts";
import { describeMachine, runtimeName, VERSION, withTemporaryDirectory } from "../runtime/mod.ts";
import { generateSkills } from "./generate.ts";
import { measureColdStart, measureServe } from "./process_stages.ts";
import {
  measureCatalog,
  measureCompaction,
  measureOwnMemory,
  measureRanking,
  measureThreeTerms,
  measureTurn,
} from "./stages.ts";
import {
  asBenchSkill,
  type BenchTarget,
  readSkillsWithBodies,
  selectVisible,
  type SkillWithBody,
} from "./target.ts";
import {
  type BenchReport,
  type Measurement,
  type SkippedStage,
  type Stage,
  STAGES,
} from "./types.ts";
import { measureTriggers } from "./trigger_stage.ts";
import { trainWordModel } from "./word_model.ts";
import { writeHomeOver } from "./write_home.ts";

/** What a run needs. */
export interface BenchOptions {
  target: BenchTarget;
  /** Where the skills come from, for the report. */
  source: string;
  /** Settings of each preset to measure, at least one. */
  presets: readonly Settings[];
  /** Settings of preset `bm25`, which SR-A023 is about. */
  threeTermSettings: Settings;
  queries: readonly string[];
  /** Where the messages come from, for the report. */
  querySource: string;
  /** Seconds a stage. */
  seconds: number;
  /** Absolute path of the executable, or null: then the stages that need one are left out. */
  binary: string | null;
}

const PROCESS_STAGES: readonly Stage[] = ["cold_start", "serve_turn", "serve_memory"];
/** Skills of SR-A023. */
const THREE_TERM_SKILLS = 300;
/** Skills from which the words for those of SR-A023 are learned. */
const MAX_TRAINING_SKILLS = 200;

/**
 * Runs every stage that can be run here.
 * @throws {RangeError} when no skill has both a description and a body
 * @throws {ProgramError} when the executable cannot be run or fails
 */
export async function runBench(options: BenchOptions): Promise<BenchReport> {
  const { target, presets, queries, seconds, binary } = options;
  // Before anything is run: what is seen then is not the load of the run itself.
  const machine = describeMachine();
  // Processes first: what this one holds later must not push them out of memory.
  const ofProcesses = binary === null ? [] : await measureProcesses(options, binary);
  const reason = "needs the executable: run it from there, or name it with --binary";
  const skipped: SkippedStage[] = binary === null
    ? PROCESS_STAGES.map((stage) => ({ stage, reason }))
    : [];
  const ofCatalog = [
    ...measureCatalog(target, presets[0]!, seconds),
    measureCompaction(target, presets[0]!, seconds),
  ];
  const ofTurns = presets.map((settings) => measureTurn(target, settings, queries, seconds));
  const all = readSkillsWithBodies(target);
  const visible = selectVisible(target, presets[0]!, all);
  const ofRanking = presets.flatMap((settings) =>
    measureRanking(settings, visible, queries, seconds)
  );
  const measurements = [
    ...ofCatalog,
    ...ofRanking,
    ...ofTurns,
    measureTriggers(seconds),
    threeTerms(options, all),
    ...ofProcesses,
    measureOwnMemory(),
  ];
  return {
    version: VERSION,
    runtime: runtimeName(),
    machine,
    source: options.source,
    skills: {
      read: all.length,
      visible: visible.length,
      meanBodyCharacters: Math.round(
        all.reduce((sum, { body }) => sum + body.length, 0) / all.length,
      ),
    },
    queries: { count: queries.length, source: options.querySource },
    measurements: measurements.toSorted((first, second) => placeOf(first) - placeOf(second)),
    skipped,
  };
}

/** Place of a measurement in the order of `STAGES`. */
function placeOf({ stage }: Measurement): number {
  return Object.keys(STAGES).indexOf(stage);
}

/** Processes from their start, and resident ones, of each preset. */
async function measureProcesses(options: BenchOptions, binary: string): Promise<Measurement[]> {
  const { target, presets, queries, seconds } = options;
  const { home, roots } = target;
  const where = roots?.flatMap((root) => ["--root", root]) ?? ["--home", home];
  const measurements = presets.map(({ preset }) =>
    measureColdStart(binary, where, preset, queries, seconds)
  );
  // A server knows homes only.
  const serve = async (served: string) => {
    for (const { preset } of presets) {
      measurements.push(...await measureServe(binary, served, preset, queries, seconds));
    }
  };
  if (roots === undefined) await serve(home);
  else {
    await withTemporaryDirectory(async (served) => {
      writeHomeOver(served, roots);
      await serve(served);
    });
  }
  return measurements;
}

/** SR-A023, over skills made up from the words of the first ones of the library. */
function threeTerms(
  { threeTermSettings }: BenchOptions,
  skills: readonly SkillWithBody[],
): Measurement {
  const model = trainWordModel(skills.slice(0, MAX_TRAINING_SKILLS).map(asBenchSkill));
  return measureThreeTerms(threeTermSettings, [...generateSkills(model, THREE_TERM_SKILLS)]);
}

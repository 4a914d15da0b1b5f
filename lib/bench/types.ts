/**
 * Plain data of a benchmark.
 */
import type { Machine } from "../runtime/mod.ts";
import type { Percentiles } from "./percentiles.ts";

/** A skill with its body, wherever it came from. */
export interface BenchSkill {
  name: string;
  description: string;
  body: string;
  triggers: readonly string[];
  tags: readonly string[];
}

/** What is measured, with the words a table shows. */
export const STAGES = {
  catalog_read: "catalog, cold read (walk and parse)",
  stat_pass: "stat pass, nothing changed",
  index_build: "index build",
  index_build_short: "index build, name + description alone",
  query: "query in process",
  turn: "turn in process (stat pass, query, explanation)",
  triggers: "10,000 hard triggers, messages of 200 characters",
  compaction: "compaction of the skill index, uncached",
  three_terms: "three terms over 300 skills (SR-A023)",
  cold_start: "process start to first answer",
  serve_turn: "serve: pre_llm_call over pipes",
  serve_memory: "serve: resident memory",
  bench_memory: "this process: resident memory",
} as const;

/** One stage of `STAGES`. */
export type Stage = keyof typeof STAGES;

/** What the design allows at one size of library. */
export interface Budget {
  /** In the unit of the measurement. */
  limit: number;
  /** The figure it is held against. */
  figure: "min" | "p50" | "max";
}

/** One stage, measured. */
export interface Measurement {
  stage: Stage;
  /** The preset it was measured under, or null where presets do not differ. */
  preset: string | null;
  unit: "ms" | "MiB";
  figures: Percentiles;
}

/** A stage that was left out. */
export interface SkippedStage {
  stage: Stage;
  reason: string;
}

/** Everything a run found. */
export interface BenchReport {
  /** Version of the program. */
  version: string;
  runtime: string;
  machine: Machine;
  /** Where the skills came from, in the words of the command line. */
  source: string;
  skills: {
    read: number;
    /** Those that are ranked. */
    visible: number;
    /** Mean length of a body in characters. */
    meanBodyCharacters: number;
  };
  queries: {
    count: number;
    /** Where they came from. */
    source: string;
  };
  measurements: Measurement[];
  skipped: SkippedStage[];
}

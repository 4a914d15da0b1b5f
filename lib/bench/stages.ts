/**
 * The stages inside one process. Each calls the very functions that a turn runs.
 */
import { CatalogStore } from "../catalog/mod.ts";
import { compactOptions, compactText } from "../compact/mod.ts";
import type { Settings } from "../config/mod.ts";
import type { DocumentSource } from "../index/mod.ts";
import {
  createRetriever,
  presetFor,
  type RankingIndex,
  type RankingLimits,
  type RankingModel,
} from "../rank/mod.ts";
import { environment, residentBytes } from "../runtime/mod.ts";
import { percentiles } from "./percentiles.ts";
import { sample, timed } from "./sampling.ts";
import { renderSkillIndex } from "./skill_index.ts";
import { type BenchTarget, requestTo, type SkillWithBody } from "./target.ts";
import type { BenchSkill, Measurement, Stage } from "./types.ts";

/** Runs of a stage that may take longer than its share of the time. */
const MINIMUM_RUNS = 3;
/** Share of a stage's time that is spent before, unmeasured, where a warm process is what counts. */
const WARM_UP_SHARE = 0.5;
/** SR-A023. */
const THREE_TERM_RUNS = 10;

/** A measurement in milliseconds. */
export function measurement(
  stage: Stage,
  preset: string | null,
  values: readonly number[],
): Measurement {
  return { stage, preset, unit: "ms", figures: percentiles(values) };
}

/** A measurement in MiB. @param bytes one value a look */
export function memoryMeasurement(
  stage: Stage,
  preset: string | null,
  bytes: readonly number[],
): Measurement {
  const figures = percentiles(bytes.map((value) => value / 2 ** 20));
  return { stage, preset, unit: "MiB", figures };
}

/** Reading of the whole catalog, and the look at it on every turn when nothing has changed. */
export function measureCatalog(
  target: BenchTarget,
  settings: Settings,
  seconds: number,
): Measurement[] {
  const read = sample(
    () => timed(() => new CatalogStore(target.plan).refresh()),
    { seconds, minimumRuns: MINIMUM_RUNS },
  );
  const retriever = createRetriever(environment, { resident: false });
  const { home, cwd, roots } = target;
  const look = () => retriever.library(home, cwd, settings, roots).refresh();
  look();
  const pass = sample(() => timed(look), { seconds, minimumRuns: MINIMUM_RUNS });
  return [measurement("catalog_read", null, read), measurement("stat_pass", null, pass)];
}

/** Compaction of the index that a host would render of the skills. */
export function measureCompaction(
  target: BenchTarget,
  settings: Settings,
  seconds: number,
): Measurement {
  const retriever = createRetriever(environment, { resident: false });
  const { home, cwd, roots } = target;
  const { skills } = retriever.visible(requestTo(target, settings, ""), [], []);
  const { categoryDescriptions } = retriever.library(home, cwd, settings, roots).catalog;
  const prompt = renderSkillIndex(skills, categoryDescriptions);
  const options = compactOptions(settings);
  const values = sample(
    () => timed(() => compactText(prompt, options)),
    { seconds, minimumRuns: MINIMUM_RUNS },
  );
  return measurement("compaction", null, values);
}

/** Index builds and queries of one preset over the skills a session sees. */
export function measureRanking(
  settings: Settings,
  skills: readonly SkillWithBody[],
  queries: readonly string[],
  seconds: number,
): Measurement[] {
  const preset = presetFor(settings);
  const build = (short: boolean) => buildIndex(preset.createModel(), skills, short);
  const builds = (short: boolean) =>
    sample(() => timed(() => build(short)), { seconds, minimumRuns: MINIMUM_RUNS });
  // Of a preset that reads no body, both are the same work.
  const whole = builds(false);
  const short = builds(true);
  const limits: RankingLimits = { ...preset, results: preset.pool };
  return [
    measurement("index_build", preset.name, whole),
    measurement("index_build_short", preset.name, short),
    measurement("query", preset.name, queryTimes(build(false), limits, queries, seconds)),
  ];
}

/**
 * Analyses skills and builds their index.
 * @param short whether names and descriptions are all that is indexed
 */
export function buildIndex(
  model: RankingModel,
  skills: readonly { skill: DocumentSource; body: string }[],
  short: boolean,
): RankingIndex {
  return model.index(
    skills.map(({ skill, body }) =>
      short ? model.analyse(nameAndDescription(skill), null) : model.analyse(skill, body)
    ),
  );
}

/** Milliseconds of each query, the messages asked in turn, after a warm-up. */
export function queryTimes(
  index: RankingIndex,
  limits: RankingLimits,
  queries: readonly string[],
  seconds: number,
): number[] {
  const ask = (run: number) => {
    const query = { text: queries[run % queries.length]!, earlier: [] };
    return timed(() => index.rank(query, limits));
  };
  sample(ask, { seconds: seconds * WARM_UP_SHARE, minimumRuns: queries.length });
  return sample(ask, { seconds, minimumRuns: queries.length });
}

/** A whole turn of a resident process, all but the hook protocol. */
export function measureTurn(
  target: BenchTarget,
  settings: Settings,
  queries: readonly string[],
  seconds: number,
): Measurement {
  const preset = presetFor(settings);
  const retriever = createRetriever(environment, { resident: false });
  const ask = (run: number) => {
    const request = requestTo(target, settings, queries[run % queries.length]!);
    return timed(() => retriever.rank(request, preset.pool));
  };
  sample(ask, { seconds: seconds * WARM_UP_SHARE });
  return measurement(
    "turn",
    preset.name,
    sample(ask, { seconds, minimumRuns: MINIMUM_RUNS }),
  );
}

/**
 * SR-A023: a query of three terms over a small library, not warmed up.
 * @param settings of preset `bm25`
 * @param skills 300 of them
 */
export function measureThreeTerms(
  settings: Settings,
  skills: readonly BenchSkill[],
): Measurement {
  const preset = presetFor(settings);
  const model = preset.createModel();
  const index = model.index(
    skills.map((skill) => model.analyse(nameAndDescription({ id: skill.name, ...skill }), null)),
  );
  const limits: RankingLimits = { ...preset, results: preset.pool };
  const values = Array.from({ length: THREE_TERM_RUNS }, (_, run) => {
    const text = skills[run]!.description.split(" ").slice(0, 3).join(" ");
    return timed(() => index.rank({ text, earlier: [] }, limits));
  });
  return measurement("three_terms", preset.name, values);
}

/** Memory of this process, with everything the stages hold. */
export function measureOwnMemory(): Measurement {
  return memoryMeasurement("bench_memory", null, [residentBytes()]);
}

function nameAndDescription(
  { id, name, description }: Pick<DocumentSource, "id" | "name" | "description">,
): DocumentSource {
  return { id, name, description, triggers: [], tags: [] };
}

/**
 * The retriever: homes → plans → libraries → rankings. It holds the catalog cache, one of the two
 * places with state; in the sandbox it is what runs inside the narrowed worker.
 */
import { resolve } from "@std/path";
import { homePath, type HomePlan } from "../catalog/mod.ts";
import type { Settings } from "../config/mod.ts";
import type { Retriever, TurnRequest, TurnResult } from "../hermes/mod.ts";
import { RERANK_LIMIT_MS, Reranker } from "../rerank/mod.ts";
import { monotonicMs } from "../runtime/mod.ts";
import type { UserLexicon } from "../text/mod.ts";
import { DenseLayer, type DenseReading, type SkillVectors } from "./dense_layer.ts";
import { type DenseSource, hasDenseSource, openDenseSource } from "./dense_source.ts";
import { judgedOutcome } from "./judged.ts";
import { SkillLibrary, type VisibleIndex } from "./library.ts";
import { LeastRecentlyUsed } from "./lru.ts";
import { rankSkills } from "./pipeline.ts";
import { createPlanner, type Planner } from "./planner.ts";
import { eagleEyeOptions, type Preset, presetFor } from "./presets.ts";
import { type AutoloadText, autoloadText } from "./autoload.ts";
import { NO_TRIGGER_FILE, type TriggerFile } from "./trigger_file.ts";
import { triggeredIn, TriggerLayer } from "./trigger_layer.ts";
import type { TriggeredSkill } from "./types.ts";
import { readSynonymFile, synonymFilePath, synonymFileSignature } from "./synonym_file.ts";
import { rerankLogPath } from "./rerank_log_path.ts";
import { readUserLexicon } from "./user_lexicon.ts";
import { homeVectorCache } from "./vector_cache.ts";

/** Homes kept at once (SR-54). */
const MAX_HOMES = 8;
/** Users' lexica kept at once. */
const MAX_LEXICA = 8;
/** Sources of vectors kept at once. */
const MAX_SOURCES = 8;
/** Hits of a turn that are explained and returned. */
const TURN_RESULTS = 12;
/** Characters of a message that the log names (EE-74). */
const LOGGED_CHARACTERS = 50;
/** Milliseconds of background analysis between two looks at the input. */
const SLICE_MS = 5;

type Environment = (name: string) => string | undefined;

/** How a retriever is used. */
export interface RetrieverOptions {
  /**
   * Whether the process stays: then a first answer comes from names and descriptions, and bodies are
   * analysed in the background. @default true
   */
  resident?: boolean;
  /** Says which roots a home has. @default read from its config and the environment */
  planner?: Planner;
  /**
   * When vectors of skills are made.
   * @default in the background of a process that stays, otherwise first
   */
  vectors?: SkillVectors;
}

/** A turn whose skills are known. */
interface BegunTurn {
  visible: VisibleIndex;
  /** Null where no source of vectors is set, or the preset takes none. */
  dense: { source: DenseSource; layer: DenseLayer } | null;
  warnings: string[];
  log: string[];
}

/** Creates a retriever for this machine's homes. @param environment reads a variable */
export function createRetriever(
  environment: Environment,
  options: RetrieverOptions = {},
): LocalRetriever {
  const resident = options.resident ?? true;
  return new LocalRetriever(
    environment,
    resident,
    options.planner ?? createPlanner(environment),
    options.vectors ?? (resident ? "background" : "first"),
  );
}

/** Ranks turns over the skills on this machine. */
export class LocalRetriever implements Retriever {
  readonly #environment: Environment;
  readonly #resident: boolean;
  readonly #plan: Planner;
  readonly #libraries = new LeastRecentlyUsed<string, SkillLibrary>(MAX_HOMES);
  /** Users' lexica by path; an edited file is read again only by a new process. */
  readonly #lexica = new LeastRecentlyUsed<string, UserLexicon | null>(MAX_LEXICA);
  readonly #triggers = new TriggerLayer();
  readonly #vectors: SkillVectors;
  readonly #sources = new LeastRecentlyUsed<string, DenseSource>(MAX_SOURCES);
  readonly #layers = new WeakMap<SkillLibrary, { source: DenseSource; layer: DenseLayer }>();
  readonly #reranker: Reranker;
  /** Warnings of work that was done before a turn could carry them. */
  readonly #warnings: string[] = [];

  constructor(
    environment: Environment,
    resident: boolean,
    planner: Planner,
    vectors: SkillVectors,
  ) {
    this.#environment = environment;
    this.#reranker = new Reranker(environment);
    this.#resident = resident;
    this.#plan = planner;
    this.#vectors = vectors;
  }

  turn(request: TurnRequest): Promise<TurnResult> {
    return this.answer(request, TURN_RESULTS);
  }

  /**
   * The whole answer to a turn, with whatever has to be waited for.
   * @param results most hits in the answer
   */
  async answer(request: TurnRequest, results: number): Promise<TurnResult> {
    const startMs = monotonicMs();
    const turn = this.#begin(request);
    const reading = await turn.dense?.layer.read(turn.visible, request.text);
    const result = this.#finish(request, turn, reading, results);
    const { settings } = request;
    // What the gate keeps silent about is not worth a request.
    if (settings.rerank === "off" || result.outcome.decision === "silent") return result;
    const preset = presetFor(settings);
    const { outcome, warnings } = await this.#reranker.rerank({
      shortlist: result.outcome.results.slice(0, preset.pool),
      text: request.text,
      sessionId: request.sessionId ?? "",
      settings,
      logPath: rerankLogPath(request, this.#environment),
      timeoutMs: Math.max(1, RERANK_LIMIT_MS - (monotonicMs() - startMs)),
    });
    result.warnings.push(...warnings);
    return outcome === null
      ? result
      : { ...result, outcome: judgedOutcome(result.outcome, outcome, preset) };
  }

  /**
   * The part of an answer that waits for nothing.
   * @param results most hits in the answer
   */
  rank(request: TurnRequest, results: number): TurnResult {
    const turn = this.#begin(request);
    const reading = turn.dense?.layer.readNow(turn.visible, request.text);
    return this.#finish(request, turn, reading, results);
  }

  #begin(request: TurnRequest): BegunTurn {
    const log: string[] = [];
    const warnings: string[] = [];
    const visible = this.visible(request, log, warnings);
    if (!hasDenseSource(request.settings)) return { log, warnings, visible, dense: null };
    const library = this.library(request.home, request.cwd, request.settings, request.roots);
    return { log, warnings, visible, dense: this.#layers.get(library) ?? null };
  }

  /** @param reading what the dense layer gives, where there is one */
  #finish(
    request: TurnRequest,
    { log, warnings, visible, dense }: BegunTurn,
    reading: DenseReading | undefined,
    results: number,
  ): TurnResult {
    const { text, earlier, settings } = request;
    const query = { text, earlier, ...(reading?.turn ? { dense: reading.turn } : {}) };
    const warning = dense?.source.takeWarning();
    if (warning) warnings.push(warning);
    const degraded = reading?.problem ? [`dense: ${reading.problem}`] : [];
    const preset = presetFor(settings);
    const file = preset.triggers === "off" ? NO_TRIGGER_FILE : this.#triggerFile(request, warnings);
    const triggered = this.#triggered(text, visible, preset, file, log);
    const autoload = triggered && this.#autoload(request, visible, preset, file, triggered);
    if (autoload?.problem) log.push(autoload.problem);
    const outcome = rankSkills(preset, visible, query, results, degraded, triggered);
    if (preset.name === "eagle-eye" && triggered === null && outcome.injected.length > 0) {
      log.push(
        `Skill retrieval: ${outcome.injected.length} skills by ${outcome.layers.length}/3 layers: ` +
          startOf(text),
      );
    }
    return {
      outcome,
      ...(autoload === null ? {} : { autoload }),
      poolSize: visible.skills.length,
      warnings,
      log,
    };
  }

  /** The user's own file; one that lies in a folder of skills to be searched is not the user's. */
  #triggerFile({ home, roots }: TurnRequest, warnings: string[]): TriggerFile {
    return roots?.includes(home) ? NO_TRIGGER_FILE : this.#triggers.fileOf(home, warnings);
  }

  #triggered(
    text: string,
    visible: VisibleIndex,
    { triggers }: Preset,
    file: TriggerFile,
    log: string[],
  ): TriggeredSkill | null {
    if (triggers === "off" || (triggers === "user" && file.rows.length === 0)) return null;
    const set = this.#triggers.over(visible, file, triggers, log);
    const triggered = triggeredIn(set, visible.skills, text);
    if (triggered !== null) {
      log.push(
        `Hard trigger ${JSON.stringify(triggered.trigger)} names ${triggered.id}: ` + startOf(text),
      );
    }
    return triggered;
  }

  #autoload(
    request: TurnRequest,
    visible: VisibleIndex,
    { autoload: kind }: Preset,
    { autoload: listed }: TriggerFile,
    { position }: TriggeredSkill,
  ): AutoloadText | null {
    if (kind === "off") return null;
    const { home, cwd, settings, roots } = request;
    const skill = visible.skills[position]!;
    const read = () => this.library(home, cwd, settings, roots).readBody(skill);
    return autoloadText(skill, read, { kind, listed });
  }

  /** The up-to-date index over the skills a request can see. */
  visible(request: TurnRequest, log: string[], warnings: string[]): VisibleIndex {
    const library = this.library(request.home, request.cwd, request.settings, request.roots);
    library.refresh();
    warnings.push(...this.#warnings.splice(0));
    this.#analyseInBackground(library);
    return library.indexFor(request.session, ({ index, newlyEmpty }, elapsedMs) => {
      const { documents, terms, postings } = index.figures;
      if (newlyEmpty) warnings.push("No active skills found for BM25 index");
      if (documents === 0) return;
      log.push(
        `BM25 index built: ${documents} docs, ${terms} terms, ${postings} nnz in ` +
          `${(elapsedMs / 1_000).toFixed(3)}s`,
      );
    });
  }

  /** The library of a home, its plan up to date. */
  library(
    home: string,
    cwd: string | null,
    settings: Settings,
    roots?: readonly string[],
  ): SkillLibrary {
    const plan: HomePlan = this.#plan(home, cwd, roots);
    const lexicon = settings.lexicon && homePath(settings.lexicon, home, this.#environment);
    const rootPaths = plan.roots.map(({ path }) => path);
    const preset = presetFor(settings);
    const dense = preset.dense && hasDenseSource(settings)
      ? [settings.vectors, settings.embeddingBaseUrl, settings.embeddingModel]
      : null;
    const eagleEye = eagleEyeOptions(settings);
    // As with triggers, a file in a folder of skills to be searched is not the user's.
    const synonyms = settings.preset !== "eagle-eye" || roots?.includes(home)
      ? null
      : synonymFilePath(home);
    const variant = settings.preset === "eagle-eye"
      ? [eagleEye, synonyms && synonymFileSignature(synonyms)]
      : null;
    const key = JSON.stringify([
      settings.preset,
      lexicon,
      dense,
      variant,
      plan.home,
      rootPaths,
    ]);
    const known = this.#libraries.get(key);
    if (known !== undefined) {
      known.plan = plan;
      return known;
    }
    const model = preset.createModel({
      lexicon: () => this.#lexicon(lexicon),
      eagleEye,
      ...(synonyms === null ? {} : {
        synonyms: () => {
          const { file, warnings } = readSynonymFile(synonyms);
          this.#warnings.push(...warnings);
          return file;
        },
      }),
    });
    const source = dense && this.#source(settings, home);
    const layer = source &&
      new DenseLayer(
        source,
        this.#vectors,
        (identity) => homeVectorCache(plan.home, identity),
      );
    const library = new SkillLibrary(plan, model, this.#resident, layer?.vectors);
    if (source && layer) this.#layers.set(library, { source, layer });
    this.#libraries.set(key, library);
    return library;
  }

  prepare(home: string, cwd: string | null, settings: Settings): void {
    const library = this.library(home, cwd, settings);
    library.refresh();
    this.#analyseInBackground(library);
    this.#layers.get(library)?.layer.prepare();
  }

  lifecycle(home: string, action: string): void {
    if (action === "loaded") return;
    const absolute = resolve(home);
    for (const library of this.#libraries.values()) {
      if (library.plan.home === absolute) library.dropIndexes();
    }
  }

  /** The source of vectors that settings name. @param home for relative paths */
  #source(settings: Settings, home: string): DenseSource {
    const { vectors, embeddingBaseUrl, embeddingModel, embeddingBatchSize } = settings;
    const path = vectors && homePath(vectors, home, this.#environment);
    const key = JSON.stringify([path, embeddingBaseUrl, embeddingModel, embeddingBatchSize]);
    const known = this.#sources.get(key);
    if (known !== undefined) return known;
    const source = openDenseSource(settings, home, this.#environment);
    this.#sources.set(key, source);
    return source;
  }

  /** A user's lexicon. @param path absolute path, or null where there is none */
  #lexicon(path: string | null): UserLexicon | null {
    if (path === null) return null;
    const known = this.#lexica.get(path);
    if (known !== undefined) return known;
    const { lexicon, warning } = readUserLexicon(path);
    if (warning !== null) this.#warnings.push(warning);
    this.#lexica.set(path, lexicon);
    return lexicon;
  }

  #analyseInBackground(library: SkillLibrary): void {
    if (library.pendingBodies === 0) return;
    setTimeout(() => {
      library.analyseNextBodies(SLICE_MS);
      this.#analyseInBackground(library);
    }, 0);
  }
}

/** The beginning of a message for the log. */
function startOf(text: string): string {
  return JSON.stringify(
    [...text.slice(0, 2 * LOGGED_CHARACTERS)].slice(0, LOGGED_CHARACTERS).join(""),
  );
}

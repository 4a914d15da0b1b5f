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
import { judgedOutcome } from "./judged.ts";
import { SkillLibrary, type VisibleIndex } from "./library.ts";
import { LeastRecentlyUsed } from "./lru.ts";
import { rankSkills } from "./pipeline.ts";
import { createPlanner, type Planner } from "./planner.ts";
import { presetFor } from "./presets.ts";
import { rerankLogPath } from "./rerank_log_path.ts";
import { readUserLexicon } from "./user_lexicon.ts";

/** Homes kept at once (SR-54). */
const MAX_HOMES = 8;
/** Users' lexica kept at once. */
const MAX_LEXICA = 8;
/** Hits of a turn that are explained and returned. */
const TURN_RESULTS = 12;
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
}

/** Creates a retriever for this machine's homes. @param environment reads a variable */
export function createRetriever(
  environment: Environment,
  options: RetrieverOptions = {},
): LocalRetriever {
  return new LocalRetriever(
    environment,
    options.resident ?? true,
    options.planner ?? createPlanner(environment),
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
  readonly #reranker: Reranker;
  /** Warnings of work that was done before a turn could carry them. */
  readonly #warnings: string[] = [];

  constructor(environment: Environment, resident: boolean, planner: Planner) {
    this.#environment = environment;
    this.#reranker = new Reranker(environment);
    this.#resident = resident;
    this.#plan = planner;
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
    const result = this.rank(request, results);
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
    const log: string[] = [];
    const warnings: string[] = [];
    const visible = this.visible(request, log, warnings);
    const query = { text: request.text, earlier: request.earlier };
    return {
      outcome: rankSkills(presetFor(request.settings), visible, query, results),
      poolSize: visible.skills.length,
      warnings,
      log,
    };
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
    const key = JSON.stringify([settings.preset, lexicon, plan.home, rootPaths]);
    const known = this.#libraries.get(key);
    if (known !== undefined) {
      known.plan = plan;
      return known;
    }
    const model = presetFor(settings).createModel({ lexicon: () => this.#lexicon(lexicon) });
    const library = new SkillLibrary(plan, model, this.#resident);
    this.#libraries.set(key, library);
    return library;
  }

  prepare(home: string, cwd: string | null, settings: Settings): void {
    const library = this.library(home, cwd, settings);
    library.refresh();
    this.#analyseInBackground(library);
  }

  lifecycle(home: string, action: string): void {
    if (action === "loaded") return;
    const absolute = resolve(home);
    for (const library of this.#libraries.values()) {
      if (library.plan.home === absolute) library.dropIndexes();
    }
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

/**
 * The supervisor's side of the sandbox: a retriever that reads no skill file and opens no socket. It
 * knows the roots of homes and keeps, for each set of rights, a worker that holds exactly these.
 */
import { resolve } from "@std/path";
import type { HomePlan } from "../catalog/mod.ts";
import type { Settings } from "../config/mod.ts";
import type { Retriever, TurnRequest, TurnResult } from "../hermes/mod.ts";
import { LeastRecentlyUsed, type Planner } from "../rank/mod.ts";
import { type Rights, SandboxWorker, WorkerError } from "../runtime/mod.ts";
import { homeRights, workerEnvironment } from "./home_rights.ts";
import type { WorkerAnswer, WorkerRequest } from "./messages.ts";

/** Workers kept at once, each with the indexes of a home. */
const MAX_WORKERS = 8;
/** Places that turns come from, whose rights are remembered. */
const MAX_PLACES = 64;
/** A turn whose worker crashed within this time is tried once more: most of its deadline is left. */
const RETRY_WITHIN_MS = 500;

type Environment = (name: string) => string | undefined;

/** What the supervisor needs from the outside. */
export interface SupervisorOptions {
  planner: Planner;
  /** Reads an environment variable. */
  environment: Environment;
  /** Names of all variables that are set. */
  environmentNames: readonly string[];
  /** Whether the process stays, see `RetrieverOptions`. */
  resident: boolean;
  /** Monotonic clock in milliseconds. */
  now: () => number;
  /** Called when a worker has said its first word: from then on it needs nothing of the parent. */
  onFirstMessage?: () => void;
  /** Address of the worker's module. @default the one of this program */
  module?: URL;
}

/** Where a turn comes from. */
type Place = Pick<TurnRequest, "home" | "cwd" | "roots" | "settings">;

/** One worker with the turns it has not answered yet. */
interface Kept {
  worker: SandboxWorker;
  home: string;
  waiting: Map<number, { resolve: (result: TurnResult) => void; reject: (error: Error) => void }>;
  /** Whether it ends once it has answered: a root came or went. */
  isRetired: boolean;
}

/** Ranks turns in workers. */
export class SupervisedRetriever implements Retriever {
  readonly #options: SupervisorOptions;
  /** Workers by their rights. */
  readonly #workers = new LeastRecentlyUsed<string, Kept>(MAX_WORKERS, retire);
  /** For each place that turns come from (home, working directory, roots) the rights it has now. */
  readonly #places = new LeastRecentlyUsed<string, string>(MAX_PLACES);
  #turns = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Ranks a turn. When its worker crashes it is asked of a new one, or answered with nothing. */
  async turn(request: TurnRequest): Promise<TurnResult> {
    const start = this.#options.now();
    try {
      return await this.#ask(request);
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      if (this.#options.now() - start < RETRY_WITHIN_MS) {
        try {
          const result = await this.#ask(request);
          return {
            ...result,
            warnings: [`${error.message}; a new one was started`, ...result.warnings],
          };
        } catch (again) {
          if (!(again instanceof WorkerError)) throw again;
        }
      }
      return nothingFound(request, `${error.message}; this turn goes on without skills`);
    }
  }

  prepare(home: string, cwd: string | null, settings: Settings): void {
    const plan = this.#options.planner(home, cwd);
    this.#workerFor({ home, cwd, settings }, plan)
      .worker.send({ kind: "prepare", home, cwd, plan, settings } satisfies WorkerRequest);
  }

  lifecycle(home: string, action: string): void {
    for (const { worker, home: of } of this.#workers.values()) {
      if (of === resolve(home)) {
        worker.send({ kind: "lifecycle", home, action } satisfies WorkerRequest);
      }
    }
  }

  /** Ends all workers. */
  end(): void {
    for (const { worker } of this.#workers.values()) worker.end();
  }

  #ask(request: TurnRequest): Promise<TurnResult> {
    const plan = this.#options.planner(request.home, request.cwd, request.roots);
    const { worker, waiting } = this.#workerFor(request, plan);
    const id = ++this.#turns;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.send({ kind: "turn", id, plan, request } satisfies WorkerRequest);
    });
  }

  /** The worker that has exactly the rights of a place, started if there is none yet. */
  #workerFor({ home, cwd, roots, settings }: Place, plan: HomePlan): Kept {
    const { environment, environmentNames, resident } = this.#options;
    const absolute = resolve(home);
    const rights = homeRights({ plan, home: absolute, settings, environment });
    const variables = workerEnvironment(environmentNames, environment, rights.hosts);
    const key = JSON.stringify([absolute, rights, Object.keys(variables)]);
    this.#leaveFormer(JSON.stringify([absolute, cwd, roots ?? null]), key);
    const known = this.#workers.get(key);
    if (known !== undefined) return known;
    const kept = this.#start(key, absolute, rights);
    kept.worker.send(
      { kind: "start", rights, environment: variables, resident } satisfies WorkerRequest,
    );
    this.#workers.set(key, kept);
    return kept;
  }

  /** A worker whose rights no place has any more goes, with its memory and its rights. */
  #leaveFormer(place: string, key: string): void {
    const former = this.#places.get(place);
    if (former === key) return;
    this.#places.set(place, key);
    if (former === undefined || [...this.#places.values()].includes(former)) return;
    const kept = this.#workers.get(former);
    this.#workers.delete(former);
    if (kept !== undefined) retire(kept);
  }

  #start(key: string, home: string, rights: Rights): Kept {
    const waiting: Kept["waiting"] = new Map();
    const module = this.#options.module ?? new URL("./retriever_worker.ts", import.meta.url);
    const worker = new SandboxWorker(module, rights, {
      onMessage: (message) => {
        const answer = message as WorkerAnswer;
        if (answer.kind === "ready") return this.#options.onFirstMessage?.();
        const turn = waiting.get(answer.id);
        waiting.delete(answer.id);
        if (answer.kind === "result") turn?.resolve(answer.result);
        else turn?.reject(new Error(answer.reason));
        if (kept.isRetired) retire(kept);
      },
      onCrash: (error) => {
        if (this.#workers.get(key) === kept) this.#workers.delete(key);
        for (const { reject } of waiting.values()) reject(error);
        waiting.clear();
      },
    });
    const kept: Kept = { worker, home, waiting, isRetired: false };
    return kept;
  }
}

/** Ends a worker, now or when it has answered what it was asked. */
function retire(kept: Kept): void {
  kept.isRetired = true;
  if (kept.waiting.size === 0) kept.worker.end();
}

/** The answer to a turn that nobody could rank. */
function nothingFound({ settings }: TurnRequest, warning: string): TurnResult {
  return {
    outcome: {
      preset: settings.preset,
      results: [],
      decision: "silent",
      confidence: null,
      injected: [],
      layers: [],
      degraded: [warning],
      elapsedMs: 0,
    },
    poolSize: 0,
    warnings: [warning],
    log: [],
  };
}

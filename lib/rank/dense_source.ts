/**
 * Where the vectors of this process come from, whether the source may be asked now, and the vectors
 * of messages that were asked before (EE-52, EE-80).
 */
import { homePath } from "../catalog/mod.ts";
import type { Settings } from "../config/mod.ts";
import { LlmError } from "../llm/mod.ts";
import { HttpError, monotonicMs } from "../runtime/mod.ts";
import { type Embedder, unitVector } from "./dense.ts";
import { EmbeddingService } from "./embedding_service.ts";
import { VectorsError } from "./library_vectors.ts";
import { LeastRecentlyUsed } from "./lru.ts";
import { StaticTable } from "./static_table.ts";
import { readStaticTable, tableProblem } from "./static_table_file.ts";

/** Vectors of messages kept (EE-52). */
const KEPT_QUERIES = 256;
/** Of a message so much is sent: a service may refuse what exceeds the window of its model. */
const MESSAGE_CHARACTERS = 2_000;
/** After a failure the source is left alone for so long (EE-80). */
const PAUSE_MS = 30_000;

/** A source in use. */
export class DenseSource {
  /** Null where the source cannot be used at all. */
  readonly embedder: Embedder | null;
  readonly #queries = new LeastRecentlyUsed<string, Float32Array>(KEPT_QUERIES);
  readonly #now: () => number;
  #failure: { reason: string; atMs: number; told: boolean } | null = null;

  /**
   * @param embedder or the reason why there is none
   * @param now a clock in milliseconds
   */
  constructor(embedder: Embedder | { reason: string }, now: () => number = monotonicMs) {
    this.#now = now;
    this.embedder = "reason" in embedder ? null : embedder;
    if ("reason" in embedder) this.#note(embedder.reason);
  }

  /** Why the source is not asked now, or null. */
  get problem(): string | null {
    if (this.#failure === null) return null;
    if (this.embedder === null || this.#now() - this.#failure.atMs < PAUSE_MS) {
      return this.#failure.reason;
    }
    return null;
  }

  /** The warning about a failure: once until something succeeds again. */
  takeWarning(): string | null {
    if (this.#failure === null || this.#failure.told) return null;
    this.#failure.told = true;
    return `the dense layer is left out: ${this.#failure.reason}`;
  }

  /**
   * Unit vector of a message, or null where it is not to be had.
   * @param timeoutMs longest wait
   */
  async queryVector(text: string, timeoutMs: number): Promise<Float32Array | null> {
    const at = this.queryVectorNow(text);
    if (at !== null || this.embedder === null || this.embedder.immediate) return at;
    const { embedder } = this;
    const sent = text.slice(0, MESSAGE_CHARACTERS);
    const vectors = await this.attempt(() => embedder.embed([sent], timeoutMs));
    if (vectors === null) return null;
    const vector = unitVector(vectors[0]!);
    this.#queries.set(text, vector);
    return vector;
  }

  /** Unit vector of a message, or null where it would have to be waited for. */
  queryVectorNow(text: string): Float32Array | null {
    if (this.embedder?.immediate) return this.embedder.embed([text])[0]!;
    return this.#queries.get(text) ?? null;
  }

  /** Runs work that asks the source. @returns null when it failed, which is noted */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      const result = await work();
      this.#failure = null;
      return result;
    } catch (error) {
      if (!(error instanceof LlmError || error instanceof VectorsError)) throw error;
      this.#note(error.message);
      return null;
    }
  }

  #note(reason: string): void {
    this.#failure = { reason, atMs: this.#now(), told: this.#failure?.told ?? false };
  }
}

/** Whether the settings name a source of vectors. */
export function hasDenseSource({ vectors, embeddingBaseUrl }: Settings): boolean {
  return vectors !== null || embeddingBaseUrl !== null;
}

/**
 * Opens the source that the settings name; a table goes before a service.
 * @param directory absolute path that a relative path of a table is looked for in
 * @param environment reads a variable
 */
export function openDenseSource(
  settings: Settings,
  directory: string,
  environment: (name: string) => string | undefined,
): DenseSource {
  return new DenseSource(embedderOf(settings, directory, environment));
}

function embedderOf(
  settings: Settings,
  directory: string,
  environment: (name: string) => string | undefined,
): Embedder | { reason: string } {
  const { vectors, embeddingBaseUrl } = settings;
  if (vectors !== null) {
    try {
      return new StaticTable(readStaticTable(homePath(vectors, directory, environment)));
    } catch (error) {
      return { reason: tableProblem(error) };
    }
  }
  if (embeddingBaseUrl === null) throw new TypeError("the settings name no source of vectors");
  try {
    return new EmbeddingService(embeddingBaseUrl, settings, environment);
  } catch (error) {
    if (error instanceof HttpError) {
      return { reason: `HERMES_EMBEDDING_BASE_URL: ${error.message}` };
    }
    throw error;
  }
}

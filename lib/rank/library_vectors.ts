/**
 * Vectors of the skills of one library: recalled from the cache, made for what is new, and put
 * together into an index over the skills a session sees (EE-54).
 */
import { FileError, monotonicMs } from "../runtime/mod.ts";
import {
  type AwaitedEmbedder,
  createDenseIndex,
  type DenseIndex,
  type Embedder,
  type Int8Vector,
  meanOfViews,
  quantise,
} from "./dense.ts";
import { skillViews } from "./skill_views.ts";
import { type VectorCache, vectorKey } from "./vector_cache.ts";

/** New vectors after which the cache is written, so that a short process loses little. */
const SAVED_EVERY = 256;
/** Skills embedded at once by an embedder that answers at once. */
const AT_ONCE = 4;

/** Wall clock of a request for skills (EE-51). */
const SKILLS_TIMEOUT_MS = 60_000;

/** A skill whose vector is wanted, by what the library knows it by. */
interface KnownSkill {
  readonly path: string;
}

/** Keeps the vectors of a library's skills up to date. */
export class LibraryVectors {
  readonly #embedder: Embedder;
  readonly #cache: VectorCache | null;
  /** Key of each skill by its path. */
  readonly #keys = new Map<string, string>();
  readonly #vectors = new Map<string, Int8Vector>();
  /** Views of the skills without a vector, by key. */
  readonly #missing = new Map<string, readonly string[]>();
  readonly #indexes = new WeakMap<readonly KnownSkill[], DenseIndex>();
  #isRecalled = false;
  #unsaved = 0;
  #building: Promise<void> | null = null;

  /** @param cache where vectors outlive the process, or null */
  constructor(embedder: Embedder, cache: VectorCache | null) {
    this.#embedder = embedder;
    this.#cache = cache;
  }

  /** Notes a skill that is new or has changed. */
  see(skill: KnownSkill & { name: string; description: string }, body: string): void {
    this.forget(skill.path);
    const views = skillViews(skill, body);
    const key = vectorKey(this.#embedder.identity, views);
    this.#keys.set(skill.path, key);
    if (!this.#vectors.has(key)) this.#missing.set(key, views);
  }

  /** Notes that a skill is gone. Its vector stays: a skill that was moved has the same. */
  forget(path: string): void {
    const key = this.#keys.get(path);
    this.#keys.delete(path);
    if (key !== undefined && ![...this.#keys.values()].includes(key)) this.#missing.delete(key);
  }

  /** Skills that have no vector yet. What the cache holds is recalled first. */
  get missing(): number {
    if (this.#missing.size > 0 && !this.#isRecalled) this.#recall();
    return this.#missing.size;
  }

  /** Number of skills. */
  get size(): number {
    return this.#keys.size;
  }

  /** The index over a selection of skills, or null while one of them has no vector. */
  indexFor(skills: readonly KnownSkill[]): DenseIndex | null {
    const known = this.#indexes.get(skills);
    if (known !== undefined) return known;
    const vectors: Int8Vector[] = [];
    for (const { path } of skills) {
      const vector = this.#vectors.get(this.#keys.get(path) ?? "");
      if (vector === undefined) return null;
      vectors.push(vector);
    }
    const index = createDenseIndex(vectors);
    this.#indexes.set(skills, index);
    return index;
  }

  /**
   * Makes missing vectors for about `budgetMs` milliseconds, with an embedder that answers at once.
   * @returns whether none is missing any more
   */
  buildNow(budgetMs: number): boolean {
    const embedder = this.#embedder;
    if (!embedder.immediate) throw new TypeError("an embedder that has to be waited for");
    const end = monotonicMs() + budgetMs;
    while (this.missing > 0) {
      const batch = this.#nextBatch(AT_ONCE);
      this.#keep(batch, embedder.embed(batch.flatMap(([, views]) => views)));
      if (monotonicMs() >= end) break;
    }
    return this.#missing.size === 0;
  }

  /**
   * Makes all missing vectors, in batches one after the other; what was made before a failure is
   * kept. Calls while it runs wait for the same work.
   * @throws what the embedder throws
   */
  build(): Promise<void> {
    const embedder = this.#embedder;
    if (embedder.immediate) throw new TypeError("an embedder that answers at once");
    return this.#building ??= this.#buildAll(embedder).finally(() => {
      this.#building = null;
    });
  }

  /** Writes new vectors to the cache. A folder that cannot be written costs the cache, no turn. */
  async save(): Promise<void> {
    if (this.#unsaved === 0 || this.#cache === null) return;
    this.#unsaved = 0;
    const current = new Map<string, Int8Vector>();
    for (const key of this.#keys.values()) {
      const vector = this.#vectors.get(key);
      if (vector !== undefined) current.set(key, vector);
    }
    try {
      await this.#cache.merge(current);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
    }
  }

  async #buildAll(embedder: AwaitedEmbedder): Promise<void> {
    try {
      // Two views a skill.
      const skillsAtOnce = Math.max(1, Math.floor(embedder.batchSize / 2));
      while (this.missing > 0) {
        const batch = this.#nextBatch(skillsAtOnce);
        const views = batch.flatMap(([, texts]) => texts);
        this.#keep(batch, await embedder.embed(views, SKILLS_TIMEOUT_MS));
        if (this.#unsaved >= SAVED_EVERY) await this.save();
      }
    } finally {
      await this.save();
    }
  }

  #nextBatch(size: number): [string, readonly string[]][] {
    return [...this.#missing.entries().take(size)];
  }

  /** @param views vectors of all views of the batch, in its order */
  #keep(batch: readonly [string, readonly string[]][], views: readonly Float32Array[]): void {
    let at = 0;
    for (const [key, texts] of batch) {
      const vector = quantise(meanOfViews(views.slice(at, at += texts.length)));
      this.#requireLength(vector);
      this.#vectors.set(key, vector);
      this.#missing.delete(key);
      this.#unsaved++;
    }
  }

  /** The model behind an address may change; old vectors are worth nothing then. */
  #requireLength({ values }: Int8Vector): void {
    const known = this.#vectors.values().next().value?.values.length;
    if (known !== undefined && known !== values.length) {
      throw new VectorsError(
        `${this.#embedder.name} gives vectors of ${values.length} numbers where it gave ${known} ` +
          `before; name the new model in HERMES_EMBEDDING_MODEL` +
          (this.#cache === null ? "" : ` or remove ${this.#cache.path}`),
      );
    }
  }

  #recall(): void {
    this.#isRecalled = true;
    for (const [key, vector] of this.#cache?.read() ?? []) {
      if (this.#missing.delete(key)) this.#vectors.set(key, vector);
    }
  }
}

/** Vectors that do not fit together. The message says what to do. */
export class VectorsError extends Error {
  override readonly name = "VectorsError";
}

/**
 * Vectors of a corpus file, which are not kept and without which there is nothing to measure.
 */
import type { DenseIndex, DenseTurn } from "./dense.ts";
import type { DenseSource } from "./dense_source.ts";
import { LibraryVectors } from "./library_vectors.ts";

/** Longest wait for the vector of a message, in milliseconds (EE-51). */
const QUERY_TIMEOUT_MS = 30_000;

/** The vectors of all skills of a corpus, in its order. */
export class CorpusVectors {
  readonly #source: DenseSource;
  readonly #skills: readonly { path: string }[];
  readonly #vectors: LibraryVectors | null;
  #index: DenseIndex | null = null;

  constructor(
    source: DenseSource,
    corpus: readonly { id: string; name: string; description: string; body?: string }[],
  ) {
    this.#source = source;
    this.#vectors = source.embedder && new LibraryVectors(source.embedder, null);
    this.#skills = corpus.map(({ id, name, description, body }) => {
      this.#vectors?.see({ path: id, name, description }, body ?? "");
      return { path: id };
    });
  }

  /**
   * The vectors for one message; the first call makes those of the skills.
   * @throws {Error} when the source fails, since figures without it would mislead
   */
  async read(text: string): Promise<DenseTurn> {
    this.#index ??= await this.#build();
    const vector = this.#index && await this.#source.queryVector(text, QUERY_TIMEOUT_MS);
    if (this.#index === null || vector === null) throw new DenseMeasureError(this.#source.problem);
    return { index: this.#index, vector };
  }

  async #build(): Promise<DenseIndex | null> {
    const vectors = this.#vectors;
    if (vectors === null) return null;
    if (this.#source.embedder!.immediate) vectors.buildNow(Infinity);
    else await this.#source.attempt(() => vectors.build());
    return vectors.indexFor(this.#skills);
  }
}

/** A layer that was to be measured does not work. */
export class DenseMeasureError extends Error {
  override readonly name = "DenseMeasureError";
  constructor(problem: string | null) {
    super(`The dense layer cannot be measured: ${problem ?? "vectors are missing"}.`);
  }
}

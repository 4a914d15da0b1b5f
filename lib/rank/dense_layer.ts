/**
 * L4 of one library: from a message to the vectors that a ranking needs, or the reason why there are
 * none. A turn never fails because of it, and in a resident process never waits for skills (EE-80).
 */
import type { DenseTurn } from "./dense.ts";
import type { DenseSource } from "./dense_source.ts";
import { LibraryVectors, VectorsError } from "./library_vectors.ts";
import type { VisibleIndex } from "./library.ts";
import type { VectorCache } from "./vector_cache.ts";

/**
 * When vectors of skills are made. `background`: a resident process answers without them meanwhile.
 * `first`: a command makes them, then answers. `elsewhere`: a process that lives for one turn asks
 * no service for them, but uses what others have kept.
 */
export type SkillVectors = "background" | "first" | "elsewhere";

/** Longest wait for the vector of a message (EE-51). */
const QUERY_TIMEOUT_MS = 30_000;
/** … where an agent waits, which gives up after 1,000 ms (DESIGN §6). */
const TURN_TIMEOUT_MS = 700;
/** Milliseconds of background work between two looks at the input. */
const SLICE_MS = 5;
/** A resident process makes so many vectors from a table at once, e.g. after an edit. */
const FEW_SKILLS = 16;

/** What the layer gives a turn. */
export interface DenseReading {
  /** Null where the layer is out this turn. */
  turn: DenseTurn | null;
  /** Why it is out, or null. */
  problem: string | null;
}

/** Nothing to compare with. */
const NOTHING: DenseReading = { turn: null, problem: null };

/** The dense layer of one library. */
export class DenseLayer {
  readonly #source: DenseSource;
  readonly #when: SkillVectors;
  /** Vectors of the library's skills, or null where the source cannot be used. */
  readonly vectors: LibraryVectors | null;

  /** @param cacheOf the cache of an embedder's vectors, or null */
  constructor(
    source: DenseSource,
    when: SkillVectors,
    cacheOf: (identity: string) => VectorCache | null,
  ) {
    this.#source = source;
    this.#when = when;
    const { embedder } = source;
    this.vectors = embedder && new LibraryVectors(embedder, cacheOf(embedder.identity));
  }

  /** The layer's part in a turn, with what has to be waited for. */
  async read(visible: VisibleIndex, text: string): Promise<DenseReading> {
    const { vectors } = this;
    const source = this.#source;
    if (visible.skills.length === 0 || text.trim() === "") return NOTHING;
    if (vectors !== null && this.#when === "first" && source.problem === null) {
      if (source.embedder!.immediate) this.#buildAll(vectors);
      else if (vectors.missing > 0) await source.attempt(() => vectors.build());
    }
    if (this.#when !== "background") await vectors?.save();
    const now = this.readNow(visible, text);
    if (now.turn !== null || source.problem !== null) return now;
    const index = vectors?.indexFor(visible.skills) ?? null;
    if (index === null) return now;
    const timeoutMs = this.#when === "first" ? QUERY_TIMEOUT_MS : TURN_TIMEOUT_MS;
    const vector = await source.queryVector(text, timeoutMs);
    if (vector === null) return { turn: null, problem: source.problem };
    if (vector.length === index.dimensions) return { turn: { index, vector }, problem: null };
    await source.attempt(() => {
      throw new VectorsError(
        `${source.embedder!.name} gives ${vector.length} numbers for a message and ` +
          `${index.dimensions} for a skill`,
      );
    });
    return { turn: null, problem: source.problem };
  }

  /** The part of `read` that waits for nothing; starts what can go on in the background. */
  readNow(visible: VisibleIndex, text: string): DenseReading {
    const { vectors } = this;
    const source = this.#source;
    if (visible.skills.length === 0 || text.trim() === "") return NOTHING;
    if (vectors === null || source.problem !== null) return { turn: null, problem: source.problem };
    if (source.embedder!.immediate) {
      if (this.#when !== "background" || vectors.missing <= FEW_SKILLS) this.#buildAll(vectors);
    }
    if (vectors.missing > 0) {
      this.prepare();
      return { turn: null, problem: unfinished(vectors.missing, this.#when) };
    }
    const index = vectors.indexFor(visible.skills);
    if (index === null) return { turn: null, problem: unfinished(1, this.#when) };
    const vector = source.queryVectorNow(text);
    if (vector === null || vector.length !== index.dimensions) {
      return { turn: null, problem: "the message has no vector yet" };
    }
    return { turn: { index, vector }, problem: null };
  }

  /** Begins to make missing vectors in the background of a resident process. */
  prepare(): void {
    const { vectors } = this;
    if (vectors === null || this.#when !== "background" || this.#source.problem !== null) return;
    if (vectors.missing === 0) return;
    if (this.#source.embedder!.immediate) this.#buildInSlices(vectors);
    else void this.#source.attempt(() => vectors.build());
  }

  #buildAll(vectors: LibraryVectors): void {
    if (vectors.missing > 0) vectors.buildNow(Infinity);
  }

  #isSlicing = false;

  #buildInSlices(vectors: LibraryVectors): void {
    if (this.#isSlicing) return;
    this.#isSlicing = true;
    const next = () => {
      if (!vectors.buildNow(SLICE_MS)) return void setTimeout(next, 0);
      this.#isSlicing = false;
      void vectors.save();
    };
    setTimeout(next, 0);
  }
}

function unfinished(count: number, when: SkillVectors): string {
  const skills = count === 1 ? "1 skill" : `${count} skills`;
  return when === "elsewhere"
    ? `${skills} without a vector; skill-retrieval query makes them`
    : `the vectors of ${skills} are being made`;
}

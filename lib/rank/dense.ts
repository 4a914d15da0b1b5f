/**
 * L4, the dense layer: skills and messages as vectors, compared by their cosine (EE-50…53).
 *
 * Vectors are kept as signed bytes with one scale each, which is exact enough for a ranking (dense.md)
 * and lets the dot product run over integers, so that every runtime finds the same bits.
 */

/** What every source of vectors tells of itself. */
interface VectorSource {
  /** What the vectors come from, for people. */
  readonly name: string;
  /** What a vector depends on besides its text: part of the cache's key (EE-54). */
  readonly identity: string;
}

/** Turns texts into vectors without waiting for anything. */
export interface ImmediateEmbedder extends VectorSource {
  readonly immediate: true;
  /** @returns one vector a text, all of one length; a text without a known piece gives zeros */
  embed(texts: readonly string[]): Float32Array[];
}

/** Turns texts into vectors over the network. */
export interface AwaitedEmbedder extends VectorSource {
  readonly immediate: false;
  /** Texts in one request. */
  readonly batchSize: number;
  /**
   * @param timeoutMs longest wait for each request
   * @returns one vector a text, all of one length
   */
  embed(texts: readonly string[], timeoutMs: number): Promise<Float32Array[]>;
}

/** Turns texts into vectors: a static table answers at once, a service later. */
export type Embedder = ImmediateEmbedder | AwaitedEmbedder;

/** A vector as bytes: component ≈ `values[i] * scale`. */
export interface Int8Vector {
  values: Int8Array;
  scale: number;
}

/** One hit of the dense layer. */
export interface DenseHit {
  /** Position in the index. */
  position: number;
  /** Cosine of the message and the skill, −1…1 (mean over the skill's views). */
  score: number;
}

/** Vectors of the visible skills, in the order of the ranking index over the same skills. */
export interface DenseIndex {
  /** Number of skills. */
  readonly size: number;
  /** Components of each vector; 0 where there is no skill. */
  readonly dimensions: number;
  /**
   * Cosine of a message with every skill.
   * @param query unit vector of the message
   * @returns by position; overwritten by the next call
   */
  similarities(query: Float32Array): Float32Array;
  /**
   * The `k` skills most like a message, best first, equal scores by position. Scores of 0 and below
   * are left out (our floor, EE-53).
   */
  rank(query: Float32Array, k: number): DenseHit[];
}

/** The dense layer of one turn: present only where vectors of all skills and of the message are. */
export interface DenseTurn {
  index: DenseIndex;
  /** Unit vector of the message. */
  vector: Float32Array;
}

/** Largest magnitude of a signed byte that is used. */
const BYTE_RANGE = 127;

/** A vector of length 1 in the same direction; zeros stay zeros (EE-51). */
export function unitVector(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const component of vector) squares += component * component;
  if (!(squares > 0)) return new Float32Array(vector.length);
  const factor = 1 / Math.sqrt(squares);
  return vector.map((component) => component * factor);
}

/** Rounds a vector to bytes, the largest component becoming ±127. */
export function quantise(vector: Float32Array): Int8Vector {
  let largest = 0;
  for (const component of vector) largest = Math.max(largest, Math.abs(component));
  const values = new Int8Array(vector.length);
  if (!(largest > 0)) return { values, scale: 0 };
  const factor = BYTE_RANGE / largest;
  for (let at = 0; at < vector.length; at++) values[at] = Math.round(vector[at]! * factor);
  return { values, scale: largest / BYTE_RANGE };
}

/**
 * The vector of a skill from those of its views: their mean after each was brought to length 1, so
 * that one dot product gives the mean of the views' cosines (dense.md "How").
 */
export function meanOfViews(views: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(views[0]!.length);
  for (const view of views) {
    const unit = unitVector(view);
    for (let at = 0; at < mean.length; at++) mean[at]! += unit[at]! / views.length;
  }
  return mean;
}

/** Builds the index. @param vectors one a skill, all of one length */
export function createDenseIndex(vectors: readonly Int8Vector[]): DenseIndex {
  const dimensions = vectors[0]?.values.length ?? 0;
  const rows = new Int8Array(vectors.length * dimensions);
  const scales = new Float64Array(vectors.length);
  vectors.forEach(({ values, scale }, at) => {
    rows.set(values, at * dimensions);
    scales[at] = scale;
  });
  const similarities = new Float32Array(vectors.length);
  const index: DenseIndex = {
    size: vectors.length,
    dimensions,
    similarities(query) {
      const { values, scale } = quantise(query);
      for (let position = 0, at = 0; position < scales.length; position++) {
        let dot = 0;
        for (let component = 0; component < dimensions; component++, at++) {
          dot += rows[at]! * values[component]!;
        }
        similarities[position] = dot * scale * scales[position]!;
      }
      return similarities;
    },
    rank(query, k) {
      const cosines = index.similarities(query);
      return [...cosines.keys()]
        .filter((position) => cosines[position]! > 0)
        .sort((a, b) => cosines[b]! - cosines[a]! || a - b)
        .slice(0, k)
        .map((position) => ({ position, score: cosines[position]! }));
    },
  };
  return index;
}

/**
 * Weighted reciprocal rank fusion (Cormack, Clarke & Büttcher 2009): several rankings → one.
 */

/** Rank offset of the formula (EE-60). */
export const FUSION_K = 60;

/** Weights of the layers (EE-60). */
export const FUSION_WEIGHTS: Readonly<Record<FusedLayerName, number>> = {
  text: 0.45,
  synonyms: 0.35,
  dense: 0.2,
};

/** A layer that takes part in the fusion. */
export type FusedLayerName = "text" | "synonyms" | "dense";

/** One ranking with its weight. */
export interface FusionLayer {
  weight: number;
  /** Positions, best first, without repeats. */
  positions: readonly number[];
}

/** A position with its fused score. */
export interface FusedHit {
  position: number;
  score: number;
}

/**
 * fused(i) = Σ over the layers that hold i of weight / (k + rank), rank counted from 1 (EE-60).
 * @param layers in order of precedence: equal scores keep the order of first appearance
 * @param k rank offset
 * @returns every position of any layer, best first
 */
export function fuse(layers: readonly FusionLayer[], k: number = FUSION_K): FusedHit[] {
  const scores = new Map<number, number>();
  for (const { weight, positions } of layers) {
    positions.forEach((position, at) => {
      scores.set(position, (scores.get(position) ?? 0) + weight / (k + at + 1));
    });
  }
  return [...scores].map(([position, score]) => ({ position, score }))
    .sort((a, b) => b.score - a.score);
}

/**
 * Selection of the best documents from an array of scores.
 */
import type { Ranking } from "./documents.ts";

/**
 * The `limit` best of the touched documents: score > 0, descending, equal scores by ascending
 * position (SR-43).
 * @param scores score by position
 * @param touched positions that were added to, in any order, without repeats
 * @param count how many entries of `touched` count
 */
export function selectTop(
  scores: Float64Array,
  touched: Uint32Array,
  count: number,
  limit: number,
): Ranking {
  const positions: number[] = [];
  const best: number[] = [];
  for (let at = 0; at < count; at++) {
    const position = touched[at]!;
    const score = scores[position]!;
    if (!(score > 0)) continue;
    let place = best.length;
    if (place === limit) {
      const last = best[place - 1]!;
      if (score < last || (score === last && position > positions[place - 1]!)) continue;
      place--;
    } else {
      best.push(0);
      positions.push(0);
    }
    while (
      place > 0 &&
      (score > best[place - 1]! ||
        (score === best[place - 1]! && position < positions[place - 1]!))
    ) {
      best[place] = best[place - 1]!;
      positions[place] = positions[place - 1]!;
      place--;
    }
    best[place] = score;
    positions[place] = position;
  }
  return { positions, scores: best };
}

/**
 * From probabilities to an order: three bands (SR-94).
 */

/** From here on a skill is taken as fitting (SR-8). */
export const HIGH_BAND = 0.65;
/** Up to here a skill is taken as not fitting (SR-8). */
export const LOW_BAND = 0.35;

/** What a probability says of a skill. */
export type Band = "high" | "middle" | "low";

/** The band of a probability: high from 0.65, low up to 0.35. */
export function bandOf(probability: number): Band {
  return probability >= HIGH_BAND ? "high" : probability > LOW_BAND ? "middle" : "low";
}

/**
 * The places of candidates after judging: fitting ones by probability, then undecided ones as the
 * ranking had them, then the others by probability. Equal ones stay as the ranking had them.
 * @param probabilities in the order of the ranking, 0…1
 * @returns indexes of `probabilities`, each once, best first
 */
export function judgedOrder(probabilities: readonly number[]): number[] {
  const places: Record<Band, number[]> = { high: [], middle: [], low: [] };
  probabilities.forEach((probability, at) => places[bandOf(probability)].push(at));
  const byProbability = (a: number, b: number) => probabilities[b]! - probabilities[a]! || a - b;
  return [
    ...places.high.sort(byProbability),
    ...places.middle,
    ...places.low.sort(byProbability),
  ];
}

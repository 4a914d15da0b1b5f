/**
 * How sure is a mean, and is a difference of two runs more than chance?
 */

/** Resamples of an interval and sign patterns of a test. */
export const RESAMPLES = 10_000;

/** Two-sided error probability of an interval. */
const ALPHA = 0.05;

/**
 * Any fixed state (here digits of the golden ratio, π, e and √2): the same values give the same
 * interval in every run and on every runtime.
 */
const SEED = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x6a09e667] as const;

/** Up to this many differences all 2ⁿ sign patterns are fewer than `RESAMPLES`. */
const EXACT_SIGN_PATTERNS = 13;

/** A 95 % interval. */
export interface Interval {
  low: number;
  high: number;
}

/** A paired difference of two runs. */
export interface Difference extends Interval {
  /** Mean of the differences. */
  difference: number;
  /** Probability of a difference at least as large, either way, if the runs were alike. */
  p: number;
  /** Number of pairs. */
  rows: number;
}

/**
 * A deterministic generator of 32-bit integers, xoshiro128**.
 * Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", TOMS 47 (2021).
 * @param state four 32-bit words, not all 0
 * @returns a function that gives the next integer, 0 … 2³²−1
 */
export function randomIntegers(state: readonly [number, number, number, number]): () => number {
  let [a, b, c, d] = state;
  return () => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
}

/**
 * Percentile bootstrap interval of the mean.
 * Source: Efron and Tibshirani, *An Introduction to the Bootstrap* (1993), §13.3; for retrieval
 * measures Sakai, SIGIR 2006.
 * @param values one per message, no NaN
 * @returns the 95 % interval, or null without values
 */
export function bootstrapInterval(values: Float64Array): Interval | null {
  const count = values.length;
  if (count === 0) return null;
  const next = randomIntegers(SEED);
  const scale = count / 2 ** 32;
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let sum = 0;
    for (let draw = 0; draw < count; draw++) sum += values[Math.floor(next() * scale)]!;
    means[resample] = sum / count;
  }
  means.sort();
  return {
    low: means[Math.ceil(RESAMPLES * ALPHA / 2) - 1]!,
    high: means[Math.ceil(RESAMPLES * (1 - ALPHA / 2)) - 1]!,
  };
}

/**
 * Mean difference of two runs over the same messages, with its interval and significance.
 * @param values of the run under test, NaN where the figure does not apply
 * @param baseline of the other run, in the same order
 * @returns null when no message has both values
 */
export function pairedDifference(
  values: Float64Array,
  baseline: Float64Array,
): Difference | null {
  const differences = withoutNaN(values.map((value, index) => value - baseline[index]!));
  const interval = bootstrapInterval(differences);
  if (interval === null) return null;
  return {
    difference: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    ...interval,
    p: signFlipProbability(differences),
    rows: differences.length,
  };
}

/**
 * Two-sided randomisation test of a mean difference of 0: how often does a random choice of signs
 * give a sum at least as far from 0? All patterns are tried where they are few; else 10,000 random
 * ones, the observed one counted among them (Phipson and Smyth, 2010).
 * Source: Smucker, Allan and Carterette, CIKM 2007.
 * @param differences one per message, no NaN
 */
export function signFlipProbability(differences: Float64Array): number {
  const changed = differences.filter((value) => value !== 0);
  const count = changed.length;
  // Sums of the same terms in another order may differ in the last bits.
  const observed = Math.abs(changed.reduce((sum, value) => sum + value, 0)) - 1e-9;
  const exact = count <= EXACT_SIGN_PATTERNS;
  const patterns = exact ? 2 ** count : RESAMPLES;
  const next = randomIntegers(SEED);
  let extreme = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    let bits = pattern;
    let sum = 0;
    for (let index = 0; index < count; index++) {
      if (!exact && index % 32 === 0) bits = next();
      sum += (bits & 1) === 1 ? changed[index]! : -changed[index]!;
      bits >>>= 1;
    }
    if (Math.abs(sum) >= observed) extreme++;
  }
  return exact ? extreme / patterns : (extreme + 1) / (patterns + 1);
}

/** The values that are no NaN. */
export function withoutNaN(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value));
}

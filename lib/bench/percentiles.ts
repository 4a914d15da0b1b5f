/**
 * What many runs of one thing took.
 */

/** Order statistics of a sample, in the unit of its values. */
export interface Percentiles {
  /** Number of values. */
  runs: number;
  min: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/**
 * Percentiles by nearest rank: the p-th is the smallest value that at least p % of the values do not
 * exceed, so it is always one of them (Hyndman and Fan 1996, definition 1).
 * @throws {RangeError} for an empty sample
 */
export function percentiles(values: ArrayLike<number>): Percentiles {
  if (values.length === 0) throw new RangeError("percentiles of no values are not defined");
  const sorted = Float64Array.from(values).sort();
  const rank = (percent: number) => sorted[Math.ceil((percent / 100) * sorted.length) - 1]!;
  return {
    runs: sorted.length,
    min: sorted[0]!,
    p50: rank(50),
    p90: rank(90),
    p99: rank(99),
    max: sorted[sorted.length - 1]!,
  };
}

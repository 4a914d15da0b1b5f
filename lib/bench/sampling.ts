/**
 * Running one thing many times.
 */
import { monotonicMs } from "../runtime/mod.ts";

/** How long a thing is repeated. */
export interface Sampling {
  /** Seconds after which no further run starts, once there are `minimumRuns`. */
  seconds: number;
  /** @default 1 */
  minimumRuns?: number;
}

/** Most runs kept: percentiles do not get better beyond that, memory would. */
const MAX_RUNS = 200_000;

/**
 * Repeats a measurement.
 * @param measure gets the number of the run, from 0, and returns what it measured
 * @returns one value a run
 */
export function sample(
  measure: (run: number) => number,
  { seconds, minimumRuns = 1 }: Sampling,
): number[] {
  const endMs = monotonicMs() + seconds * 1_000;
  const values: number[] = [];
  while (values.length < MAX_RUNS && (values.length < minimumRuns || monotonicMs() < endMs)) {
    values.push(measure(values.length));
  }
  return values;
}

/** The same for a measurement that has to be awaited. */
export async function sampleAsync(
  measure: (run: number) => Promise<number>,
  { seconds, minimumRuns = 1 }: Sampling,
): Promise<number[]> {
  const endMs = monotonicMs() + seconds * 1_000;
  const values: number[] = [];
  while (values.length < MAX_RUNS && (values.length < minimumRuns || monotonicMs() < endMs)) {
    values.push(await measure(values.length));
  }
  return values;
}

/** Milliseconds an action takes. */
export function timed(action: () => unknown): number {
  const startMs = monotonicMs();
  action();
  return monotonicMs() - startMs;
}

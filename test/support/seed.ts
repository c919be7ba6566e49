import { randomInt } from 'node:crypto';
import fc from 'fast-check';

// Set here and not by the config: its imports, as the report of the run, read the seed before its own lines run.
process.env.SEED ||= String(randomInt(2 ** 31 - 1));

/** The run's random seed, which its workers inherit; `SEED=…` repeats a run. */
export const seed = Number(process.env.SEED);

/** Shuffles the list by the run's seed. */
export function shuffled<T>(list: readonly T[]): T[] {
  const { length } = list;
  const orders = fc.shuffledSubarray([...list], { minLength: length, maxLength: length });
  return fc.sample(orders, { seed, numRuns: 1 }).flat();
}

/** This many random integers from 0 to `max`, by the run's seed. */
export function randomNumbers(count: number, max: number): number[] {
  return fc.sample(fc.noBias(fc.integer({ min: 0, max })), { seed, numRuns: count });
}

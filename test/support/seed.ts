import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** The run's random seed; `SEED=…` repeats a run. */
export const seed = Number(process.env.SEED || randomInt(2 ** 31 - 1));

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

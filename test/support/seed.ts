import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** What all that is random in a run comes from; `SEED=…` repeats a run. */
export const seed = Number(process.env.SEED || randomInt(2 ** 31 - 1));

/** The list in an order of this run. */
export function shuffled<T>(list: readonly T[]): T[] {
  const { length } = list;
  const orders = fc.shuffledSubarray([...list], { minLength: length, maxLength: length });
  return fc.sample(orders, { seed, numRuns: 1 }).flat();
}

/** So many whole numbers of this run, from 0 to `max`. */
export function randomNumbers(count: number, max: number): number[] {
  return fc.sample(fc.noBias(fc.integer({ min: 0, max })), { seed, numRuns: count });
}

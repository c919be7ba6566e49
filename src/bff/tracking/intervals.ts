/** Bounds of the pause between two reads of the list, in milliseconds. */
export type Intervals = { min: number; max: number };

export const defaultIntervals: Intervals = { min: 4_000, max: 60_000 };

/** The pause is at least this many times as long as the read. */
export const minPauseFactor = 10;
const growth = 1.5;
const growthAfterFailure = 2;

/**
 * The pause after a read that took `cost` milliseconds: at least `minPauseFactor` times as long, `min`
 * after a change, and longer each time without one.
 */
export function nextInterval(
  last: number,
  outcome: 'changed' | 'same' | 'failed',
  cost: number,
  { min, max }: Intervals,
): number {
  const grown = { changed: min, same: last * growth, failed: last * growthAfterFailure }[outcome];
  return Math.min(Math.max(grown, cost * minPauseFactor, min), max);
}

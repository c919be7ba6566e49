/** In milliseconds: the bounds of the time from one read of the list to the next. */
export type Intervals = { least: number; most: number };

export const defaultIntervals: Intervals = { least: 4_000, most: 60_000 };

const restsForOneOfWork = 10;
const growth = 1.5;
const growthAfterFailure = 2;

/**
 * How long to leave the service alone after a read of the list that took `cost` milliseconds: ten
 * times as long at least; short after a change, and longer each time that brings none.
 */
export function nextInterval(
  last: number,
  outcome: 'changed' | 'same' | 'failed',
  cost: number,
  { least, most }: Intervals,
): number {
  const grown = { changed: least, same: last * growth, failed: last * growthAfterFailure }[outcome];
  return Math.min(Math.max(grown, cost * restsForOneOfWork, least), most);
}

import type { Rates, SeenRate } from '../../../contract/api/rates.ts';
import { isLowerRate } from '../../../money/rate.ts';

const hour = 60 * 60_000;

export type SeenSpan = {
  count: number;
  min: string;
  max: string;
  /** Oldest first. */
  points: readonly SeenRate[];
  /** Whole hours since the first of them. */
  hours: number;
};

/**
 * What was seen of a pair, the rate of now among it; null where that is too little to tell a movement:
 * less than three estimates, or all within an hour.
 */
export function seenSpan(seen: Rates, current: SeenRate | undefined, now: number): SeenSpan | null {
  const { since, min, max, points } = seen;
  const latest = points.at(-1);
  if (since === null || min === null || max === null || !latest) return null;

  const isNew = current !== undefined && Date.parse(current.seen_at) > Date.parse(latest.seen_at);
  const all = isNew ? [...points, current] : points;
  const count = seen.count + (isNew ? 1 : 0);
  const end = Date.parse((isNew ? current : latest).seen_at);
  if (count < 3 || all.length < 2 || end - Date.parse(since) < hour) return null;
  return {
    count,
    min: isNew && isLowerRate(current.rate, min) ? current.rate : min,
    max: isNew && isLowerRate(max, current.rate) ? current.rate : max,
    points: all,
    hours: Math.ceil((now - Date.parse(since)) / hour),
  };
}

import { dayOf } from './intl.ts';

const quarterMs = 15 * 60_000;
const quartersOfDay = 96;

/**
 * When a calendar day, or the one so many days later, starts in the person's time zone; ISO 8601. Searched for,
 * because a day may start at 1 o'clock where the clocks change. Offsets of time zones are whole quarters of an hour.
 */
export function startOfDay(day: string, daysLater: number): string {
  const midnight = Date.parse(day) + daysLater * quartersOfDay * quarterMs;
  const wanted = new Date(midnight).toISOString().slice(0, 10);
  const at = (quarters: number) => new Date(midnight + quarters * quarterMs);
  let [low, high] = [-quartersOfDay, quartersOfDay];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (dayOf(at(middle)) < wanted) low = middle + 1;
    else high = middle;
  }
  return at(low).toISOString();
}

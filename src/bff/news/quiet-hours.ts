import type { QuietHours } from '../../contract/api/news.ts';
import { knownZone } from '../lib/known-zone.ts';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/**
 * The end of the quiet hours that a time falls into, or the time itself.
 * @param at milliseconds since 1970
 * @param zone IANA name; UTC if the runtime doesn't know it
 */
export function afterQuietHours(at: number, quiet: QuietHours | null, zone: string | null): number {
  if (!quiet) return at;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const clock = clockIn(zone);
  const isQuiet = (time: number) =>
    from <= to ? time >= from && time < to : time >= from || time < to;
  const now = clock(at);
  if (!isQuiet(now)) return at;
  const left = (to - now + dayMinutes) % dayMinutes;
  const end = Math.floor(at / minuteMs) * minuteMs + left * minuteMs;
  // When the clocks change in between, the wall clock shows another time then.
  const shown = clock(end);
  const off = ((to - shown + dayMinutes + dayMinutes / 2) % dayMinutes) - dayMinutes / 2;
  const shifted = end + off * minuteMs;
  // Still quiet where the clocks leave out the hour of the end.
  return Math.max(at, isQuiet(clock(shifted)) ? end : shifted);
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

/** Reads the minutes since midnight on a wall clock in the zone. */
function clockIn(zone: string | null): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: knownZone(zone) ?? 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => minutesOf(format.format(at));
}

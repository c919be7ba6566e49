/** What a wall clock shows: a day of the calendar, YYYY-MM-DD, and a time of day, HH:MM. */
export type WallTime = { day: string; time: string };

/**
 * How often a wall clock shows a time. Where clocks go forward they leave some times out, and where they go back they
 * show some twice.
 */
export type ClockCase = 'once' | 'left-out' | 'twice';

type ZoneInstant = {
  /** Milliseconds since 1970. */
  at: number;
  /** What the wall clock shows then: later than what was asked for if it leaves that out. */
  shown: WallTime;
  clock: ClockCase;
};

/** Reads a wall clock: as milliseconds since 1970, if the clock were one in UTC. */
type WallClock = (at: number) => number;

export const dayMs = 86_400_000;

/** The day behind one of the calendar: 2026-02-28 to 2026-03-01. */
export const dayAfter = (day: string) =>
  new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

/** The time on a wall clock, as milliseconds since 1970 in UTC. */
export const wallMs = ({ day, time }: WallTime): number => Date.parse(`${day}T${time}Z`);

/** The day and the time of day of a reading of a wall clock. */
export function wallTimeOf(wall: number): WallTime {
  const text = new Date(wall).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/**
 * Makes the wall clock of a time zone from the rules that this runtime knows.
 * @param zone IANA name
 * @throws RangeError for a zone that it does not know
 */
export function wallClockIn(zone: string): WallClock {
  // A format of its own, because making one takes longer than reading the clock some times.
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (at) => {
    const [month = 1, day, year = 0, hour, minute, second] = (
      format.format(at).match(/\d+/g) ?? []
    ).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

/**
 * The instant at which a wall clock shows a time: the first one if it does so twice. A time that the clock leaves out
 * is taken to be as much later as the clock goes forward: 2:30 is 3:30 where 2:00 becomes 3:00.
 */
export function instantOf(asked: WallTime, clock: WallClock): ZoneInstant {
  const wanted = wallMs(asked);
  // A wall clock differs from UTC by less than a day, so these two are before and after the instant.
  const offsetAt = (at: number) => clock(at) - at;
  const before = wanted - offsetAt(wanted - dayMs);
  const after = wanted - offsetAt(wanted + dayMs);
  const fits = (at: number) => clock(at) === wanted;
  if (fits(before)) {
    const isTwice = before !== after && fits(after);
    return { at: before, shown: asked, clock: isTwice ? 'twice' : 'once' };
  }
  if (fits(after)) return { at: after, shown: asked, clock: 'once' };
  return { at: before, shown: wallTimeOf(clock(before)), clock: 'left-out' };
}

import { appLocales } from '../../contract/api/languages.ts';
import { withoutAccents } from '../../contract/normalize-for-search.ts';

/** Days of the calendar, `YYYY-MM-DD`, both included. */
type Days = { first: string; last: string };

/** Days that a text begins with, and how many words name them. Two, if it is not clear which number is the month. */
type DayPhrase = { words: number; days: readonly Days[] };

/** A time span, ISO 8601: from a moment on, and before another. */
export type Times = { from: string; before: string };

/** The time that these days last in a zone, an IANA name. */
export const timesOf = ({ first, last: end }: Days, zone: string): Times => ({
  from: startOf(first, zone),
  before: startOf(add(end, 1), zone),
});

/** The day in a zone at a time, `YYYY-MM-DD`. */
export function dayAt(time: number, zone: string): string {
  return textOf(time + offsetAt(time, zone));
}

/** When a day begins in a zone. Where clocks skip midnight, it begins later. */
function startOf(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - offsetAt(midnight, zone);
  const time = midnight - offsetAt(guess, zone);
  return new Date(dayAt(time, zone) === day ? time : Math.max(time, guess)).toISOString();
}

function offsetAt(time: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const shown = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return shown - Math.floor(time / 1_000) * 1_000;
}

const dayMs = 24 * 60 * 60_000;
const atNoon = (day: string) => Date.parse(`${day}T12:00:00Z`);
const textOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const add = (day: string, count: number) => textOf(atNoon(day) + count * dayMs);
const oneDay = (day: string): Days => ({ first: day, last: day });

const namesOf = (count: number, at: (place: number) => Date, options: Intl.DateTimeFormatOptions) =>
  new Map(
    appLocales.flatMap((locale) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      return Array.from({ length: count }, (_, place): [string, number] => [
        withoutAccents(format.format(at(place))).replace(/\.$/, ''),
        place,
      ]);
    }),
  );
const monthAt = (place: number) => new Date(Date.UTC(2023, place, 15));
const months = new Map([
  ...namesOf(12, monthAt, { month: 'short' }),
  ...namesOf(12, monthAt, { month: 'long' }),
  ...([
    ['sept', 8],
    ['set', 8],
    ['setiembre', 8],
  ] as const),
]);
// 1 January 2023 is a Sunday.
const weekdays = namesOf(7, (place) => new Date(Date.UTC(2023, 0, 1 + place)), { weekday: 'long' });
for (const [name, place] of [...weekdays]) weekdays.set(name.replace('-feira', ''), place);

const fromToday: ReadonlyMap<string, number> = new Map([
  ...(['today', 'hoy', 'hoje'] as const).map((word) => [word, 0] as const),
  ...(['yesterday', 'ayer', 'ontem'] as const).map((word) => [word, -1] as const),
  ...(['anteayer', 'antier', 'anteontem'] as const).map((word) => [word, -2] as const),
  ...(['day before yesterday', 'antes de ayer'] as const).map((word) => [word, -2] as const),
]);
const last = /^(?:last|past|ultim[ao])$/;
const past = /^(?:pasad[ao]|passad[ao]|ultim[ao])$/;
const on = /^(?:on|el|na|no|este|esta|this)$/;
const inMonth = /^(?:in|en|em|during|durante)$/;
const of = /^(?:of|de|del|do)$/;

/**
 * Reads days: `2026-09-20`, `20/09/2026`, `20 September`, `September 20, 2026`, `yesterday`, `last Tuesday`, `in
 * November`, in English, Spanish and Portuguese. A day without a year is the latest one that has come.
 * @param texts words in lower case, without accents and marks at their ends
 * @param today `YYYY-MM-DD`
 * @returns null if the texts begin with no day
 */
export function readDays(texts: readonly string[], today: string): DayPhrase | null {
  const [first = ''] = texts;
  const written = writtenDays(first, today);
  if (written.length > 0) return { words: 1, days: written };
  return relativeDay(texts, today) ?? weekday(texts, today) ?? monthDay(texts, today);
}

function relativeDay(texts: readonly string[], today: string): DayPhrase | null {
  for (const words of [1, 3]) {
    const count = fromToday.get(texts.slice(0, words).join(' '));
    if (count !== undefined) return { words, days: [oneDay(add(today, count))] };
  }
  return null;
}

/** Only beside another word: Domingo is a name too. */
function weekday([first = '', second = '', third = '']: readonly string[], today: string) {
  const isBefore = last.test(first) || on.test(first);
  const place = weekdays.get(isBefore ? second : first);
  if (place === undefined) return null;
  const isBehind = past.test(isBefore ? third : second);
  if (!isBefore && !isBehind) return null;
  const ago = (new Date(atNoon(today)).getUTCDay() - place + 7) % 7 || 7;
  return { words: 1 + Number(isBefore) + Number(isBehind), days: [oneDay(add(today, -ago))] };
}

const yearPattern = /^(?:19|20)\d\d$/;

function monthDay(texts: readonly string[], today: string): DayPhrase | null {
  let at = 0;
  const take = (test: RegExp) => (test.test(texts[at] ?? '') ? texts[at++] : undefined);
  const month = () => {
    const place = months.get(texts[at] ?? '');
    if (place !== undefined) at += 1;
    return place;
  };
  const isIn = take(inMonth) !== undefined;
  let day = numberOf(take(/^\d{1,2}(?:st|nd|rd|th|o)?$/));
  if (day !== undefined) take(of);
  const place = month();
  if (place === undefined) return null;
  const isBefore = day !== undefined;
  if (!isBefore) day = numberOf(take(/^\d{1,2}(?:st|nd|rd|th|o)?$/));
  const end = at;
  take(of);
  const year = take(yearPattern);
  if (year === undefined) at = end;
  if (day === undefined) return year || isIn ? wholeMonth(at, place, year, today) : null;
  const found = dayOf(year, place + 1, day, today);
  return found === null ? null : { words: at, days: [oneDay(found)] };
}

function wholeMonth(words: number, place: number, year: string | undefined, today: string) {
  const first = dayOf(year, place + 1, 1, today);
  if (first === null) return null;
  const next = new Date(atNoon(first));
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { words, days: [{ first, last: add(textOf(next.getTime()), -1) }] };
}

const numberOf = (text: string | undefined) =>
  text === undefined ? undefined : Number.parseInt(text, 10);

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2((?:20)?\d\d)$/;
const withoutYear = /^(\d{1,2})\/(\d{1,2})$/;

function writtenDays(text: string, today: string): Days[] {
  const [, year, , month, day] = yearFirst.exec(text) ?? [];
  if (year) return daysOf([dayOf(year, Number(month), Number(day), today)]);
  const [, one, , other, end] = yearLast.exec(text) ?? [];
  const [, short, next] = withoutYear.exec(text) ?? [];
  const [a, b] = [Number(one ?? short), Number(other ?? next)];
  const yearOf = end && (end.length === 2 ? `20${end}` : end);
  // 03/04 is 3 April to most and March 4 to some.
  return daysOf([dayOf(yearOf, b, a, today), dayOf(yearOf, a, b, today)]);
}

const daysOf = (found: readonly (string | null)[]): Days[] =>
  [...new Set(found)].flatMap((day) => (day === null ? [] : [oneDay(day)]));

/** A day of the calendar; null if there is none. Without a year, the latest that has come. */
function dayOf(year: string | undefined, month: number, day: number, today: string): string | null {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null;
  const two = (part: number) => `${part}`.padStart(2, '0');
  const of = (some: number) => `${some}-${two(month)}-${two(day)}`;
  const now = Number(today.slice(0, 4));
  const found = year ? of(Number(year)) : of(of(now) > today ? now - 1 : now);
  const time = atNoon(found);
  return Number.isNaN(time) || textOf(time) !== found ? null : found;
}

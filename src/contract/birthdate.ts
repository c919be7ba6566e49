import * as z from 'zod/mini';

/** True for a day that the calendar has, written year-month-day. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A calendar day, year-month-day, as answers write it (contract 2.3) and as Giro keeps it. */
export const calendarDay = z.string().check(z.refine(isCalendarDay, 'is not a date'));

/** contract 2.3: requests write a birth date day/month/year, answers year-month-day. */
export const birthdate = z.codec(z.string().check(z.regex(/^\d{2}\/\d{2}\/\d{4}$/)), calendarDay, {
  decode: (slashed) => slashed.split('/').reverse().join('-'),
  encode: (day) => day.split('-').reverse().join('/'),
});

/** The calendar day of a moment, where the clock stands. */
export function localDay(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

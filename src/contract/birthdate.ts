import * as z from 'zod/mini';

/** True for a real calendar day, written year-month-day. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A calendar day, year-month-day: the format of answers (contract 2.3) and of Giro. */
export const calendarDay = z.string().check(z.refine(isCalendarDay, 'is not a date'));

/** contract 2.3: requests write a birth date as day/month/year, answers as year-month-day. */
export const birthdate = z.codec(z.string().check(z.regex(/^\d{2}\/\d{2}\/\d{4}$/)), calendarDay, {
  decode: (slashed) => slashed.split('/').reverse().join('-'),
  encode: (day) => day.split('-').reverse().join('/'),
});

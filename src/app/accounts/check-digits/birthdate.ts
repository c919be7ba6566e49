import { isCalendarDay } from '../../../contract/birthdate.ts';
import type { Slip } from './slip.ts';

const firstYear = 1900;
const minAgeYears = 18;

/** Questions a birth date, year-month-day, of nobody who is born yet, alive or of age. What is no date passes: the form refuses it. */
export function checkBirthdate(day: string): Slip | null {
  if (!isCalendarDay(day)) return null;
  const today = localDay(new Date());
  // Days written so are in the order of their texts.
  if (day > today) return { kind: 'not-born' };
  if (Number(day.slice(0, 4)) < firstYear) return { kind: 'long-ago' };
  const comesOfAge = `${Number(day.slice(0, 4)) + minAgeYears}${day.slice(4)}`;
  return comesOfAge > today ? { kind: 'under-age', years: minAgeYears } : null;
}

/** The calendar day where the person is. */
export function localDay(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

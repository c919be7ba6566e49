import { replace } from 'react-router-dom';
import * as z from 'zod/mini';
import { type StatementQuery, statementQuery } from '../../contract/api/statement.ts';
import { timeZoneInUse, today } from '../i18n/intl.ts';

type Days = Pick<StatementQuery, 'from' | 'to'>;

/** Reads the days and the time zone of a URL; what is missing is last month, and the person's own zone. */
export function statementIn(search: URLSearchParams, today: string): StatementQuery {
  const given = Object.fromEntries(search);
  const zone = search.get('zone') || ownZone();
  const { data } = z.safeParse(statementQuery, { ...given, zone });
  return data ?? { ...lastMonth(today), zone };
}

/** The person's own time zone, an IANA name. */
const ownZone = () => timeZoneInUse() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The days of a statement for the filters of a list: last month without any, and this month as a whole. */
export function daysFor(
  { from, to }: { [Side in keyof Days]?: Days[Side] | undefined },
  today: string,
): Days {
  if (from === undefined) return lastMonth(today);
  if (to !== undefined) return { from, to };
  const month = daysOfMonth(today.slice(0, 7));
  return from === month.from ? month : { from, to: today };
}

/** All days of a month, `YYYY-MM`. */
export function daysOfMonth(month: string): Days {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to: last };
}

/** The month whose days these are, `YYYY-MM`; undefined for other days. */
export function monthOf({ from, to }: Days): string | undefined {
  const month = from.slice(0, 7);
  return daysOfMonth(month).from === from && daysOfMonth(month).to === to ? month : undefined;
}

/** This month and the 12 before it, the latest first. */
export function recentMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: 13 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

const lastMonth = (today: string) => daysOfMonth(recentMonths(today)[1] ?? today.slice(0, 7));

/**
 * Leads to an address with all of its days and time zone, so that whoever opens it later sees the same.
 * @returns null if the address has them; on the server too, which learns the person's zone only when it renders
 */
export function leadToDays(
  search: URLSearchParams,
  pathOf: (query: StatementQuery) => string,
): Response | null {
  if (import.meta.env.SSR) return null;
  const query = statementIn(search, today());
  const isWhole = Object.entries(query).every(([name, value]) => search.get(name) === value);
  return isWhole ? null : replace(pathOf(query));
}

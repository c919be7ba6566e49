import { replace } from 'react-router-dom';
import * as z from 'zod/mini';
import { type StatementQuery, statementQuery } from '../../contract/api/statement.ts';
import { timeZoneInUse, today } from '../i18n/intl.ts';
import { lastMonth } from './days-of-month.ts';

/** Reads the days and the time zone of a URL; what is missing is last month, and the person's own zone. */
export function statementIn(search: URLSearchParams, now: string): StatementQuery {
  const given = Object.fromEntries(search);
  const zone = search.get('zone') || ownZone();
  const { data } = z.safeParse(statementQuery, { ...given, zone });
  return data ?? { ...lastMonth(now), zone };
}

/** The person's own time zone, an IANA name. */
const ownZone = () => timeZoneInUse() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

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

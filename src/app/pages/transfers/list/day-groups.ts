import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { ListSearch } from '../../../../contract/api/list-search.ts';
import type { TransferRow } from '../../../../contract/api/transfer.ts';
import { dayOf, formatDate, timeZoneInUse, today } from '../../../i18n/intl.ts';
import { useFormat, useMoment } from '../../../i18n/use-format.ts';

/** 'today', 'yesterday', a month as YYYY-MM, or 'unknown' for transfers after the last one with a date. */
type DayGroup = string;

type Row = Pick<TransferRow, 'first_seen_at'>;

const dayMs = 24 * 60 * 60_000;

/** How many of the newest rows Giro may not have seen yet: they were just sent. */
const maxUnseenYet = 3;

/**
 * The group of each row of a list in order of time; undefined for rows before the first date. Giro may see a
 * transfer late or never, but ids follow each other in time: such a row belongs to the group above it.
 * @param now the person's calendar day, YYYY-MM-DD
 * @returns empty where the list has no days
 */
export function groupsByDay(
  rows: readonly Row[],
  sort: ListSearch['sort'],
  now: string,
): (DayGroup | undefined)[] {
  if (sort === 'amount') return [];
  const days = daysInOrder(rows, sort === 'oldest');
  const lastDated = days.findLastIndex((day) => day !== undefined);
  const yesterday = new Date(Date.parse(now) - dayMs).toISOString().slice(0, 10);
  let above: DayGroup | undefined;
  return days.map((day, index) => {
    if (day === now) above = 'today';
    else if (day === yesterday) above = 'yesterday';
    else if (day !== undefined) above = day.slice(0, 7);
    else if (above !== undefined && index > lastDated) above = 'unknown';
    return above;
  });
}

/**
 * The day of each row; undefined for one that was seen later than a newer transfer, or never. Empty if the newest
 * were never seen: then Giro did not watch when they came, nor when older ones did.
 */
function daysInOrder(rows: readonly Row[], isOldestFirst: boolean): (string | undefined)[] {
  const newestFirst = isOldestFirst ? [...rows].reverse() : rows;
  const newestDated = newestFirst.findIndex((row) => row.first_seen_at !== null);
  if (newestDated < 0 || newestDated > maxUnseenYet) return [];
  let latest = Number.POSITIVE_INFINITY;
  const days = newestFirst.map((row) => {
    const at = new Date(row.first_seen_at ?? Number.NaN);
    // Not a number for one that was never seen, which no comparison accepts.
    if (!(at.getTime() <= latest)) return undefined;
    latest = at.getTime();
    return dayOf(at);
  });
  return isOldestFirst ? days.reverse() : days;
}

type DayGroups = {
  /** The indexes of the rows that start a group, lowest first. */
  starts: readonly number[];
  /** The heading above a row; undefined within a group. */
  headingAt: (index: number) => string | undefined;
  /** When Giro first saw a row, beside its heading; undefined if never. */
  seenAt: (index: number) => string | undefined;
};

/** Groups rows by the day in the person's time zone on which Giro first saw them. */
export function useDayGroups(rows: readonly Row[], sort: ListSearch['sort']): DayGroups {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { brief } = useMoment();
  const now = today();
  // The browser's zone may come after the server's: the same day then has other rows.
  const zone = timeZoneInUse();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days of rows depend on the zone
  const groups = useMemo(() => groupsByDay(rows, sort, now), [rows, sort, now, zone]);
  const starts = useMemo(
    () => [...groups.keys()].filter((at) => groups[at] && groups[at] !== groups[at - 1]),
    [groups],
  );

  function headingAt(index: number): string | undefined {
    const group = groups[index];
    if (group === undefined || group === groups[index - 1]) return undefined;
    if (group === 'today') return t`Today`;
    if (group === 'yesterday') return t`Yesterday`;
    if (group === 'unknown') return t`Date unknown`;
    const middle = new Date(`${group}-15T12:00:00Z`);
    const month = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    const name = formatDate(middle, locale, month);
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  }

  function seenAt(index: number): string | undefined {
    const at = rows[index]?.first_seen_at;
    if (!at) return undefined;
    // A row that was seen late may be in the group of another day.
    const [own] = groupsByDay([{ first_seen_at: at }], undefined, now);
    const saysDay = own === groups[index] && (own === 'today' || own === 'yesterday');
    return saysDay ? formatDate(new Date(at), locale, { timeStyle: 'short' }) : brief(at);
  }

  return { starts, headingAt, seenAt };
}

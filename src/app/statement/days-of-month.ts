/** The first and the last day, `YYYY-MM-DD`. */
type Days = { from: string; to: string };

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

/** All days of the month before. */
export const lastMonth = (today: string) =>
  daysOfMonth(recentMonths(today)[1] ?? today.slice(0, 7));

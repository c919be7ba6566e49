import type { Order } from '../../contract/api/order.ts';
import { formatDate } from '../i18n/intl.ts';
import { useDayIn, useFormat } from '../i18n/use-format.ts';

type OrderDays = {
  /** Of the calendar: 'Thursday, December 31', with the year if it is another one. */
  day: (day: string) => string;
  /** 'December 31', for buttons. */
  brief: (day: string) => string;
  weekday: (day: string) => string;
  /** Of the wall clock: '9:00 AM'. */
  time: (time: string) => string;
  /** The day on which an order is due, in its own zone; undefined if it waits for its person. */
  nextDay: (order: Pick<Order, 'release_at' | 'days'>) => string | undefined;
  /** Day and time of a moment in a zone: 'Thursday, December 31 at 9:00 AM'. */
  moment: (iso: string, zone: string) => string;
};

/** The city that a zone is named after. */
export const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Writes days and times of orders. */
export function useOrderDays(): OrderDays {
  const { locale } = useFormat();
  const dayIn = useDayIn();
  // What a calendar and a wall clock show has no zone any more.
  const format = (at: string, options: Intl.DateTimeFormatOptions) =>
    formatDate(new Date(at), locale, { timeZone: 'UTC', ...options });

  return {
    day: (of) => dayIn(of, 'UTC'),
    nextDay: ({ release_at, days }) =>
      release_at === null || days === null ? undefined : dayIn(release_at, days.zone),
    moment: (iso, zone) => dayIn(iso, zone, { hour: 'numeric', minute: '2-digit' }),
    time: (of) => format(`1970-01-01T${of}Z`, { timeStyle: 'short' }),
    brief: (of) => format(of, { month: 'long', day: 'numeric' }),
    weekday: (of) => format(of, { weekday: 'long' }),
  };
}

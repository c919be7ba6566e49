import type { Order } from '../../contract/api/order.ts';
import { formatDate, today } from '../i18n/intl.ts';
import { useFormat } from '../i18n/use-format.ts';

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
};

/** Writes days and times of orders, apart from their words, which the home page does without. */
export function useOrderDays(): OrderDays {
  const { locale } = useFormat();
  // What a calendar and a wall clock show has no zone any more.
  const format = (at: string, options: Intl.DateTimeFormatOptions) =>
    formatDate(new Date(at), locale, { timeZone: 'UTC', ...options });

  function day(of: string): string {
    const isOtherYear = of.slice(0, 4) !== today().slice(0, 4);
    return format(of, {
      ...{ weekday: 'long', month: 'long', day: 'numeric' },
      ...(isOtherYear && { year: 'numeric' }),
    });
  }

  function nextDay({ release_at, days }: Pick<Order, 'release_at' | 'days'>): string | undefined {
    if (release_at === null || days === null) return undefined;
    // Sweden writes a day as the contract does.
    return day(
      formatDate(new Date(release_at), 'sv', {
        timeZone: knownZone(days.zone),
        dateStyle: 'short',
      }),
    );
  }

  const time = (of: string) => format(`1970-01-01T${of}Z`, { timeStyle: 'short' });

  return {
    ...{ day, time, nextDay },
    brief: (of) => format(of, { month: 'long', day: 'numeric' }),
    weekday: (of) => format(of, { weekday: 'long' }),
  };
}

/** A zone for this runtime, whose rules may be older than the server's: UTC in place of one that it does not know. */
function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

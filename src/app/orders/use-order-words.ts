import { selectOrdinal } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order } from '../../contract/api/order.ts';
import type { ScheduledOrder } from '../../contract/api/scheduled-order.ts';
import { formatDate, today } from '../i18n/intl.ts';
import { useFormat } from '../i18n/use-format.ts';

/** A day on which an order is sent. */
export type OrderDay = ScheduledOrder['next'][number];

type OrderWords = {
  /** Of the calendar: 'Thursday, December 31', with the year if it is another one. */
  day: (day: string) => string;
  /** 'December 31', for buttons. */
  brief: (day: string) => string;
  /** Of the wall clock: '9:00 AM'. */
  time: (time: string) => string;
  /** When an order is sent: 'Every month on the 31st, 9:00 AM'. */
  rule: (order: Pick<Order, 'kind' | 'days'>) => string;
  /** The day on which an order is due, in its own zone; undefined if it waits for its person. */
  nextDay: (order: Pick<Order, 'release_at' | 'days'>) => string | undefined;
  /** What a day has of its own, such as that the clocks change; undefined for nothing. */
  oddity: (day: OrderDay) => string | undefined;
};

/** Writes the days of orders. They are of the order's own zone, wherever the person is by now. */
export function useOrderWords(): OrderWords {
  const { t } = useLingui();
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

  function rule({ kind, days }: Pick<Order, 'kind' | 'days'>): string {
    const at = time(days?.time ?? '00:00');
    const first = days?.first_day ?? '';
    switch (kind) {
      case 'weekly': {
        const weekday = format(first, { weekday: 'long' });
        return t`Every ${weekday}, ${at}`;
      }
      case 'monthly': {
        const number = Number(first.slice(-2));
        return t`Every month on the ${selectOrdinal(number, { one: '#st', two: '#nd', few: '#rd', other: '#th' })}, ${at}`;
      }
      case 'once':
      case 'held':
        return t`Once, ${at}`;
    }
  }

  function oddity({ shown, clock, is_last_day, day: ruled }: OrderDay): string | undefined {
    if (clock === 'left-out' || shown.day !== ruled) {
      const at = time(shown.time);
      return t`at ${at}: the clocks change`;
    }
    if (clock === 'twice') {
      const at = time(shown.time);
      return t`the first ${at}: the clocks change`;
    }
    return is_last_day ? t`last day` : undefined;
  }

  const brief = (of: string) => format(of, { month: 'long', day: 'numeric' });
  return { day, brief, time, rule, nextDay, oddity };
}

/** A zone for this runtime, whose rules may be older than the server's: UTC in place of one that it does not know. */
function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

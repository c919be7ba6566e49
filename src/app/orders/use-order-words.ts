import { selectOrdinal } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Order } from '../../contract/api/order.ts';
import type { ScheduledOrder } from '../../contract/api/scheduled-order.ts';
import { useOrderDays } from './use-order-days.ts';

type OrderWords = {
  /** When an order is sent: 'Every month on the 31st, 9:00 AM'. */
  rule: (order: Pick<Order, 'kind' | 'days'>) => string;
  /** What a day has of its own, such as that the clocks change; undefined for nothing. */
  oddity: (day: ScheduledOrder['next'][number]) => string | undefined;
};

/** Says when an order is sent. Its days are of its own zone, wherever the person is by now. */
export function useOrderWords(): OrderWords {
  const { t } = useLingui();
  const { time, weekday: weekdayOf } = useOrderDays();

  function rule({ kind, days }: Pick<Order, 'kind' | 'days'>): string {
    const at = time(days?.time ?? '00:00');
    const first = days?.first_day ?? '';
    switch (kind) {
      case 'weekly': {
        const weekday = weekdayOf(first);
        return t`Every ${weekday}, ${at}`;
      }
      case 'monthly': {
        const number = Number(first.slice(-2));
        return t`Every month on the ${selectOrdinal(number, { one: '#st', two: '#nd', few: '#rd', other: '#th' })}, ${at}`;
      }
      case 'once':
        return t`Once, ${at}`;
      // Told of one that waits longer than it can be stopped.
      case 'held':
        return t`Once, right after it is approved`;
    }
  }

  function oddity({
    shown,
    clock,
    is_last_day,
    day: ruled,
  }: ScheduledOrder['next'][number]): string | undefined {
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

  return { rule, oddity };
}

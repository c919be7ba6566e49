import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '../../../contract/api/order.ts';
import { isOpenOrder } from '../../../contract/api/order-states.ts';
import type { ScheduledOrder } from '../../../contract/api/scheduled-order.ts';
import { isFailure } from '../../api/api-error.ts';
import { sendKeys } from '../../api/query-keys.ts';
import {
  pauseOrder,
  scheduledOrderQuery,
  scheduledOrdersQuery,
  skipDay,
} from '../../api/scheduled-orders.ts';
import { stopOrder } from '../../api/sends.ts';
import { isLeftOut, isUnsureAfter } from '../../orders/use-order-press.ts';

type Seen = { order: ScheduledOrder };

/** What can be undone. */
type Light = Seen & { kind: 'pause' | 'resume' };
type Skip = Seen & { kind: 'skip'; day: string };
/** What can't be undone: it is asked for twice. */
type Lasting = Skip | (Seen & { kind: 'stop' });
/** What a person does with an order, as they see it. */
export type Change = Light | Lasting;

export type Outcome = {
  change: Change;
  /** The order as it is then; undefined if that is not known. */
  now: Order | ScheduledOrder | undefined;
};

type Done = Outcome & {
  /** Something else came first, and nothing was changed. */
  isLate: boolean;
  /** The answer to a press before was lost, so that it may have changed something. */
  isInDoubt: boolean;
};

/** Changes orders, one at a time, and keeps what came of the last change. */
export function useChange() {
  const client = useQueryClient();
  const [done, setDone] = useState<Done | null>(null);
  // The orders of which the answer to a press was lost.
  const [doubted, setDoubted] = useState<readonly string[]>([]);
  const endDoubt = (of: string) => setDoubted((ids) => ids.filter((id) => id !== of));
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: changed,
    async onMutate() {
      setDone(null);
      // A read that began before would show the order as it was.
      await client.cancelQueries({ queryKey: scheduledOrdersQuery.queryKey });
    },
    onSuccess(now, change) {
      keep(client, now);
      endDoubt(change.order.id);
      setDone({ change, now, isLate: false, isInDoubt: false });
    },
    async onError(failed, change) {
      const { id } = change.order;
      if (!isLate(failed)) {
        if (isUnsureAfter(failed)) setDoubted((ids) => [...ids, id]);
        return;
      }
      // Its page tells what came first, also of one that is no longer in the list.
      const query = { ...scheduledOrderQuery(id), staleTime: 0 };
      const now = await client.fetchQuery(query).catch(() => undefined);
      if (now) keep(client, now);
      if (now) endDoubt(id);
      const isOther = !now || !isDone(change, now);
      setDone({ change, now, isLate: isOther, isInDoubt: doubted.includes(id) });
    },
    onSettled() {
      // Not waited for: what was answered is on the page.
      for (const queryKey of [scheduledOrdersQuery.queryKey, sendKeys.all])
        void client.invalidateQueries({ queryKey });
    },
  });
  return {
    make: (change: Change) => mutate(change),
    /** Forgets a failure, as when its dialog is closed. */
    reset,
    /** The id of the order that is being changed. */
    pending: isPending ? variables.order.id : undefined,
    /** What failed of the last change; what came first is no failure. */
    error: isLate(error) ? null : error,
    done,
  };
}

/** Whether an order is as a change asked for, as after a press before whose answer was lost. */
function isDone(change: Change, now: ScheduledOrder): boolean {
  const isPaused = now.state === 'waiting' && now.waits_for === 'person';
  switch (change.kind) {
    case 'pause':
      return isPaused;
    case 'resume':
      return now.state === 'waiting' && !isPaused;
    case 'skip':
      return isLeftOut(change.day, change.order, now);
    case 'stop':
      return now.state === 'stopped';
  }
}

/** The order, or its day, is not what the page showed. */
const isLate = (error: unknown) => isFailure(error, 'order-changed', 'invalid-fields');

async function changed(change: Change): Promise<Order | ScheduledOrder> {
  const { order } = change;
  switch (change.kind) {
    case 'pause':
    case 'resume':
      return (await pauseOrder(order, change.kind === 'pause')).order;
    case 'skip':
      return (await skipDay(order, change.day)).order;
    case 'stop':
      return (await stopOrder(order)).order;
  }
}

/** Shows an order as it was answered. One that ended is left to Transfers. */
function keep(client: QueryClient, now: Order | ScheduledOrder): void {
  client.setQueryData(scheduledOrdersQuery.queryKey, (list) => {
    if (!list) return list;
    const isShown = isOpenOrder(now.state) && 'next' in now;
    const items = list.items.flatMap((one) => (one.id !== now.id ? [one] : isShown ? [now] : []));
    return { items };
  });
}

import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { reads } from '../../contract/api/reads.ts';
import {
  type ReplaceDayRequest,
  type RescheduleRequest,
  replaceDayRequest,
  rescheduleRequest,
  type ScheduleRequest,
  scheduledAnswer,
  scheduledOrder,
  scheduledOrders,
  scheduledPaths,
  scheduleRequest,
} from '../../contract/api/scheduled-order.ts';
import { request } from './request.ts';

/** Query key prefix of what is sent on days. */
export const scheduledKey = ['scheduled-orders'] as const;

/** While anything waits: nothing else tells when a day has come, or that another device changed one. */
const pollMs = 10_000;

/** What can still be sent, due first; held transfers too. */
export const scheduledOrdersQuery = queryOptions({
  queryKey: scheduledKey,
  queryFn: ({ signal }) => request(scheduledOrders, reads.scheduledOrders.url, { signal }),
  // A loader has just fetched them.
  staleTime: 2_000,
  refetchInterval: ({ state }) => (state.data?.items.length ? pollMs : false),
});

/** The same of one recipient. */
export function scheduledToQuery(account_id: string) {
  return queryOptions({
    queryKey: [...scheduledKey, 'to', account_id],
    queryFn: ({ signal }) =>
      request(scheduledOrders, reads.scheduledTo(account_id).url, { signal }),
    staleTime: 2_000,
    refetchInterval: ({ state }) => (state.data?.items.length ? pollMs : false),
  });
}

/** One of them, also after it has ended. @param revision that the page shows, so that another one is asked for anew */
export function scheduledOrderQuery(id: string, revision?: number) {
  return queryOptions({
    queryKey: [...scheduledKey, 'one', id, ...(revision === undefined ? [] : [revision])],
    queryFn: ({ signal }) => request(scheduledOrder, scheduledPaths.one(id), { signal }),
    // A release, another tab or support may have changed it.
    staleTime: 0,
  });
}

/** Makes an order. A repeated one with the same id is answered with the order as it is. */
export function scheduleOrder(asked: ScheduleRequest) {
  const body = z.encode(scheduleRequest, asked);
  return request(scheduledAnswer, scheduledPaths.all, { method: 'POST', body });
}

/** Changes everything of an order from its next day on. */
export function rescheduleOrder(id: string, asked: RescheduleRequest) {
  const body = z.encode(rescheduleRequest, asked);
  return request(scheduledAnswer, scheduledPaths.one(id), { method: 'PUT', body });
}

/** Makes a transfer of its own in place of one day of an order. A repeated one is answered as the first. */
export function replaceDay(id: string, asked: ReplaceDayRequest) {
  const body = z.encode(replaceDayRequest, asked);
  return request(scheduledAnswer, scheduledPaths.day(id), { method: 'POST', body });
}

/** The order as the person saw it: a change of any other revision is refused. */
type Seen = { id: string; revision: number };

/** Pauses an order, or lets it go on with its next day from now. */
export function pauseOrder({ id, revision }: Seen, paused: boolean) {
  const body = { revision, paused };
  return request(scheduledAnswer, scheduledPaths.pause(id), { method: 'POST', body });
}

/** Leaves one day of an order out. @param day YYYY-MM-DD */
export function skipDay({ id, revision }: Seen, day: string) {
  const body = { revision, day };
  return request(scheduledAnswer, scheduledPaths.skip(id), { method: 'POST', body });
}

import * as z from 'zod/mini';
import { order, orderDays, orderTerms } from './order.ts';
import { apiPaths } from './paths.ts';
import { isReleaseKey, sendKey } from './send-key.ts';
import { transferRequest } from './transfer.ts';
import { id, instant } from './wire.ts';

/** Orders that are sent on days which a person chose: once later, every week or every month. */
export const scheduledPaths = {
  all: apiPaths.orders,
  one: apiPaths.order,
  pause: (id: string) => `/api/orders/${id}/pause` as const,
  skip: (id: string) => `/api/orders/${id}/skip` as const,
  day: (id: string) => `/api/orders/${id}/day` as const,
} as const;

/** The most orders of one person that can still be sent. */
export const maxWaitingOrders = 200;

/** The first day of an order is at most so far ahead. */
export const maxDaysAhead = 5 * 366;

const revision = z.int().check(z.gte(1));
const day = orderDays.shape.first_day;

/** What is sent, to whom, when, and the least that may arrive. */
const scheduled = { ...transferRequest.shape, ...orderTerms.shape };

/** The body of POST /api/orders. A repeated one with the same id is answered with the order as it is. */
export const scheduleRequest = z.object({
  id: sendKey.check(z.refine((key) => !isReleaseKey(key))),
  ...scheduled,
});
export type ScheduleRequest = z.infer<typeof scheduleRequest>;

/** The body of PUT /api/orders/:id: everything from the next day on, as it is to be. */
export const rescheduleRequest = z.object({ revision, ...scheduled });
export type RescheduleRequest = z.infer<typeof rescheduleRequest>;

/** The body of POST /api/orders/:id/pause. */
export const pauseRequest = z.object({ revision, paused: z.boolean() });

/** The body of POST /api/orders/:id/skip: a day of the order on which it is not to send. */
export const skipRequest = z.object({ revision, day });

/** The body of POST /api/orders/:id/day: in place of one day of the order, a transfer of its own. */
export const replaceDayRequest = z.object({ revision, day, instead: scheduleRequest });
export type ReplaceDayRequest = z.infer<typeof replaceDayRequest>;

/** A day of an order, as `Occurrence` of order-days.ts. */
const orderDay = z.object({
  number: z.int(),
  day,
  at: instant,
  shown: z.object({ day: z.string(), time: z.string() }),
  clock: z.enum(['once', 'left-out', 'twice']),
  is_last_day: z.boolean(),
});

/** An order with its days. */
export const scheduledOrder = z.object({
  ...order.shape,
  /** The next three, of a paused one those if it went on now. */
  next: z.array(orderDay),
  /** The number of the day from which its days are counted. */
  first_occurrence: z.int(),
  /** The days to come that are skipped. */
  skipped: z.array(day),
});
export type ScheduledOrder = z.infer<typeof scheduledOrder>;

/** The query of GET /api/orders: those to one recipient, if it names one. */
export const scheduledQuery = z.object({ destination_account_id: z.optional(id) });

/** The answer of GET /api/orders: what can still be sent, due first. */
export const scheduledOrders = z.object({ items: z.array(scheduledOrder) });

/** The answer of each change: the order, and for one day the transfer in its place. */
export const scheduledAnswer = z.object({
  order: scheduledOrder,
  instead: z.optional(scheduledOrder),
});

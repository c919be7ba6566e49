import * as z from 'zod/mini';
import { instant, integer } from './wire.ts';

/** What a limit counts: one transfer, or all that a person sends within 24 hours, or within 30 days. */
export const limitSpans = ['transfer', 'day', 'month'] as const;
export type LimitSpan = (typeof limitSpans)[number];

/** How long a limit looks back, in milliseconds; one transfer stands for itself. */
export const limitSpanMs: Record<Exclude<LimitSpan, 'transfer'>, number> = {
  day: 86_400_000,
  month: 30 * 86_400_000,
};

/** A limit that a transfer is over; amounts in subunits of the currency. */
export const reachedLimit = z.object({
  currency: z.string(),
  span: z.enum(limitSpans),
  limit: integer,
  /** Of the span, without the transfer. */
  used: integer,
  /** When enough is free for the transfer; null if it never fits, or while something waits to be sent. */
  frees_at: z.nullable(instant),
});
export type ReachedLimit = z.infer<typeof reachedLimit>;

/** Paths of limits. */
export const limitPaths = {
  own: '/api/limits',
  of: (user: string) => `/api/people/${user}/limits` as const,
} as const;

/** What is left of a person's limits in a currency; amounts in its subunits. */
const currencyLimits = z.object({
  currency: z.string(),
  spans: z.array(
    z.object({
      span: z.enum(limitSpans),
      limit: integer,
      /** 0 of one transfer. */
      used: integer,
      /** What was raised and is not in force yet; `limit` null: without one. */
      next: z.nullable(z.object({ limit: z.nullable(integer), at: instant })),
    }),
  ),
});

/** The answer of GET /api/limits: of the person, in each currency that has limits. */
export const ownLimits = z.object({ items: z.array(currencyLimits) });
export type OwnLimits = z.infer<typeof ownLimits>;

/** The answer of GET and PUT /api/people/:user/limits: as an admin sees and changes them, without what was sent. */
export const personLimitsAnswer = z.object({
  items: z.array(
    z.object({
      currency: z.string(),
      /** Of the currency, which an admin can't read elsewhere; null while the service can't be reached. */
      subunit_to_unit: z.nullable(integer),
      span: z.enum(limitSpans),
      /** The operator's; null without one. */
      operators: z.nullable(integer),
      /** The person's own; null: the operator's. */
      own: z.nullable(integer),
      /** What was raised and is not in force yet; `amount` null: the operator's. */
      next: z.nullable(z.object({ amount: z.nullable(integer), at: instant })),
    }),
  ),
});
export type PersonLimits = z.infer<typeof personLimitsAnswer>;

/** The body of PUT /api/people/:user/limits: `amount` null for the operator's. */
export const personLimitRequest = z.object({
  currency: z.string().check(z.minLength(1), z.maxLength(20)),
  span: z.enum(limitSpans),
  amount: z.nullable(integer),
});
export type PersonLimitRequest = z.infer<typeof personLimitRequest>;

/** A raised limit counts so long after the change, in milliseconds; a lower one at once. */
export const raisedAfterMs = 86_400_000;

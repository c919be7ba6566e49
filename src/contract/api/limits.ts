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

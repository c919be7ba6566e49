import * as z from 'zod/mini';
import type { Retention } from '../ledger/keep/retention.ts';

const dayMs = 24 * 60 * 60_000;
const yearMs = 366 * dayMs;

const duration = (unit: string, each_ms: number, least: number, such: number) => {
  const error = `must be a whole number of ${unit}, ${least} or more, such as ${such}`;
  return z.pipe(
    z.coerce.number({ error }).check(z.int(error), z.gte(least, error), z.lte(36_500, error)),
    z.transform((value) => value * each_ms),
  );
};

/** The variables of how long the ledger keeps what. */
export const retentionVariables = {
  RETAIN_AUDIT_DAYS: z.optional(duration('days', dayMs, 30, 1_825)),
  RETAIN_EVENTS_DAYS: z.optional(duration('days', dayMs, 30, 1_825)),
  RETAIN_NEWS_DAYS: z.optional(duration('days', dayMs, 7, 90)),
  RETAIN_RATES_DAYS: z.optional(duration('days', dayMs, 1, 90)),
  RETAIN_SENDS_YEARS: z.optional(duration('years', yearMs, 1, 10)),
};

type Values = z.infer<z.ZodMiniObject<typeof retentionVariables>>;

/**
 * Reads these variables, in milliseconds; null: for ever. What is the record of money, or of who did what, is kept for ever by default.
 */
export function retentionOf(values: Values): Retention {
  return {
    audit: values.RETAIN_AUDIT_DAYS ?? null,
    events: values.RETAIN_EVENTS_DAYS ?? null,
    news: values.RETAIN_NEWS_DAYS ?? 90 * dayMs,
    rates: values.RETAIN_RATES_DAYS ?? 90 * dayMs,
    sends: values.RETAIN_SENDS_YEARS ?? null,
  };
}

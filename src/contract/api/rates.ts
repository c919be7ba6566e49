import * as z from 'zod/mini';
import { decimalText } from '../decimal-text.ts';
import { currencyCode } from './quote.ts';
import { id, instant } from './wire.ts';

/** GET /api/rates: a pair of currencies, to one country or digital asset. */
export const ratesQuery = z.object({
  source_currency: currencyCode,
  destination_currency: currencyCode,
  country_id: id,
});
export type RatesQuery = z.infer<typeof ratesQuery>;

/** A rate as the service gave it, and when. */
const seenRate = z.object({ rate: decimalText, seen_at: instant });
export type SeenRate = z.infer<typeof seenRate>;

/** The rates that this app has seen for a pair: its own observations, whoever asked. */
export const rates = z.object({
  /** How many estimates there were; the first of them was at `since`, null without any. */
  count: z.int(),
  since: z.nullable(instant),
  min: z.nullable(decimalText),
  max: z.nullable(decimalText),
  /** Oldest first and at most 120: thinned by time, with the lowest and the highest among them. */
  points: z.array(seenRate),
});
export type Rates = z.infer<typeof rates>;

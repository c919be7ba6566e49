import * as z from 'zod/mini';
import { decimalText } from '../decimal-text.ts';
import { arrival } from './arrival.ts';
import { currencyCode } from './quote.ts';
import { id, instant } from './wire.ts';

/** The query of GET /api/rates: a pair of currencies, for one country or digital asset. */
export const ratesQuery = z.object({
  source_currency: currencyCode,
  destination_currency: currencyCode,
  country_id: id,
});
export type RatesQuery = z.infer<typeof ratesQuery>;

/** A rate that the service gave, and when. */
const seenRate = z.object({ rate: decimalText, seen_at: instant });
export type SeenRate = z.infer<typeof seenRate>;

/** The rates that Giro has seen for a pair, from the estimates of all people. The service has no history. */
export const rates = z.object({
  /** The number of estimates; `since` is the time of the first one, null without any. */
  count: z.int(),
  since: z.nullable(instant),
  min: z.nullable(decimalText),
  max: z.nullable(decimalText),
  /** Oldest first, at most 120: sampled by time, always with the lowest and the highest. */
  points: z.array(seenRate),
  /** How long transfers to this country or asset took; left out when too few are known. */
  arrival: z.optional(arrival),
});
export type Rates = z.infer<typeof rates>;

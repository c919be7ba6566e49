import * as z from 'zod/mini';
import { decimalText } from '../decimal-text.ts';
import { id, instant, integer } from './wire.ts';

/** contract 2.5: the service names its currencies; a digital asset is one too. */
export const currencyCode = z.string().check(z.minLength(1), z.maxLength(20));

/** GET /api/quotes: one side of the amount, in subunits of its own currency. */
export const quoteQuery = z
  .object({
    source_amount_cents: z.optional(integer),
    destination_amount_cents: z.optional(integer),
    source_amount_currency: currencyCode,
    destination_amount_currency: currencyCode,
    country_id: id,
  })
  .check(
    z.refine(
      (query) =>
        (query.source_amount_cents === undefined) !==
        (query.destination_amount_cents === undefined),
      {
        error: 'give source_amount_cents or destination_amount_cents, not both',
        path: ['source_amount_cents'],
      },
    ),
  );
export type QuoteQuery = z.infer<typeof quoteQuery>;

/** An estimate: the service locks no rate. */
export const quote = z.object({
  source_currency: z.string(),
  destination_currency: z.string(),
  /** Destination units for one source unit, an exact decimal. */
  rate: decimalText,
  source_amount_cents: integer,
  destination_amount_cents: integer,
  country_id: id,
  taken_at: instant,
  /** False when a destination was asked for that no source amount hits to the subunit. */
  exact: z.boolean(),
});
export type Quote = z.infer<typeof quote>;

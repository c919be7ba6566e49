import * as z from 'zod/mini';
import { decimalText } from '../decimal-text.ts';
import { id, instant, integer } from './wire.ts';

/** A currency code of the service (contract 2.5), which need not be ISO 4217: digital assets have one too. */
export const currencyCode = z.string().check(z.minLength(1), z.maxLength(20));

/** The query of GET /api/quotes: one of the two amounts, in subunits of its own currency. */
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

/** An estimate. The service holds no rate: it sets the final one when the transfer is created. */
export const quote = z.object({
  source_currency: z.string(),
  destination_currency: z.string(),
  /** Destination units for one source unit, an exact decimal. */
  rate: decimalText,
  source_amount_cents: integer,
  destination_amount_cents: integer,
  country_id: id,
  taken_at: instant,
  /** False when no source amount gives exactly the destination amount that was asked for. */
  exact: z.boolean(),
});
export type Quote = z.infer<typeof quote>;

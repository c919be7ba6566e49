import * as z from 'zod/mini';
import { idPattern } from '../../../contract/paths.ts';

const cents = z.catch(z.optional(z.string().check(z.regex(/^\d{1,60}$/))), undefined);
const code = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(20))), undefined);
const id = z.catch(z.optional(z.string().check(z.regex(idPattern))), undefined);

const kept = z.catch(z.optional(z.string().check(z.maxLength(300))), undefined);

const quoteSearch = z.object({
  source_amount_cents: cents,
  destination_amount_cents: cents,
  source_amount_currency: code,
  destination_amount_currency: code,
  country_id: id,
  destination_account_id: id,
  /** What was filled in of when it is sent, for the way back to the check. This page does not read it. */
  later: kept,
});

/** The choices in the address: at most one of the two amounts, in subunits. */
export type QuoteSearch = z.infer<typeof quoteSearch>;

/** Parses the address; an invalid part counts as absent. */
export function readQuoteSearch(params: URLSearchParams): QuoteSearch {
  return z.parse(quoteSearch, Object.fromEntries(params));
}

const visitState = z.object({ visit: z.string() });

/** The visit that a history entry belongs to, if the form wrote it. */
export function visitOf(state: unknown): string | undefined {
  const parsed = z.safeParse(visitState, state);
  return parsed.success ? parsed.data.visit : undefined;
}

import * as z from 'zod/mini';
import { sendStates } from './send-states.ts';
import { shownQuote } from './transfer.ts';
import { id, instant, integer } from './wire.ts';

/** The Idempotency-Key of a sending. */
export const sendKey = z.uuid();

/** GET /api/sends/:key: what is known of a sending. */
export const send = z.object({
  key: sendKey,
  state: z.enum(sendStates),
  destination_account_id: id,
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_amount_currency: z.string(),
  quote: z.nullable(shownQuote),
  /** The transfer that this sending became, once it is known. */
  transfer_id: z.nullable(id),
  /** What was seen, as a problem name; null when the service took it. */
  reason: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
});
export type Send = z.infer<typeof send>;

/** The body of 202: the outcome is not known yet. */
export const sendAnswer = z.object({ send });
export const sends = z.array(send);

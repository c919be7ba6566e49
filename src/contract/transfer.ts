import * as z from 'zod/mini';
import { wireAmount, wireId } from './wire.ts';

/** A transfer (contract 2.2). `state` accepts any text, so that an unknown state can be shown unchanged. */
export const transfer = z.object({
  id: wireId,
  source_amount_cents: wireAmount,
  source_amount_currency: z.string(),
  destination_amount_cents: wireAmount,
  destination_amount_currency: z.string(),
  state: z.string(),
  destination_account_id: wireId,
});
export type Transfer = z.infer<typeof transfer>;

/** The body of create (contract 4.2). The amount is in subunits of the source currency. */
export const transferRequest = z.object({
  destination_account_id: wireId,
  source_amount_cents: wireAmount,
  source_amount_currency: z.string(),
  destination_amount_currency: z.string(),
});
export type TransferRequest = z.infer<typeof transferRequest>;

import * as z from 'zod/mini';
import { wireAmount, wireId } from './wire.ts';

/** contract 2.2. `state` is any text, so that a state we do not know yet can be shown as it came. */
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

/** contract 4.2: the body of create. Amounts are subunits of the source currency. */
export const transferRequest = z.object({
  destination_account_id: wireId,
  source_amount_cents: wireAmount,
  source_amount_currency: z.string(),
  destination_amount_currency: z.string(),
});
export type TransferRequest = z.infer<typeof transferRequest>;

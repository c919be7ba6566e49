import * as z from 'zod/mini';
import { categories } from '../account-choices.ts';
import { id, instant, integer } from './wire.ts';

/** The most recipients that GET /api/destination_accounts/recent answers. */
export const maxRecentRecipients = 6;

/** A recipient that the person has sent to, with the last send that the service confirmed. */
const recentRecipient = z.object({
  /** Of the destination account. */
  id,
  alias: z.string(),
  category: z.enum(categories),
  /** The service's id of its country or asset, and its code; null when the service gives none. */
  country_id: z.nullable(id),
  country_code: z.nullable(z.string()),
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_amount_currency: z.string(),
  sent_at: instant,
});
export type RecentRecipient = z.infer<typeof recentRecipient>;
/** GET /api/destination_accounts/recent: the person's pinned ones, then the others; latest send first. */
export const recentRecipients = z.array(recentRecipient);

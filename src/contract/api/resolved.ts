import * as z from 'zod/mini';
import { decision } from './send.ts';
import { sendKey } from './send-key.ts';
import { sender } from './sender.ts';
import { id, integer } from './wire.ts';

/** The query of GET /api/support/resolved; the cursor is the `next_cursor` of an answer. */
export const resolvedQuery = z.object({
  cursor: z.optional(z.string().check(z.regex(/^[\d-]{10}T[\d:.]+Z_[\da-f-]{36}_\d{0,18}$/))),
});

/**
 * What support decided: that a send was sent as a transfer, or not; that another transfer is the sender's too
 * (`added`), or is not theirs (`other`).
 */
const outcomes = ['sent', 'not_sent', 'added', 'other'] as const;

const resolved = z.object({
  /** Of the send. */
  key: sendKey,
  outcome: z.enum(outcomes),
  /** The transfer that the decision names. */
  transfer_id: z.nullable(id),
  decision,
  reason: z.string(),
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_account_id: id,
  /** The recipient's alias and the code of the country or asset; null when the service did not give them. */
  alias: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
  sender: z.optional(sender),
});
export type Resolved = z.infer<typeof resolved>;

/** The answer of GET /api/support/resolved: the newest decisions first, at most `maxFound`. */
export const resolvedList = z.object({
  items: z.array(resolved),
  next_cursor: z.nullable(z.string()),
});

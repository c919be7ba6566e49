import * as z from 'zod/mini';
import { sendKey } from './send-key.ts';
import { sendReasons, sendStates } from './send-states.ts';
import { sender } from './sender.ts';
import { shownQuote, transfer } from './transfer.ts';
import { typedText } from './typed-text.ts';
import { id, instant, integer } from './wire.ts';

/** Milliseconds after a send during which an identical one needs the person's confirmation (`after_sent`). */
export const sentBeforeLasts = 10 * 60_000;

/** Who of support decided, by name or else email, and when. Only support gets this. */
export const decision = z.object({
  by: z.string(),
  /** Who proposed what this person confirmed. Absent if one person decided alone. */
  proposed_by: z.optional(z.string()),
  at: instant,
});

/** The answer of GET /api/sends/:key. */
export const send = z.object({
  key: sendKey,
  state: z.enum(sendStates),
  destination_account_id: id,
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_amount_currency: z.string(),
  quote: z.nullable(shownQuote),
  /** The id of its transfer, once known. */
  transfer_id: z.nullable(id),
  /** Why it has its state. */
  reason: z.nullable(z.enum(sendReasons)),
  /** How its answer was lost. Kept when the outcome becomes known later. */
  no_answer: z.nullable(z.enum(sendReasons)),
  /** The service's own message with a refusal. */
  service_message: z.nullable(z.string()),
  /** The key of the unresolved send that this one repeats, as the person confirmed. */
  after_unresolved: z.nullable(sendKey),
  /** The key of the sent one that this one repeats, as the person confirmed. */
  after_sent: z.nullable(sendKey),
  /** The reason that support gave when resolving it. */
  settled_reason: z.nullable(z.string()),
  /** Only for support: who resolved it. Absent if nobody did. */
  decision: z.optional(decision),
  created_at: instant,
  updated_at: instant,
  /** The recipient's alias. Only in lists; null when the service did not give it. */
  alias: z.optional(z.nullable(z.string())),
  /** The code of the recipient's country or asset. Only in lists; null when the service did not give it. */
  country_code: z.optional(z.nullable(z.string())),
  /** What its sender wrote on it: the note for them alone. Absent without one, and in an answer to a press. */
  note: z.optional(z.string()),
  reference: z.optional(z.string()),
  /** Only for support. */
  sender: z.optional(sender),
  /** In a team that shares its sends: the name of the colleague who sent it, absent for one's own. */
  colleague: z.optional(z.string()),
  /** Only for support: matching transfers without an owner that appeared after this send had ended. */
  look_alikes: z.optional(z.array(id)),
  /** Only for support: true while a second person has to confirm that it was not sent. */
  proposed: z.optional(z.boolean()),
});
export type Send = z.infer<typeof send>;

/** The body of a 202 answer: the outcome is not known yet. */
export const sendAnswer = z.object({ send });
export const sends = z.array(send);

/**
 * The query of GET /api/sends, one of three:
 * - `state=unconfirmed`: open sends, of the sender and their team, or for support of everyone; support
 *   also gets ended sends with `look_alikes`.
 * - `key`: the person's own send with that key, if there is one.
 * - the four fields of a transfer: identical sends of the person and their team that are open, or were
 *   sent in the last 10 minutes.
 */
export const sendsQuery = z.union([
  z.object({ state: z.literal('unconfirmed') }),
  z.object({ key: sendKey }),
  z.object({
    destination_account_id: id,
    source_amount_cents: integer,
    source_amount_currency: z.string().check(z.maxLength(20)),
    destination_amount_currency: z.string().check(z.maxLength(20)),
  }),
]);

/** The answer of GET /api/sends/:key/candidates: the rows of the service's list that match this send. */
export const candidates = z.object({
  transfers: z.array(transfer),
  /** The ids of unreadable rows that may match; null for a row whose id is unreadable too. */
  unread: z.array(z.nullable(id)),
});
export type Candidates = z.infer<typeof candidates>;

/** The sender reads the reason, and one word would not explain enough. */
const minReasonLength = 10;
/** Why support decides so. */
export const resolveReason = typedText('note', 500).check(
  z.refine((text) => readableLength(text) >= minReasonLength, 'say why in a few words'),
);

/** Counts the visible characters of a text, without blanks such as U+2800 and ignorable code points. */
export function readableLength(text: string): number {
  const seen = text.replace(/[\p{Default_Ignorable_Code_Point}\p{C}\u2800]/gu, '');
  return [...seen.replace(/\s+/g, ' ').trim()].length;
}

/**
 * The candidates that support saw and did not choose: they are not reported as look-alikes later. Without each of them
 * nothing is resolved as not sent.
 */
export const seenTransferIds = z.optional(z.array(id).check(z.maxLength(100)));
/** The unreadable rows that support saw, as the candidates list them. */
export const seenUnread = z.optional(z.array(z.nullable(id)).check(z.maxLength(100)));

/**
 * The body of POST /api/sends/:key/settle. For an open send it gives the outcome, `sent` or `not_sent`.
 * For an ended send with look-alikes it says whether a transfer is (`sent`) or is not (`other`) this one.
 */
export const resolveRequest = z.union([
  z.object({
    outcome: z.literal('sent'),
    transfer_id: id,
    reason: resolveReason,
    seen_transfer_ids: seenTransferIds,
  }),
  z.object({
    outcome: z.literal('not_sent'),
    reason: resolveReason,
    seen_transfer_ids: seenTransferIds,
    seen_unread: seenUnread,
  }),
  z.object({ outcome: z.literal('other'), transfer_id: id, reason: resolveReason }),
]);
export type ResolveRequest = z.infer<typeof resolveRequest>;

import * as z from 'zod/mini';
import { sendKey } from './send-key.ts';
import { sendReasons, sendStates } from './send-states.ts';
import { sender } from './sender.ts';
import { shownQuote, transfer } from './transfer.ts';
import { id, instant, integer } from './wire.ts';

/** For how many milliseconds after a sending the same is sent again only by who was told of it. */
export const sentBeforeLasts = 10 * 60_000;

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
  /** What was seen, in a word: the kind of failure, or why looking for it ended. */
  reason: z.nullable(z.enum(sendReasons)),
  /** How its answer was lost, whatever became of it later: the kind of failure. */
  no_answer: z.nullable(z.enum(sendReasons)),
  /** What the service said with a refusal, in its own words. */
  service_message: z.nullable(z.string()),
  /** The unresolved sending that the person chose to send again after. */
  after_unresolved: z.nullable(sendKey),
  /** The sent one that the person was told of, and sent the same again after. */
  after_sent: z.nullable(sendKey),
  /** Why support resolved it as it is. */
  settled_reason: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
  /** The recipient's, in what is listed; null where the service doesn't tell it. */
  alias: z.optional(z.nullable(z.string())),
  /** For support alone. */
  sender: z.optional(sender),
  /** In a team that sends as one: the name of the colleague whose it is, absent in one's own. */
  colleague: z.optional(z.string()),
  /** For support alone: transfers that nobody owns, that turned up after it had ended, and can be it. */
  look_alikes: z.optional(z.array(id)),
});
export type Send = z.infer<typeof send>;

/** The body of 202: the outcome is not known yet. */
export const sendAnswer = z.object({ send });
export const sends = z.array(send);

/**
 * GET /api/sends: `state=unconfirmed` for those whose outcome is not known, a sender's own (their
 * team's) or for support all, with those that ended before a transfer like them turned up; `key` for the person's own with that key, if there is one; or the four of a
 * transfer for the person's own (their team's) that look like it: those open, and those sent in the last ten minutes.
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

/** GET /api/sends/:key/candidates: what of the service's list can be this sending. */
export const candidates = z.object({
  transfers: z.array(transfer),
  /** The rows that can't be read and could be it, by their ids; null for one whose id can't be read either. */
  unread: z.array(z.nullable(id)),
});
export type Candidates = z.infer<typeof candidates>;

/** The sender reads it: a word alone tells them nothing. */
export const minReasonLength = 10;
const resolveReason = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine((text) => readableLength(text) >= minReasonLength, 'say why in a few words'),
);

/** How many characters of a text can be seen: U+2800 is a blank, what Unicode lets ignore is nothing. */
export function readableLength(text: string): number {
  const seen = text.replace(/[\p{Default_Ignorable_Code_Point}\p{C}\u2800]/gu, '');
  return [...seen.replace(/\s+/g, ' ').trim()].length;
}

// The candidates that support saw and did not choose: they are no news later.
const seen_transfer_ids = z.optional(z.array(id).check(z.maxLength(100)));

/**
 * POST /api/sends/:key/settle: of an open sending what became of it; of one that has ended, whether a
 * transfer that turned up later is (`sent`) or is not (`other`) its sender's.
 */
export const resolveRequest = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('sent'),
    transfer_id: id,
    reason: resolveReason,
    seen_transfer_ids,
  }),
  z.object({ outcome: z.literal('not_sent'), reason: resolveReason, seen_transfer_ids }),
  z.object({ outcome: z.literal('other'), transfer_id: id, reason: resolveReason }),
]);
export type ResolveRequest = z.infer<typeof resolveRequest>;

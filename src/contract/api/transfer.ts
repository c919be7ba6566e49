import * as z from 'zod/mini';
import { decimalText } from '../decimal-text.ts';
import { sendKey } from './send-key.ts';
import { sender } from './sender.ts';
import { id, instant, integer, maxSearchLength } from './wire.ts';

/** A transfer of the service, amounts in subunits of their own currencies (contract 2.2). */
export const transfer = z.object({
  id,
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_amount_cents: integer,
  destination_amount_currency: z.string(),
  state: z.string(),
  destination_account_id: id,
});
export type Transfer = z.infer<typeof transfer>;

/** A transfer and its recipient's alias, where it could be read. */
export const aliasedTransfer = z.object({ ...transfer.shape, alias: z.nullable(z.string()) });
export type AliasedTransfer = z.infer<typeof aliasedTransfer>;

/** A row of the list. The service gives no times: `first_seen_at` is when this app first saw it, if it did. */
export const transferRow = z.object({
  ...aliasedTransfer.shape,
  first_seen_at: z.nullable(instant),
});
export type TransferRow = z.infer<typeof transferRow>;

/** Newest and oldest by id, for the service gives no times. */
export const transferSorts = ['newest', 'oldest', 'amount'] as const;

/** What rows are asked for, of the list and of the file alike. */
const filters = {
  /** An id, an amount in either decimal style, or something of the recipient, number or bank. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(maxSearchLength))),
  state: z.optional(z.string().check(z.maxLength(50))),
  destination_account_id: z.optional(id),
  /** Of the source or of the destination. */
  currency: z.optional(z.string().check(z.maxLength(20))),
  /** `amount` is the largest first, of the amount in `currency`, which it needs. */
  sort: z._default(z.enum(transferSorts), 'newest'),
};
const isSortable = ({ sort, currency }: { sort: string; currency?: string | undefined }) =>
  sort !== 'amount' || Boolean(currency);
const unsortable = { path: ['sort'], error: 'amounts are compared within one currency' };

/** GET /api/transfers?… `cursor` is the `next_cursor` of a window of the same question. */
export const transferQuery = z
  .object({
    ...filters,
    cursor: z.optional(z.string().check(z.regex(/^(\d{1,60}-)?\d{1,30}$/))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
  })
  .check(z.refine(isSortable, unsortable));
export type TransferQuery = z.infer<typeof transferQuery>;

/** POST /api/transfers.csv */
export const transferFileRequest = z.object(filters).check(z.refine(isSortable, unsortable));
export type TransferFileRequest = z.infer<typeof transferFileRequest>;

/** Whether the service answered the last time it was asked, and so that it could be read. */
const serviceStates = ['ok', 'silent', 'unreadable'] as const;
const readStatus = { as_of: instant, service: z.enum(serviceStates) };
/**
 * What is shown is from `as_of`; with `silent`, the service has not answered since; with `unreadable`,
 * its answers can't be read.
 */
export const asOf = z.object(readStatus);
export type AsOf = z.infer<typeof asOf>;

/**
 * What an answer could not look through: the recipients, or the banks, could not be read or not yet; some
 * recipients or transfers can't be read and are left out.
 */
const unreadParts = ['recipients', 'some-recipients', 'banks', 'some-transfers'] as const;
export type UnreadPart = (typeof unreadParts)[number];
/** Where it is not empty, nothing found does not mean that there is nothing. */
export const missing = z.array(z.enum(unreadParts));

/** A window of the list. */
export const transferList = z.object({
  items: z.array(transferRow),
  /** Where the next window starts, or null at the end. */
  next_cursor: z.nullable(z.string()),
  /** How many match in all. */
  total: z.int(),
  /** How many match in each state, whatever state was asked for. */
  counts: z.record(z.string(), z.int()),
  missing,
  ...readStatus,
  /** The events after this one are not in this window yet: `after=` of the stream. */
  event_id: z.string(),
});
export type TransferList = z.infer<typeof transferList>;

/** GET /api/transfers/events?after=: goes on after an event of an earlier stream or window. */
export const eventsQuery = z.object({ after: z.optional(z.string().check(z.maxLength(100))) });

/**
 * The events of the stream by their names, with what their data holds as JSON.
 * `reset` says that events were missed or are too many to tell: what is shown is to be read again.
 */
export const transferEvents = {
  /** With when the read that tells it began: what was read later is newer. */
  transfer: z.object({ ...transferRow.shape, as_of: instant }),
  as_of: asOf,
  reset: z.object({}),
} as const;

export type TransferEvent = z.infer<typeof transferEvents.transfer>;

/** What the person saw when they pressed Send. */
export const shownQuote = z.object({
  rate: decimalText,
  destination_amount_cents: integer,
  taken_at: instant,
});

/** One state of a transfer and when this app first saw it; null where it never saw it. */
export const stateObservation = z.object({ state: z.string(), seen_at: z.nullable(instant) });

/** GET /api/transfers/:id */
export const transferDetail = z.object({
  transfer,
  /** Null where the service no longer has the account, or where `missing` has it. */
  recipient: z.nullable(
    z.object({
      id,
      alias: z.string(),
      name: z.string(),
      bank_name: z.nullable(z.string()),
      /** The last four characters of the account number or wallet address. */
      account_tail: z.nullable(z.string()),
      country_name: z.nullable(z.string()),
    }),
  ),
  /** What could not be read: all of the recipient, or their bank. */
  missing: z.array(z.enum(['recipient', 'bank'])),
  timeline: z.array(stateObservation),
  /** Of the sending that it came of; null where Giro did not send it, or was told no quote. */
  quoted: z.nullable(shownQuote),
  /** For support alone, and absent where it is nobody's of Giro. */
  sender: z.optional(sender),
  ...readStatus,
  /** As of the list. */
  event_id: z.string(),
});
export type TransferDetail = z.infer<typeof transferDetail>;

/** POST /api/transfers, with an Idempotency-Key header (a UUID). */
export const transferRequest = z.object({
  destination_account_id: id,
  /** The `fingerprint` of the account that the person was shown. */
  destination_account_fingerprint: z.string().check(z.minLength(1), z.maxLength(100)),
  source_amount_cents: integer.check(z.gte(1n, 'must be greater than 0')),
  source_amount_currency: z.string().check(z.minLength(1), z.maxLength(20)),
  destination_amount_currency: z.string().check(z.minLength(1), z.maxLength(20)),
  quote: z.optional(shownQuote),
  /** The key of an identical sending that stayed unresolved: the person chose to send again after it. */
  after_unresolved: z.optional(sendKey),
  /** The key of the latest identical sending that was just sent: the person was told, and sends again. */
  after_sent: z.optional(sendKey),
});
export type TransferRequest = z.infer<typeof transferRequest>;

import * as z from 'zod/mini';
import { decimalText } from '../decimal-text.ts';
import { valuesByName } from '../record-of.ts';
import { arrival } from './arrival.ts';
import { appLocales } from './languages.ts';
import { sendKey } from './send-key.ts';
import { sender } from './sender.ts';
import { transferNotes, writtenNotes } from './transfer-notes.ts';
import { typedText } from './typed-text.ts';
import { id, instant, integer, maxSearchLength } from './wire.ts';

/** A transfer of the service (contract 2.2); each amount is in subunits of its own currency. */
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

/**
 * A transfer with its recipient's alias and the code of its country or asset; both null when the
 * recipient could not be read, the code also when the service gives none.
 */
export const aliasedTransfer = z.object({
  ...transfer.shape,
  alias: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
});
export type AliasedTransfer = z.infer<typeof aliasedTransfer>;

/** What its sender wrote on a transfer; absent without one. The note is for its sender alone. */
const notesOnRow = { note: z.optional(z.string()), reference: z.optional(z.string()) };

/** A row of the list. The service gives no times, so `first_seen_at` is when Giro first saw it; null if never. */
export const transferRow = z.object({
  ...aliasedTransfer.shape,
  first_seen_at: z.nullable(instant),
  /** The key of its send, if that was listed before as not confirmed, or may have been. Only in lists. */
  send_key: z.optional(sendKey),
  /** Only in lists: events leave both out. */
  ...notesOnRow,
});
export type TransferRow = z.infer<typeof transferRow>;

/** A row of the list for a send whose outcome is not known, or that support has to look at again. */
const openSendRow = z.object({
  key: sendKey,
  /** A mark; or the state that the service answered with, while its list does not have the transfer yet. */
  state: z.string(),
  destination_account_id: id,
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  /** The answer's amount, or else the estimate that the person saw; null without both. */
  destination_amount_cents: z.nullable(integer),
  destination_amount_currency: z.string(),
  alias: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
  /** When Send was pressed. */
  created_at: instant,
  ...notesOnRow,
});
export type OpenSendRow = z.infer<typeof openSendRow>;

/** 'newest' and 'oldest' sort by id, because the service gives no times. */
export const transferSorts = ['newest', 'oldest', 'amount'] as const;

/** The filters of the list and of the CSV file. */
const filters = {
  /**
   * Each word or phrase has to match: a transfer id, a reference or link, an amount in either decimal style or in
   * words, a currency, a day, a state, the reference, the recipient's text, numbers, bank or country; for its sender
   * the note too, and for support the sender's name or e-mail. What matches nothing is left out, see `left_out`.
   */
  q: z.optional(typedText('search', maxSearchLength)),
  /** A state of contract 3, 'open' for all that are not final (see `isInState`), or a mark of open sends. */
  state: z.optional(z.string().check(z.maxLength(50))),
  destination_account_id: z.optional(id),
  /** The source or the destination currency. */
  currency: z.optional(z.string().check(z.maxLength(20))),
  source_amount_currency: z.optional(z.string().check(z.maxLength(20))),
  destination_amount_currency: z.optional(z.string().check(z.maxLength(20))),
  /** The recipient's country, or asset. */
  country_id: z.optional(id),
  /** Only transfers whose `first_seen_at` is at or after this; one without a time never matches. */
  first_seen_from: z.optional(instant),
  /** Only transfers whose `first_seen_at` is before this; one without a time never matches. */
  first_seen_before: z.optional(instant),
  /** 'amount' sorts by the amount in `currency`, largest first, and requires `currency`. */
  sort: z._default(z.enum(transferSorts), 'newest'),
};
const isSortable = ({ sort, currency }: { sort: string; currency?: string | undefined }) =>
  sort !== 'amount' || Boolean(currency);
const unsortable = { path: ['sort'], error: 'amounts are compared within one currency' };

/** The query of GET /api/transfers; `cursor` is the `next_cursor` of an answer with the same filters. */
export const transferQuery = z
  .object({
    ...filters,
    cursor: z.optional(z.string().check(z.regex(/^(\d{1,60}-)?\d{1,30}$/))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
    /** Only transfers that this person owns. For support alone. */
    sender: z.optional(sendKey),
  })
  .check(z.refine(isSortable, unsortable));
export type TransferQuery = z.infer<typeof transferQuery>;

/** The language of a file's headings and states; 'fields' keeps the contract's own names. */
const fileHeadings = [...appLocales, 'fields'] as const;
export type FileHeadings = (typeof fileHeadings)[number];

/** The body of POST /api/transfers.csv. */
export const transferFileRequest = z
  .object({ ...filters, headings: z._default(z.enum(fileHeadings), 'fields') })
  .check(z.refine(isSortable, unsortable));
type TransferFileRequest = z.infer<typeof transferFileRequest>;
export type TransferFilters = Omit<TransferFileRequest, 'headings'>;

/** The header of the CSV answer that gives its number of transfers, which the browser shows the progress of. */
export const csvRowsHeader = 'x-total-count';

/** The result of the last read from the service. */
const serviceStates = ['ok', 'silent', 'unreadable', 'loading'] as const;
const readStatus = { as_of: instant, service: z.enum(serviceStates) };
/**
 * The data is from `as_of`. With `silent` the service has not answered since; with `unreadable` its
 * answers since then could not be parsed. With `loading` only some transfers are there: the newest of the
 * first list, which is not written to its end.
 */
export const asOf = z.object(readStatus);
export type AsOf = z.infer<typeof asOf>;

/**
 * What a search could not include: recipients or banks that could not be read, or not yet; or single
 * recipients or transfers that are unreadable.
 */
const unreadParts = ['recipients', 'some-recipients', 'banks', 'some-transfers'] as const;
export type UnreadPart = (typeof unreadParts)[number];
/** A word that was searched for, as it was typed, and words of names that are spelled nearly like it. */
export const nearestName = z.object({ typed: z.string(), names: z.array(z.string()) });
export type NearestName = z.infer<typeof nearestName>;

/** When not empty, an empty result does not prove that nothing exists. */
export const missing = z.array(z.enum(unreadParts));

/** More open sends than this are counted, but not listed. */
export const maxOpenSendRows = 200;
const openSendRows = z.object({
  /** In the order of the list, at most `maxOpenSendRows`. */
  items: z.array(openSendRow),
  total: z.int(),
  /** By mark, ignoring the `state` filter. */
  counts: valuesByName(z.int()),
});
export type OpenSendRows = z.infer<typeof openSendRows>;

/** The answer of GET /api/transfers: one page of the list. */
export const transferList = z.object({
  items: z.array(transferRow),
  /** The cursor of the next page, or null at the end. */
  next_cursor: z.nullable(z.string()),
  /** The number of matches on all pages. */
  total: z.int(),
  /** The number of matches by state, ignoring the `state` filter. */
  counts: valuesByName(z.int()),
  /** The open sends that match too; `total` and `counts` leave them out. Only with the first page. */
  open_sends: z.optional(openSendRows),
  /** What of the searched text matched nothing beside the rest, as it was typed: the rows are without it. */
  left_out: z.optional(z.array(z.string())),
  /** Of the words that name nobody. */
  nearest: z.optional(z.array(nearestName)),
  missing,
  ...readStatus,
  /** The last event that this page includes; pass it as `after` to the event stream. */
  event_id: z.string(),
});
export type TransferList = z.infer<typeof transferList>;

/** The query of GET /api/transfers/events; `after` resumes after an event of an earlier stream or page. */
export const eventsQuery = z.object({ after: z.optional(z.string().check(z.maxLength(100))) });

/**
 * The server-sent events by name, with the schema of their JSON data. `reset` means that events were
 * missed or are too many to send: the client must refetch.
 */
export const transferEvents = {
  /** `as_of` is when the read began, so that data from a later read is not overwritten. */
  transfer: z.object({ ...transferRow.shape, as_of: instant }),
  as_of: asOf,
  reset: z.object({}),
} as const;

export type TransferEvent = z.infer<typeof transferEvents.transfer>;

/** The estimate that the person saw when they pressed Send. */
export const shownQuote = z.object({
  rate: decimalText,
  destination_amount_cents: integer,
  taken_at: instant,
});

/** A state of a transfer and when Giro first saw it; null when Giro never saw it. */
export const stateObservation = z.object({ state: z.string(), seen_at: z.nullable(instant) });

/** A recipient with only what tells it from others. */
export const shortRecipient = z.object({
  id,
  alias: z.string(),
  name: z.string(),
  bank_name: z.nullable(z.string()),
  /** The last four characters of the account number or wallet address. */
  account_tail: z.nullable(z.string()),
  country_name: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
});
export type ShortRecipient = z.infer<typeof shortRecipient>;

/** How a transfer was sent, as its sender and their team may know it; the fields are those of the send. */
const sendOfTransfer = z.object({
  key: sendKey,
  after_unresolved: z.nullable(sendKey),
  after_sent: z.nullable(sendKey),
  settled_reason: z.nullable(z.string()),
  created_at: instant,
  colleague: z.optional(z.string()),
});

/** A receipt that was issued and is not withdrawn. */
const listedReceipt = z.object({ id: z.string(), state: z.string(), issued_at: instant });

/** The answer of GET /api/transfers/:id. */
export const transferDetail = z.object({
  transfer,
  /** Null when the service no longer has the account, or when `missing` contains 'recipient'. */
  recipient: z.nullable(shortRecipient),
  /** What could not be read: the recipient, or only its bank. */
  missing: z.array(z.enum(['recipient', 'bank'])),
  timeline: z.array(stateObservation),
  /** The estimate of its send; null when Giro did not send it, or sent it without an estimate. */
  quoted: z.nullable(shownQuote),
  /** Only for support; absent when it was not sent through Giro. */
  sender: z.optional(sender),
  /** Only for senders; absent when it was not sent through Giro. */
  send: z.optional(sendOfTransfer),
  /** The latest, the newest first. */
  receipts: z.optional(z.array(listedReceipt)),
  /** Always there for its sender; for others absent without a reference. */
  notes: z.optional(transferNotes),
  /** How long transfers like it took, while it is under way; left out when too few are known. */
  arrival: z.optional(arrival),
  ...readStatus,
  /** As in the list. */
  event_id: z.string(),
});
export type TransferDetail = z.infer<typeof transferDetail>;

/** The body of POST /api/transfers, which requires an Idempotency-Key header (a UUID). */
export const transferRequest = z.object({
  destination_account_id: id,
  /** The `fingerprint` of the account that the person was shown. */
  destination_account_fingerprint: z.string().check(z.minLength(1), z.maxLength(100)),
  source_amount_cents: integer.check(z.gte(1n, 'must be greater than 0')),
  source_amount_currency: z.string().check(z.minLength(1), z.maxLength(20)),
  destination_amount_currency: z.string().check(z.minLength(1), z.maxLength(20)),
  quote: z.optional(shownQuote),
  /** The key of an identical unresolved send: the person confirmed that they send it again. */
  after_unresolved: z.optional(sendKey),
  /** The key of the latest identical send of the last 10 minutes: the person confirmed that they repeat it. */
  after_sent: z.optional(sendKey),
  /** The answered challenge by which the person proved again that it is them (step-up.ts). */
  proof: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** Kept by Giro and never sent. A repeated request with others is still the same. */
  note: z.optional(writtenNotes.note),
  reference: z.optional(writtenNotes.reference),
});
export type TransferRequest = z.infer<typeof transferRequest>;

import * as z from 'zod/mini';
import { failureKinds } from '../failure-kind.ts';
import { sends } from './send.ts';
import { sender } from './sender.ts';
import { aliasedTransfer, asOf, missing, stateObservation } from './transfer.ts';
import { id, instant, integer, maxSearchLength } from './wire.ts';

/** GET /api/support/search?q=&recipient= with the transfers to one recipient alone, where one is named. */
export const supportQuery = z.object({
  q: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxSearchLength)),
  recipient: z.optional(id),
});
export type SupportQuery = z.infer<typeof supportQuery>;

/** The searched text is any part of a number from this many characters on, and its end below. */
export const minNumberPart = 6;

/** What of a recipient the searched text was found in. */
const recipientMatches = ['id', 'alias', 'name', 'document', 'account', 'bank'] as const;
export type RecipientMatch = (typeof recipientMatches)[number];

/** A recipient in short: nothing of it but what tells it from others. */
const foundRecipient = z.object({
  id,
  alias: z.string(),
  name: z.string(),
  category: z.string(),
  bank_name: z.nullable(z.string()),
  /** The last four characters of the account number or wallet address. */
  account_tail: z.nullable(z.string()),
  country_name: z.nullable(z.string()),
  matched: z.array(z.enum(recipientMatches)),
  /** How many transfers go to it. */
  transfers: z.int(),
});

/** What of a transfer the searched text was found in. */
const transferMatches = ['id', 'amount', 'recipient'] as const;

/** A transfer, when it was first seen in each state, and whose it is. */
const foundTransfer = z.object({
  ...aliasedTransfer.shape,
  matched: z.array(z.enum(transferMatches)),
  /** As of GET /api/transfers/:id. */
  timeline: z.array(stateObservation),
  /** Absent where it is nobody's of Giro. */
  sender: z.optional(sender),
});
export type FoundTransfer = z.infer<typeof foundTransfer>;

/** At most this many of each are answered; `total` counts all. */
export const maxFound = 50;

/** GET /api/support/search */
export const supportSearch = z.object({
  /** The one with that id first. */
  recipients: z.object({ items: z.array(foundRecipient), total: z.int() }),
  /** The one with that id first, then the newest. */
  transfers: z.object({ items: z.array(foundTransfer), total: z.int() }),
  /** Those whose outcome is not known, the oldest first: all of them. */
  sends,
  /** As of the list of transfers. */
  missing,
  ...asOf.shape,
  /** As of the list of transfers. */
  event_id: z.string(),
});
export type SupportSearch = z.infer<typeof supportSearch>;

/** GET /api/support/totals: of all transfers of the service; sums in subunits of their currency. */
export const supportTotals = z.object({
  total: z.int(),
  by_state: z.array(
    z.object({
      state: z.string(),
      count: z.int(),
      sums: z.array(z.object({ source_amount_currency: z.string(), source_amount_cents: integer })),
    }),
  ),
  by_pair: z.array(
    z.object({
      source_amount_currency: z.string(),
      destination_amount_currency: z.string(),
      count: z.int(),
      source_amount_cents: integer,
      destination_amount_cents: integer,
    }),
  ),
  ...asOf.shape,
  /** As of the list of transfers. */
  event_id: z.string(),
});
export type SupportTotals = z.infer<typeof supportTotals>;

/** The lists that are read of the whole service (contract 4). */
export const listNames = ['transfers', 'accounts', 'banks', 'currencies', 'countries'] as const;
export type ListName = (typeof listNames)[number];

/** At most this many of the rows that can't be read are told; `total` counts all. */
export const maxOddRows = 20;

/** closed: calls go through; open: the service is left alone; trying: one call is to tell. */
const breakerStates = ['closed', 'open', 'trying'] as const;
export type CircuitBreakerState = (typeof breakerStates)[number];

/** GET /api/support/health: how the service answers this instance of Giro. Durations in milliseconds. */
export const supportHealth = z.object({
  /** Of those of the last hundred attempts that reached the service. */
  latency: z.object({
    calls: z.int(),
    p50_ms: z.nullable(z.number()),
    p95_ms: z.nullable(z.number()),
  }),
  /** The last hundred attempts, the oldest first; `failure` is null where the service answered. */
  attempts: z.array(
    z.object({ at: instant, took_ms: z.number(), failure: z.nullable(z.enum(failureKinds)) }),
  ),
  breaker: z.enum(breakerStates),
  last_success_at: z.nullable(instant),
  last_failure: z.nullable(z.object({ kind: z.enum(failureKinds), at: instant })),
  /** How often each kind of failure came in the last hour. */
  failures: z.partialRecord(z.enum(failureKinds), z.int()),
  /** Null while Giro holds none. */
  token: z.nullable(z.object({ remaining_ms: z.number(), life_ms: z.number() })),
  /** Sendings whose outcome is not known. */
  open_sends: z.object({ unconfirmed: z.int(), unresolved: z.int() }),
  /** When the list of transfers was last read, and how often it is read now; null before the first. */
  list: z.nullable(
    z.object({
      ...asOf.shape,
      transfers: z.int(),
      read_took_ms: z.number(),
      read_every_ms: z.number(),
      watchers: z.int(),
    }),
  ),
  /** Each list that was read, and what of it can't be: nothing in it is personal. */
  lists: z.array(
    z.object({
      list: z.enum(listNames),
      /** Since when no read of it succeeds; null where the last one did. */
      failing: z.nullable(z.object({ kind: z.enum(failureKinds), since: instant })),
      /** Rows that are set aside, by their id or else their place from 0, and the first field at fault. */
      odd: z.object({
        items: z.array(z.object({ id: z.nullable(id), place: z.int(), field: z.string() })),
        total: z.int(),
      }),
    }),
  ),
});
export type SupportHealth = z.infer<typeof supportHealth>;

import * as z from 'zod/mini';
import { failureKinds } from '../failure-kind.ts';
import { valuesByName } from '../record-of.ts';
import { newsHealth } from './news.ts';
import { order } from './order.ts';
import { sends } from './send.ts';
import { sender } from './sender.ts';
import {
  aliasedTransfer,
  asOf,
  missing,
  nearestName,
  shortRecipient,
  stateObservation,
} from './transfer.ts';
import { typedText } from './typed-text.ts';
import { id, instant, integer, maxSearchLength } from './wire.ts';

const searchCursor = z.optional(z.string().check(z.regex(/^\d-\d{1,30}$/)));

/**
 * The query of GET /api/support/search; `recipient` limits the transfers to one recipient. Each cursor is the
 * `next_cursor` of an answer to the same text.
 */
export const supportQuery = z.object({
  q: typedText('search', maxSearchLength).check(z.minLength(1)),
  recipient: z.optional(id),
  recipients_cursor: searchCursor,
  transfers_cursor: searchCursor,
});
export type SupportQuery = z.infer<typeof supportQuery>;

/** From this many characters on, the text matches any part of a number; below, only its end. */
export const minNumberPart = 6;

/** The parts of a recipient that the text can match. */
const recipientMatches = ['id', 'alias', 'name', 'document', 'account', 'bank', 'country'] as const;
export type RecipientMatch = (typeof recipientMatches)[number];

/** A recipient in search results, with only what distinguishes it from others. */
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
  /** The number of transfers to it. */
  transfers: z.int(),
});

/** The parts of a transfer that the text can match. */
const transferMatches = ['id', 'reference', 'amount', 'recipient', 'sender', 'currency'] as const;

/** A transfer in search results, with its timeline and sender. */
const foundTransfer = z.object({
  ...aliasedTransfer.shape,
  matched: z.array(z.enum(transferMatches)),
  /** As in GET /api/transfers/:id. */
  timeline: z.array(stateObservation),
  /** Absent when it was not sent through Giro. */
  sender: z.optional(sender),
  /** What its sender wrote on it; absent without one. */
  reference: z.optional(z.string()),
});
export type FoundTransfer = z.infer<typeof foundTransfer>;

/** The maximum number of recipients and of transfers in an answer; `total` counts all. */
export const maxFound = 50;

/** The cursor of the next page, or null at the end. */
const next_cursor = z.nullable(z.string());

/**
 * The answer of GET /api/support/search. The record whose id is the text comes first, then what matches by
 * whole words, then by parts of words; the newest first.
 */
export const supportSearch = z.object({
  recipients: z.object({ items: z.array(foundRecipient), total: z.int(), next_cursor }),
  transfers: z.object({ items: z.array(foundTransfer), total: z.int(), next_cursor }),
  /** All matching sends without a known outcome, oldest first. */
  sends,
  /** Sends that ended without a transfer and match, in any state: at most `maxFound`, newest first. */
  ended: sends,
  /** Orders that match and are not sent: what waits, asks its person, or ended unsent. At most `maxFound`, newest first. */
  orders: z.array(order),
  /** What matched nothing beside the rest, as it was typed: the results are without it. */
  left_out: z.array(z.string()),
  /** As in the list of transfers. */
  nearest: z.array(nearestName),
  /** As in the list of transfers. */
  missing,
  ...asOf.shape,
  /** As in the list of transfers. */
  event_id: z.string(),
});
export type SupportSearch = z.infer<typeof supportSearch>;

/** The answer of GET /api/support/people/:user: a sender without their transfers, which the list has. */
export const senderDetail = z.object({
  sender,
  /** Those that they own, the newest first. */
  recipients: z.array(
    z.object({
      id,
      archived: z.boolean(),
      /** Null when the service no longer has the account (`gone`), or when it could not be read. */
      details: z.nullable(shortRecipient),
      gone: z.boolean(),
    }),
  ),
  /** Their sends without a known outcome and those with look-alikes, as in GET /api/sends. */
  sends,
  /** Their orders: those that can still be sent, oldest first, then those that ended last, newest first. */
  orders: z.array(order),
});
export type SenderDetail = z.infer<typeof senderDetail>;

/** The query of GET /api/support/people/:user/sends; the cursor is the `next_cursor` of an answer. */
export const senderSendsQuery = z.object({
  cursor: z.optional(z.string().check(z.regex(/^[\d-]{10}T[\d:.]+Z_[\da-f-]{36}$/))),
});

/** The answer: their sends that are not in `senderDetail`, the newest first, at most `maxFound`. */
export const senderSends = z.object({ items: sends, next_cursor });

/** The answer of GET /api/support/totals: all transfers of the service, with sums in subunits. */
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
  /** As in the list of transfers. */
  event_id: z.string(),
});
export type SupportTotals = z.infer<typeof supportTotals>;

/** The lists that Giro reads whole from the service (contract 4). */
const listNames = ['transfers', 'accounts', 'banks', 'currencies', 'countries'] as const;
export type ListName = (typeof listNames)[number];

/** The maximum number of unreadable rows in an answer; `total` counts all. */
export const maxOddRows = 20;

/** The circuit breaker. closed: calls go through; open: calls fail fast; trying (half-open): 1 trial call. */
const breakerStates = ['closed', 'open', 'trying'] as const;
export type CircuitBreakerState = (typeof breakerStates)[number];

/** The answer of GET /api/support/health: how the service answers this instance. Durations in milliseconds. */
export const supportHealth = z.object({
  /** Over those of the last 100 attempts that reached the service. */
  latency: z.object({
    calls: z.int(),
    p50_ms: z.nullable(z.number()),
    p95_ms: z.nullable(z.number()),
  }),
  /** The last 100 attempts, oldest first; `failure` is null when the service answered. */
  attempts: z.array(
    z.object({ at: instant, took_ms: z.number(), failure: z.nullable(z.enum(failureKinds)) }),
  ),
  breaker: z.enum(breakerStates),
  last_success_at: z.nullable(instant),
  last_failure: z.nullable(z.object({ kind: z.enum(failureKinds), at: instant })),
  /** The number of failures of each kind in the last hour. */
  failures: valuesByName(z.int()),
  /** Null while there is no token. */
  token: z.nullable(z.object({ remaining_ms: z.number(), life_ms: z.number() })),
  /** What people are still to be told. */
  news: newsHealth,
  /** The number of sends without a known outcome. */
  open_sends: z.object({ unconfirmed: z.int(), unresolved: z.int() }),
  /** The number of transfers that are decided and not sent yet. */
  orders: z.object({
    waiting: z.int(),
    needs_you: z.int(),
    /** Those that should have been sent more than a minute ago, and since when the first. */
    overdue: z.int(),
    overdue_since: z.nullable(instant),
  }),
  /** The poll of the transfer list: last read and current interval; null before the first read. */
  list: z.nullable(
    z.object({
      ...asOf.shape,
      transfers: z.int(),
      read_took_ms: z.number(),
      read_every_ms: z.number(),
      watchers: z.int(),
    }),
  ),
  /** The state of each list that was read. Contains no personal data. */
  lists: z.array(
    z.object({
      list: z.enum(listNames),
      /** Since when every read fails; null when the last one succeeded. */
      failing: z.nullable(z.object({ kind: z.enum(failureKinds), since: instant })),
      /** Unreadable rows, by id or 0-based position, with the first invalid field. */
      odd: z.object({
        items: z.array(z.object({ id: z.nullable(id), place: z.int(), field: z.string() })),
        total: z.int(),
      }),
    }),
  ),
});
export type SupportHealth = z.infer<typeof supportHealth>;

import * as z from 'zod/mini';
import { approvalDecisions, orderKinds, orderStates, orderWaits } from './order-states.ts';
import { resolveReason, send } from './send.ts';
import { sendKey } from './send-key.ts';
import { sender } from './sender.ts';
import { shownQuote } from './transfer.ts';
import { id, instant, integer } from './wire.ts';

/** Paths of what a person does with an order; apart, so that only its page loads them. `key` is its id. */
export const orderPaths = {
  stop: (key: string) => `/api/orders/${key}/stop` as const,
  resume: (key: string) => `/api/orders/${key}/resume` as const,
  /** For how long a person wants theirs held. */
  hold: '/api/orders/hold',
  /** By support, with a reason. */
  stopForSupport: (key: string) => `/api/support/orders/${key}/stop` as const,
};

/** The longest that a transfer is held: a longer wait is no change of mind. */
export const maxHoldSeconds = 3_600;

/** The body of PUT /api/orders/hold: null for as long as the operator says. */
export const holdRequest = z.object({
  seconds: z.nullable(z.int().check(z.gte(0), z.lte(maxHoldSeconds))),
});

/**
 * The query of GET /api/orders/hold: the recipient as the person was shown it, if it is about one, and the order that
 * would be sent to them as seen.
 */
export const holdQuery = z.object({
  order: z.optional(sendKey),
  destination_account_id: z.optional(id),
  destination_account_fingerprint: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

/** The lengths in seconds that the app offers; those below the operator's are left out. */
export const offeredHolds = [10, 30, 60, 300] as const;

/** The answer of GET and PUT /api/orders/hold. The longest of these counts. */
export const holdSettings = z.object({
  ...holdRequest.shape,
  /** What the operator says, for every recipient and for a new one. */
  operator_seconds: z.int(),
  operator_seconds_new_recipient: z.int(),
  /** What it comes to, for the recipient of the query if it names one; 0 sends at once. */
  held_seconds: z.int(),
});
export type HoldSettings = z.infer<typeof holdSettings>;

/** A day of the calendar, such as 2026-01-31. */
const day = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));
/** A wall-clock time, such as 09:00. */
const wallClock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** When an order is sent, in the maker's zone. */
export const orderDays = z.object({
  first_day: day,
  time: wallClock,
  /** IANA, such as America/Bogota. */
  zone: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The last day, or how many releases; neither: until it is stopped. */
  ends_on: z.optional(z.nullable(day)),
  ends_after: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(1_000)))),
});

/** What a person decides of an order that is sent on days, besides what is sent and to whom. */
export const orderTerms = z.object({
  kind: z.enum(['once', 'weekly', 'monthly']),
  days: orderDays,
  /** In subunits of the destination currency: of less, Giro asks before it sends. Null or absent for any. */
  floor: z.optional(z.nullable(integer)),
});
export type OrderTerms = z.infer<typeof orderTerms>;

/** An order as its maker, a colleague of a team, or support reads it. */
export const order = z.object({
  id: sendKey,
  kind: z.enum(orderKinds),
  state: z.enum(orderStates),
  waits_for: z.enum(orderWaits),
  /** What a change must name: another one was made in between if it differs. */
  revision: z.int(),
  destination_account_id: id,
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_amount_currency: z.string(),
  /** The estimate that the person saw when they decided. */
  quote: z.nullable(shownQuote),
  /** The least that may arrive: of less, Giro asks before it sends. Null for any. */
  floor: z.nullable(integer),
  /** The same for the next one alone, once its person accepted a worse rate. */
  floor_once: z.optional(integer),
  /** When it is due; null once it has ended. */
  release_at: z.nullable(instant),
  /** When it ends without having been sent. */
  expires_at: z.nullable(instant),
  /** Null for a held one. */
  days: z.nullable(orderDays),
  /** The number of the next release, counted from 1. */
  occurrence: z.int(),
  /** The name of the problem that kept it from being sent, `late`, `worse-rate`, `restored`, `missed` or `skipped`. */
  reason: z.nullable(z.string()),
  /** Its last release, once its intent is written. */
  send: z.nullable(send),
  /**
   * Since when it is unknown whether its next release, or the one that it was stopped before, was sent already: the ledger
   * lost its latest records. Absent: it was not.
   */
  unsure_since: z.optional(instant),
  /** Of one that support stopped: why, in their words. */
  stopped_because: z.optional(z.string()),
  /** Of one that somebody else of a team stopped: their name. */
  stopped_by: z.optional(z.string()),
  /** What a second person decided last about it, and who that was. */
  approval: z.optional(
    z.object({
      decision: z.enum(approvalDecisions),
      by: z.string(),
      at: instant,
      /** Of one that was declined, in their words. */
      reason: z.nullable(z.string()),
    }),
  ),
  created_at: instant,
  updated_at: instant,
  /** Nickname and country of the recipient, in lists of support; null when they can't be read. */
  alias: z.optional(z.nullable(z.string())),
  country_code: z.optional(z.nullable(z.string())),
  /** The recipient as its maker was shown it: not for support, from whom numbers are masked. */
  destination_account_fingerprint: z.optional(z.string()),
  /** What its maker wrote on it: the note for them alone. */
  note: z.optional(z.string()),
  reference: z.optional(z.string()),
  /** Only for support. */
  sender: z.optional(sender),
  /** In a team that shares its sends: the name of the colleague who made it, absent for one's own. */
  colleague: z.optional(z.string()),
});
export type Order = z.infer<typeof order>;

/**
 * The body of a 202 answer to POST /api/transfers when the transfer is held, the answer of GET /api/sends/:key until
 * it is released, and of each change.
 */
export const orderAnswer = z.object({ order });

/** A send, or the order that is not sent yet, as GET /api/sends/:key answers it. */
export const sendOrOrder = z.union([orderAnswer, send]);
export type SendOrOrder = z.infer<typeof sendOrOrder>;

/** The answer of GET /api/sends: of a sender also the orders that can still be sent. */
export const sendsOrOrders = z.array(sendOrOrder);

/** The body of POST /api/orders/:id/stop: the revision that the person saw. */
export const stopRequest = z.object({ revision: z.int().check(z.gte(1)) });

/** The body of POST /api/support/orders/:id/stop: its maker reads the reason. */
export const supportStopRequest = z.object({ ...stopRequest.shape, reason: resolveReason });
export type SupportStopRequest = z.infer<typeof supportStopRequest>;

/**
 * The body of POST /api/orders/:id/resume: sends what needs the person as they see it now, at once, or held again if
 * the recipient has changed. What is left out stays as it was; without an estimate any rate will do, unless it asks
 * after a loss. One with a day to come keeps that and its least amount, whatever the estimate.
 */
export const resumeRequest = z.object({
  revision: z.int().check(z.gte(1)),
  quote: z.optional(shownQuote),
  /** As in the request for a transfer, if the person has seen the recipient anew. */
  destination_account_fingerprint: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  after_unresolved: z.optional(sendKey),
  after_sent: z.optional(sendKey),
  proof: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});
export type ResumeRequest = z.infer<typeof resumeRequest>;

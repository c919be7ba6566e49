import { type Generated, type SqlBool, sql } from 'kysely';
import type {
  ApprovalDecision,
  OrderKind,
  OrderState,
  OrderWaitsFor,
  ReleaseState,
} from '../../../contract/api/order-states.ts';

/** What a person decided to send and Giro has not sent yet, or stopped. The release of one is a send. */
export type OrdersTable = {
  /** Of a held one the idempotency key of the press, at which its page lives. */
  id: string;
  /** The maker. */
  user_id: string;
  /** In which identical ones exclude each other: the id of the person, or `team`. */
  guard_scope: string;
  /** As in `sends`. */
  body_hash: string;
  destination_account_id: string;
  /** Of the recipient's details that the maker was shown. */
  fingerprint: string;
  source_amount_cents: string;
  source_amount_currency: string;
  destination_amount_currency: string;
  /** The estimate that the maker saw, as JSON. */
  quote: string | null;
  /** The least that may arrive, in subunits; null for any. */
  floor: string | null;
  /** In its place for the next release alone, once the person has seen a worse rate; without a floor it says nothing. */
  floor_once: string | null;
  note: string | null;
  reference: string | null;
  /** As in `sends`, for the next release alone. */
  after_unresolved: string | null;
  after_sent: string | null;
  kind: OrderKind;
  /** A day such as 2026-01-31 and a time such as 09:00 of the maker's IANA zone; null for a held one. */
  first_day: string | null;
  time: string | null;
  zone: string | null;
  /** The last day, or how many releases; both null: never. */
  ends_on: string | null;
  ends_after: number | null;
  /** The occurrence that falls on `first_day`: an edit of all from here gives another day to a later number. */
  first_occurrence: Generated<number>;
  /** The number of the next release. It only grows, because the key of the release follows from it. */
  occurrence: Generated<number>;
  /** When it is due, by the store's clock; null once it has ended. */
  release_at: string | null;
  /** When it ends without having been sent; null for never. */
  expires_at: string | null;
  state: OrderState;
  waits_for: OrderWaitsFor;
  /** Counts what people and outcomes changed: a transition names the revision that it was decided on. */
  revision: Generated<number>;
  /** The revision for which the maker proved again who they are; null for none. */
  proven_revision: number | null;
  /** The only occurrence that this proof counts for; null for all of them. */
  proven_occurrence: number | null;
  /** The revision that a second person approved; null for none. */
  approved_revision: number | null;
  /** The only occurrence that this approval counts for; null for all of them. */
  approved_occurrence: number | null;
  /** Why it has its state: the name of a problem, or a word of `orderReasons`. */
  reason: string | null;
  /** When its person last let it go on after it asked them; null if never. */
  resumed_at: string | null;
  /** When a loss left it unknown whether its next release was sent already; null where it was not. Stays once it has ended. */
  unsure_since: string | null;
  /** Who stopped it. */
  ended_by: string | null;
  created_at: string;
  updated_at: string;
};

/** What became of each occurrence that was begun or left out. */
export type OrderReleasesTable = {
  order_id: string;
  /** The maker of the order. */
  user_id: string;
  occurrence: number;
  /** Of the send that it is: `releaseKey(order_id, occurrence)`. */
  key: string;
  state: ReleaseState;
  reason: string | null;
  at: string;
};

/** What a second person decided about a revision of an order. */
export type OrderApprovalsTable = {
  order_id: string;
  /** The one that they were shown. */
  revision: number;
  /** Who decided; never the maker of the order. */
  user_id: string;
  decision: ApprovalDecision;
  /** Why, in their words: of one that was declined. */
  reason: string | null;
  at: string;
};

/** The tables of orders. */
export type OrderSchema = {
  orders: OrdersTable;
  order_releases: OrderReleasesTable;
  order_approvals: OrderApprovalsTable;
};

/** Of an order that can still be sent. Literals, so that the partial index of a person's open ones is used. */
export const isOpenInIndex = sql<SqlBool>`state in ('waiting', 'releasing', 'needs_you')`;

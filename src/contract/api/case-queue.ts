import * as z from 'zod/mini';
import { sendKey } from './send-key.ts';
import { sender } from './sender.ts';
import { id, instant, integer } from './wire.ts';

/** Since when a transfer needs review, or its amount: the largest first, in each currency by itself. */
export const caseOrders = ['oldest', 'newest', 'amount'] as const;
export type CaseOrder = (typeof caseOrders)[number];

/** The query of GET /api/cases. */
export const caseQueueQuery = z.object({ order: z._default(z.enum(caseOrders), 'oldest') });

/** The most cases in an answer; `total` counts all. */
export const maxCases = 200;

/** A transfer that support has to decide about. */
const queuedCase = z.object({
  /** Of the send. */
  key: sendKey,
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_account_id: id,
  /** The recipient's alias and the code of the country or asset; null when the service did not give them. */
  alias: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
  sender: z.optional(sender),
  /** The transfers that turned up later and may be this one; none if the outcome itself is not known. */
  look_alikes: z.array(id),
  /** Since when it needs review. */
  since: instant,
  /** It needs review for longer than the operator's limit, REVIEW_WITHIN_HOURS. */
  is_late: z.boolean(),
  /** Who works on it; null for nobody. */
  assignee: z.nullable(z.object({ id: z.string(), name: z.string(), since: instant })),
});
export type QueuedCase = z.infer<typeof queuedCase>;

/** The answer of GET /api/cases: the cases in the asked order. */
export const caseQueue = z.object({
  items: z.array(queuedCase),
  total: z.int(),
  /** How many of all are late. */
  late: z.int(),
  /** The operator's limit. */
  review_within_hours: z.int(),
});
export type CaseQueue = z.infer<typeof caseQueue>;

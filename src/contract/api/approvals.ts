import * as z from 'zod/mini';
import { accountDetails } from './destination-account.ts';
import { orderDays } from './order.ts';
import { orderKinds } from './order-states.ts';
import { apiPaths } from './paths.ts';
import { resolveReason } from './send.ts';
import { sendKey } from './send-key.ts';
import { shownQuote } from './transfer.ts';
import { id, instant, integer } from './wire.ts';

/** Paths of what an approver does with an order; `key` is its id. */
export const approvalPaths = {
  all: apiPaths.approvals,
  one: apiPaths.approval,
  approve: (key: string) => `/api/approvals/${key}/approve` as const,
  decline: (key: string) => `/api/approvals/${key}/decline` as const,
} as const;

/** What is unusual about an order that waits for approval, each with its evidence; amounts in subunits. */
const oddity = z.discriminatedUnion('what', [
  /** Its maker, or their team, never sent to this recipient. */
  z.object({ what: z.literal('first-payment') }),
  /** The details are others than those that were paid last. */
  z.object({
    what: z.literal('changed-details'),
    /** When that was paid. */
    paid_at: instant,
    /** The last digits of the account that was paid then; null if they were not kept. */
    paid_tail: z.nullable(z.string()),
  }),
  /** Ten times the median of the maker's earlier ones to this recipient, or more. */
  z.object({
    what: z.literal('far-more'),
    usual_cents: integer,
    /** How many times that, rounded down. */
    times: z.int(),
    /** Of how many transfers. */
    count: z.int(),
  }),
  /** Somebody else sent the same to the same recipient within 24 hours. */
  z.object({ what: z.literal('same-as-colleague'), name: z.string(), at: instant }),
]);
export type Oddity = z.infer<typeof oddity>;

/** Names are their own to choose, addresses are not; an older server leaves the address out. */
const person = z.object({ id: z.string(), name: z.string(), email: z.optional(z.string()) });

/** An order that waits for approval, in the list. */
const approvalRow = z.object({
  id: sendKey,
  /** What a decision must name: another one was made in between if it differs. */
  revision: z.int(),
  kind: z.enum(orderKinds),
  maker: person,
  /** True of one's own: somebody else approves it. */
  is_own: z.boolean(),
  destination_account_id: id,
  /** Nickname and country of the recipient; null when they can't be read. */
  alias: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_amount_currency: z.string(),
  created_at: instant,
  expires_at: instant,
  /** How many things are unusual about it; 0 of one's own, which somebody else judges. */
  oddities: z.int(),
});
export type ApprovalRow = z.infer<typeof approvalRow>;

/** The answer of GET /api/approvals: what expires first comes first, one's own last. */
export const approvals = z.object({
  items: z.array(approvalRow),
  /** True if more of others wait than the list has; an older server leaves it out. */
  has_more: z.optional(z.boolean()),
});
export type Approvals = z.infer<typeof approvals>;

/** The answer of GET /api/approvals/:key: exactly what is approved. */
export const approval = z.object({
  ...approvalRow.shape,
  /** The recipient as the service has it now; null when it can't be read, and then nothing can be approved. */
  account: z.nullable(accountDetails),
  /** Of the recipient as its maker was shown it. */
  destination_account_fingerprint: z.string(),
  quote: z.nullable(shownQuote),
  floor: z.nullable(integer),
  /** Null for one that is sent right after it is approved. */
  days: z.nullable(orderDays),
  release_at: z.nullable(instant),
  reference: z.nullable(z.string()),
  unusual: z.array(oddity),
  /** Transfers of its maker, or their team, to this recipient that were sent before. */
  sent_before: z.int(),
  /** What else its maker sends to this recipient within 24 hours: with it, a sum can be what needs approval. */
  others_cents: integer,
  /** Of one on days: whether all of its days are approved, or the next one alone. */
  all_days: z.boolean(),
  /** Whether its approver must prove who they are: the transfer is above the operator's figure. */
  needs_proof: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

const revision = z.int().check(z.gte(1));

/**
 * The body of POST /api/approvals/:key/approve: the revision, the recipient, the amount, and whether all of its days are
 * approved, that the person was shown; an older app leaves out the last two.
 */
export const approveRequest = z.object({
  revision,
  destination_account_fingerprint: z.string().check(z.minLength(1), z.maxLength(100)),
  source_amount_cents: z.optional(integer),
  all_days: z.optional(z.boolean()),
  proof: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});
export type ApproveRequest = z.infer<typeof approveRequest>;

/** The body of POST /api/approvals/:key/decline: its maker reads the reason. */
export const declineRequest = z.object({ revision, reason: resolveReason });
export type DeclineRequest = z.infer<typeof declineRequest>;

import * as z from 'zod/mini';
import { caseKey, caseNoteRequest } from './case.ts';
import { sendKey } from './send-key.ts';
import { sender } from './sender.ts';
import { id, instant, integer } from './wire.ts';

/** Since when a case is open, or its amount: the largest first, in each currency by itself. */
export const caseOrders = ['oldest', 'newest', 'amount'] as const;
export type CaseOrder = (typeof caseOrders)[number];

/** The query of GET /api/cases. */
export const caseQueueQuery = z.object({ order: z._default(z.enum(caseOrders), 'oldest') });

/** The most cases in an answer; `total` counts all. */
export const maxCases = 200;

const colleague = z.object({ id: z.string(), name: z.string() });

/** A transfer that support has to decide about, or opened a case for. */
const queuedCase = z.object({
  key: caseKey,
  /**
   * Of a case of a transfer: whether it was done, and came back when the transfer changed; and whether Giro opened it,
   * because the transfer is slower than 95 in 100.
   */
  opened: z.nullable(z.object({ came_back: z.boolean(), slow: z.boolean() })),
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_account_id: id,
  /** The recipient's alias and the code of the country or asset; null when the service did not give them. */
  alias: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
  sender: z.optional(sender),
  /** The transfers that turned up later and may be this one; none if the outcome itself is not known. */
  look_alikes: z.array(id),
  /** Whether a second person has to confirm that it was not sent. */
  proposed: z.boolean(),
  /** Since when it needs review, or is open. */
  since: instant,
  /** It is so for longer than the operator's limit, REVIEW_WITHIN_HOURS. */
  is_late: z.boolean(),
  /** Who works on it; null for nobody. */
  assignee: z.nullable(z.object({ ...colleague.shape, since: instant })),
  /** Nobody has to work on it until a time (null: until something changes); null if it does not wait. */
  waits: z.nullable(z.object({ until: z.nullable(instant) })),
});
export type QueuedCase = z.infer<typeof queuedCase>;

/** The answer of GET /api/cases: the cases in the asked order, those that wait after the others. */
export const caseQueue = z.object({
  items: z.array(queuedCase),
  /** With those that wait. */
  total: z.int(),
  waiting: z.int(),
  /** How many of all are late. One that waits is not. */
  late: z.int(),
  /** The operator's limit. */
  review_within_hours: z.int(),
  /** To whom a case can be handed over. */
  colleagues: z.array(colleague),
});
export type CaseQueue = z.infer<typeof caseQueue>;

/** The most cases of one request. */
export const maxSeveral = 50;

const several = z
  .array(
    z.object({
      key: caseKey,
      /** The id of the person who has it, as the page showed; null for nobody. */
      from: z.nullable(z.string().check(z.maxLength(100))),
      /** Of the note: repeated, it is added once. */
      note_id: sendKey,
    }),
  )
  .check(z.minLength(1), z.maxLength(maxSeveral));

/** The body of POST /api/cases: the same for several cases. */
export const severalCasesRequest = z.union([
  z.object({ action: z.literal('take'), cases: several }),
  z.object({ action: z.literal('hand-over'), to: sendKey, cases: several }),
  z.object({ action: z.literal('note'), text: caseNoteRequest.shape.text, cases: several }),
]);
export type SeveralCasesRequest = z.infer<typeof severalCasesRequest>;

/** What came of one of them: the name of a problem, or `failed` for an error of ours. */
export const caseResults = ['done', 'case-changed', 'send-settled', 'not-found', 'failed'] as const;
export type CaseResult = (typeof caseResults)[number];

/** The answer, in the order of the request. */
export const severalCases = z.object({
  results: z.array(z.object({ key: caseKey, result: z.enum(caseResults) })),
});
export type SeveralCases = z.infer<typeof severalCases>;

import * as z from 'zod/mini';
import { categories } from '../account-choices.ts';
import { bankCodeFields } from '../account-fields.ts';
import { textFields } from '../field-kinds.ts';
import { recordOf } from '../record-of.ts';
import { arrival } from './arrival.ts';
import { country } from './reference.ts';
import { sender } from './sender.ts';
import { id, instant, integer } from './wire.ts';

const answerText = z.nullish(z.string());

/** Why an account can't be edited: Giro knows an executed transfer to it, or the service refused an edit. */
const lockedReasons = ['executed-transfer'] as const;

/** What the service keeps of an account. Dates are year-month-day. */
export const accountDetails = z.object({
  id,
  alias: z.string(),
  category: z.enum(categories),
  dni_type: answerText,
  bank_type: answerText,
  bank_id: z.nullish(id),
  birthdate: answerText,
  ...recordOf(textFields, () => answerText),
  ...recordOf(bankCodeFields, () => answerText),
  country: z.nullish(country),
  editable: z.boolean(),
  locked_reason: z.optional(z.enum(lockedReasons)),
  /** A hash of these details, which POST /api/transfers sends back; absent when they are masked. */
  fingerprint: z.optional(z.string()),
  /** True for support, who get only the last characters of numbers; POST /:id/reveals returns them whole. */
  masked: z.optional(z.literal(true)),
});
export type AccountDetails = z.infer<typeof accountDetails>;

/** The newest send to an account that became a transfer; amounts are in subunits of their currencies. */
const lastSent = z.object({
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_amount_cents: integer,
  destination_amount_currency: z.string(),
  /** When Send was pressed. */
  at: instant,
});
export type LastSent = z.infer<typeof lastSent>;

/** What Giro itself keeps of an account. The answer of PUT /api/destination_accounts/:id/marks. */
export const accountMarks = z.object({
  /** By the person who asks; always false for support. */
  pinned: z.boolean(),
  /** By anybody who may see it. Nothing can be sent to it, and lists leave it out. */
  archived: z.boolean(),
  /** The name of who archived it; absent for oneself. */
  archived_by: z.optional(z.string()),
  /** Of the sender, or of the team that shares its recipients; null before the first. */
  last_sent: z.nullable(lastSent),
});
export type AccountMarks = z.infer<typeof accountMarks>;

/** The body of PUT /api/destination_accounts/:id/marks. A mark that is left out stays. */
export const markRequest = z.object({
  pinned: z.optional(z.boolean()),
  archived: z.optional(z.boolean()),
});
export type MarkRequest = z.infer<typeof markRequest>;

/** The answer of GET /api/destination_accounts/:id, and an item of the list. */
export const destinationAccount = z.object({
  ...accountDetails.shape,
  ...accountMarks.shape,
  /** Another recipient of the sender with a number in common. Only in the single answer, not for support. */
  same_as: z.optional(z.object({ id, alias: z.string() })),
  /** Who added it in Giro. Only in the single answer, and only for support; absent if nobody is known. */
  sender: z.optional(sender),
  /** How long transfers like one to it took. Only in the single answer; left out when too few are known. */
  arrival: z.optional(arrival),
});
export type DestinationAccount = z.infer<typeof destinationAccount>;
/** GET /api/destination_accounts */
export const destinationAccounts = z.array(destinationAccount);

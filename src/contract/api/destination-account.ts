import * as z from 'zod/mini';
import { categories } from '../account-choices.ts';
import { bankCodeFields } from '../account-fields.ts';
import { recordOf } from '../record-of.ts';
import { country } from './reference.ts';
import { id } from './wire.ts';

const answerText = z.nullish(z.string());

/** Why an account can't be edited: a transfer known here was executed, or the service said so. */
const lockedReasons = ['executed-transfer'] as const;

/** GET /api/destination_accounts/:id, and the items of the list. Dates are year-month-day. */
export const destinationAccount = z.object({
  id,
  alias: z.string(),
  category: z.enum(categories),
  dni: answerText,
  dni_type: answerText,
  first_name: answerText,
  last_name: answerText,
  email: answerText,
  bank_type: answerText,
  bank_number: answerText,
  bank_id: z.nullish(id),
  address: answerText,
  city: answerText,
  state: answerText,
  phone: answerText,
  birthdate: answerText,
  additional_data: answerText,
  ...recordOf(bankCodeFields, () => answerText),
  country: z.nullish(country),
  editable: z.boolean(),
  locked_reason: z.optional(z.enum(lockedReasons)),
  /** Of its details as they are here; absent where they are masked. POST /api/transfers sends it back. */
  fingerprint: z.optional(z.string()),
  /** Of each number there is only the end, for support: POST /:id/reveals answers them whole. */
  masked: z.optional(z.literal(true)),
});
export type DestinationAccount = z.infer<typeof destinationAccount>;
/** GET /api/destination_accounts */
export const destinationAccounts = z.array(destinationAccount);

import * as z from 'zod/mini';
import { bankCodeFields } from '../account-fields.ts';
import { calendarDay } from '../birthdate.ts';
import { bankTypes, categories, dniTypes } from '../destination-account.ts';
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

const given = z.string().check(z.trim(), z.maxLength(1000));
const text = z.optional(given);
const orNull = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));
/** The service's own words for a value that it doesn't take (contract 7). */
const notListed = 'is not included in the list';

/**
 * The body of POST /api/destination_accounts and PUT /:id. A field that is to be empty is '' or null, as
 * `emptyOf` says; one that is left out is not spoken of.
 */
export const accountRequest = z.object({
  alias: z.string().check(z.trim(), z.minLength(1, "can't be blank"), z.maxLength(1000)),
  category: z.enum(categories, notListed),
  dni: text,
  dni_type: orNull(z.enum(dniTypes, notListed)),
  first_name: text,
  last_name: text,
  email: text,
  bank_type: orNull(z.enum(bankTypes, notListed)),
  bank_number: text,
  bank_id: orNull(id),
  address: text,
  city: text,
  state: text,
  phone: text,
  birthdate: orNull(calendarDay),
  additional_data: text,
  ...recordOf(bankCodeFields, () => orNull(given)),
});
export type AccountRequest = z.infer<typeof accountRequest>;

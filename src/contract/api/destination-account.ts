import * as z from 'zod/mini';
import { calendarDay } from '../birthdate.ts';
import { bankTypes, categories, dniTypes } from '../destination-account.ts';
import { country } from './reference.ts';
import { id } from './wire.ts';

const answerText = z.nullish(z.string());

/** Why an account can't be edited: a transfer known here was executed, or the service said so. */
const lockedReasons = ['executed-transfer'] as const;

/**
 * The numbers that nobody should read over a shoulder; for a wallet its address too, which stands in
 * additional_data (contract 2.3).
 */
export const maskedFields = [
  'dni',
  'bank_number',
  'aba_number',
  'iban_number',
  'cpf_number',
] as const;

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
  aba_number: answerText,
  iban_number: answerText,
  cpf_number: answerText,
  country: z.nullish(country),
  editable: z.boolean(),
  locked_reason: z.optional(z.enum(lockedReasons)),
  /** Of each number there is only the end, for support: POST /:id/reveals answers them whole. */
  masked: z.optional(z.literal(true)),
});
export type DestinationAccount = z.infer<typeof destinationAccount>;
/** GET /api/destination_accounts */
export const destinationAccounts = z.array(destinationAccount);

// A text that is sent is never empty: an empty field is left out.
const given = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)));

/** The body of POST /api/destination_accounts and PUT /:id. An empty field is left out. */
export const accountRequest = z.object({
  alias: z.string().check(z.trim(), z.minLength(1, "can't be blank"), z.maxLength(1000)),
  category: z.enum(categories),
  dni: given,
  dni_type: z.optional(z.enum(dniTypes)),
  first_name: given,
  last_name: given,
  email: given,
  bank_type: z.optional(z.enum(bankTypes)),
  bank_number: given,
  bank_id: z.optional(id),
  address: given,
  city: given,
  state: given,
  phone: given,
  birthdate: z.optional(calendarDay),
  additional_data: given,
  aba_number: given,
  iban_number: given,
  cpf_number: given,
});
export type AccountRequest = z.infer<typeof accountRequest>;

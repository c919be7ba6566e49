import * as z from 'zod/mini';
import { bankTypes, categories, dniTypes } from './account-choices.ts';
import { bankCodeFields } from './account-fields.ts';
import { birthdate } from './birthdate.ts';
import { country } from './country.ts';
import { recordOf } from './record-of.ts';
import { wireId, wireText } from './wire.ts';

/**
 * A destination account in an answer (contract 2.3). Every optional field may be absent or null.
 * `dni_type` and `bank_type` accept any text, so that a value of another client does not hide an account.
 */
export const destinationAccount = z.object({
  id: wireId,
  alias: z.string(),
  category: z.enum(categories),
  dni: wireText,
  dni_type: wireText,
  first_name: wireText,
  last_name: wireText,
  email: wireText,
  bank_type: wireText,
  bank_number: wireText,
  bank_id: z.nullish(wireId),
  address: wireText,
  city: wireText,
  state: wireText,
  phone: wireText,
  birthdate: wireText,
  additional_data: wireText,
  ...recordOf(bankCodeFields, () => wireText),
  // An unreadable country is dropped, because it must not hide the account.
  country: z.catch(z.nullish(country), null),
});
export type DestinationAccount = z.infer<typeof destinationAccount>;

const text = z.optional(z.string());
const orNull = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

/**
 * The body of create and edit (contract 2.3 and 4.3). Encoding writes `birthdate` as day/month/year.
 * `emptyOf` gives the value that clears a field; a field that is left out is not sent.
 */
export const accountRequest = z.object({
  alias: z.string(),
  category: z.enum(categories),
  dni: text,
  dni_type: orNull(z.enum(dniTypes)),
  first_name: text,
  last_name: text,
  email: text,
  bank_type: orNull(z.enum(bankTypes)),
  bank_number: text,
  bank_id: orNull(wireId),
  address: text,
  city: text,
  state: text,
  phone: text,
  birthdate: orNull(birthdate),
  additional_data: text,
  ...recordOf(bankCodeFields, () => orNull(z.string())),
});
export type AccountRequest = z.infer<typeof accountRequest>;

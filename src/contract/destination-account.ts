import * as z from 'zod/mini';
import { birthdate } from './birthdate.ts';
import { country } from './country.ts';
import { wireId, wireText } from './wire.ts';

/** contract 2.3: the values that create and edit may send. */
export const categories = ['bank', 'wallet'] as const;
export const dniTypes = ['cc', 'ce', 'passport', 'company_dni'] as const;
export const bankTypes = ['current', 'savings'] as const;

/** contract 2.3: every field that create and edit send, in the order of the contract. */
export const accountFields = [
  'alias',
  'category',
  'dni',
  'dni_type',
  'first_name',
  'last_name',
  'email',
  'bank_type',
  'bank_number',
  'bank_id',
  'address',
  'city',
  'state',
  'phone',
  'birthdate',
  'additional_data',
  'aba_number',
  'iban_number',
  'cpf_number',
] as const;
export type AccountField = (typeof accountFields)[number];

/**
 * contract 2.3, as the service answers it. Whatever is optional there may be absent or null.
 * `dni_type` and `bank_type` are read as any text: a value from another client must not hide an account.
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
  aba_number: wireText,
  iban_number: wireText,
  cpf_number: wireText,
  // Of use to show, and no reason to hide whom money goes to.
  country: z.catch(z.nullish(country), null),
});
export type DestinationAccount = z.infer<typeof destinationAccount>;

/** The fields that an edit empties with null: contract 2.3 types four so; the others have no empty text. */
const emptiedByNull: readonly AccountField[] = [
  'birthdate',
  'aba_number',
  'iban_number',
  'cpf_number',
  'dni_type',
  'bank_type',
  'bank_id',
];

/** What an edit sends for a field that is to be empty. Contract 4.3 is silent on a field that is left out. */
export function emptyOf(field: AccountField): null | '' {
  return emptiedByNull.includes(field) ? null : '';
}

const text = z.optional(z.string());
const orNull = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

/**
 * contract 2.3 and 4.3: the body of create and edit. Encoding it writes `birthdate` day/month/year. A
 * field that is to be empty is '' or null, see `emptyOf`; one that is left out is not spoken of.
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
  aba_number: orNull(z.string()),
  iban_number: orNull(z.string()),
  cpf_number: orNull(z.string()),
});
export type AccountRequest = z.infer<typeof accountRequest>;

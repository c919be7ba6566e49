import * as z from 'zod/mini';
import { bankTypes, categories, dniTypes } from './account-choices.ts';
import { bankCodeFields } from './account-fields.ts';
import { birthdate } from './birthdate.ts';
import { country, withAlpha2 } from './country.ts';
import { textFields } from './field-kinds.ts';
import { recordOf } from './record-of.ts';
import { wireId, wireText } from './wire.ts';

/**
 * A destination account in an answer (contract 2.3). Every optional field may be absent or null.
 * `dni_type` and `bank_type` accept any text, so that a value of another client does not hide an account.
 */
export const destinationAccount = z
  .object({
    id: wireId,
    alias: z.string(),
    category: z.enum(categories),
    dni_type: wireText,
    bank_type: wireText,
    bank_id: z.nullish(wireId),
    birthdate: wireText,
    ...recordOf(textFields, () => wireText),
    ...recordOf(bankCodeFields, () => wireText),
    // An unreadable country is dropped, because it must not hide the account.
    country: z.catch(z.nullish(country), null),
  })
  // contract 2.3: a list may leave out is_asset, but a bank account is in a country.
  .check(
    z.overwrite((one) =>
      one.category === 'bank' && one.country ? { ...one, country: withAlpha2(one.country) } : one,
    ),
  );
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
  dni_type: orNull(z.enum(dniTypes)),
  bank_type: orNull(z.enum(bankTypes)),
  bank_id: orNull(wireId),
  birthdate: orNull(birthdate),
  ...recordOf(textFields, () => text),
  ...recordOf(bankCodeFields, () => orNull(z.string())),
});
export type AccountRequest = z.infer<typeof accountRequest>;

import * as z from 'zod/mini';
import { bankTypes, categories, dniTypes } from '../account-choices.ts';
import { type AccountField, bankCodeFields } from '../account-fields.ts';
import { calendarDay } from '../birthdate.ts';
import { foldField, textFields } from '../field-kinds.ts';
import { recordOf } from '../record-of.ts';
import { id } from './wire.ts';

/** A field as `foldField` folds it, which for most is the same in both categories. */
const given = (field: AccountField) =>
  z.string().check(
    z.overwrite((text) => foldField(field, text, 'bank')),
    z.maxLength(1000),
  );
const text = (field: AccountField) => z.optional(given(field));
const orNull = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));
/** The service's own message for a value outside its list (contract 7). */
const notListed = 'is not included in the list';

const request = z.object({
  alias: given('alias').check(z.minLength(1, "can't be blank")),
  category: z.enum(categories, notListed),
  dni_type: orNull(z.enum(dniTypes, notListed)),
  bank_type: orNull(z.enum(bankTypes, notListed)),
  bank_id: orNull(id),
  birthdate: orNull(calendarDay),
  ...recordOf(textFields, (field) => text(field)),
  ...recordOf(bankCodeFields, (field) => orNull(given(field))),
});

/**
 * The body of POST /api/destination_accounts and PUT /:id. `emptyOf` gives the value that clears a field,
 * '' or null. A field that is left out is not sent to the service.
 */
export const accountRequest = request.check(
  // contract 2.3: in a wallet it is the address.
  z.overwrite((account) =>
    account.category === 'wallet' && account.additional_data !== undefined
      ? {
          ...account,
          additional_data: foldField('additional_data', account.additional_data, 'wallet'),
        }
      : account,
  ),
);
export type AccountRequest = z.infer<typeof accountRequest>;

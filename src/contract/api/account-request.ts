import * as z from 'zod/mini';
import { bankTypes, categories, dniTypes } from '../account-choices.ts';
import { bankCodeFields } from '../account-fields.ts';
import { calendarDay } from '../birthdate.ts';
import { recordOf } from '../record-of.ts';
import { id } from './wire.ts';

const given = z.string().check(z.trim(), z.maxLength(1000));
const text = z.optional(given);
const orNull = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));
/** The service's own message for a value outside its list (contract 7). */
const notListed = 'is not included in the list';

/**
 * The body of POST /api/destination_accounts and PUT /:id. `emptyOf` gives the value that clears a field,
 * '' or null. A field that is left out is not sent to the service.
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

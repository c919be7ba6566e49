import * as z from 'zod/mini';
import { bankCodeFields } from './account-fields.ts';
import { valuesByName } from './record-of.ts';

/** The bank codes that an account needs, by alpha-2 country code. */
export const countryFieldRules = valuesByName(z.array(z.enum(bankCodeFields)));
export type CountryFieldRules = z.infer<typeof countryFieldRules>;

import * as z from 'zod/mini';
import { bankCodeFields } from './account-fields.ts';

/** Country code, alpha-2 or alpha-3 in capitals -> the bank codes that an account there needs. */
export const countryFieldRules = z.record(z.string(), z.array(z.enum(bankCodeFields)));
export type CountryFieldRules = z.infer<typeof countryFieldRules>;

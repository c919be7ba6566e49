import * as z from 'zod/mini';
import { id, integer } from './wire.ts';

/** A destination (contract 2.4): a country or a digital asset. */
export const country = z.object({
  id,
  name: z.string(),
  code: z.string(),
  is_asset: z.optional(z.boolean()),
});
/** GET /api/countries */
export const countries = z.array(country);

/** A currency. Amounts are integers in subunits; `subunit_to_unit` of them make one unit (contract 2.5). */
const currency = z.object({
  name: z.string(),
  iso_code: z.string(),
  subunit_to_unit: integer,
});
/** GET /api/currencies */
export const currencies = z.array(currency);

const bank = z.object({
  id,
  code: z.string(),
  name: z.string(),
  country_name: z.string(),
});
/** GET /api/banks?country_name= returns the banks of one country, or all. */
export const banks = z.array(bank);
export const bankQuery = z.object({ country_name: z.optional(z.string().check(z.maxLength(200))) });

import * as z from 'zod/mini';
import { id, integer } from './wire.ts';

/** GET /api/countries */
export const country = z.object({
  id,
  name: z.string(),
  code: z.string(),
  is_asset: z.optional(z.boolean()),
});
export const countries = z.array(country);

/** GET /api/currencies */
export const currency = z.object({
  name: z.string(),
  iso_code: z.string(),
  subunit_to_unit: integer,
});
export const currencies = z.array(currency);

/** GET /api/banks?country_name= */
export const bank = z.object({
  id,
  code: z.string(),
  name: z.string(),
  country_name: z.string(),
});
export const banks = z.array(bank);
export const bankQuery = z.object({ country_name: z.optional(z.string().check(z.maxLength(200))) });

import * as z from 'zod/mini';
import { bankCodeFields } from '../../contract/account-fields.ts';
import { countryFieldRules } from '../../contract/bank-codes.ts';
import { alpha2Of } from '../../contract/country-codes.ts';

export type CountryFieldRules = z.infer<typeof countryFieldRules>;

/** Not an array, which an object's schema lets pass. */
const plainObject = z.record(z.string(), z.unknown());

const shape = `must be JSON, country codes with ${bankCodeFields.join(', ')}, such as {"ES":["iban_number"],"US":["aba_number"]}`;

function rulesOf(json: string): CountryFieldRules {
  const rules = z.parse(countryFieldRules, z.parse(plainObject, JSON.parse(json)));
  const byAlpha2: CountryFieldRules = {};
  for (const [code, fields] of Object.entries(rules)) {
    const country = alpha2Of(code);
    byAlpha2[country] = [...new Set([...(byAlpha2[country] ?? []), ...fields])];
  }
  return byAlpha2;
}

/** The bank codes that a country's accounts need, by its code of two letters. */
export const fieldRuleVariables = {
  COUNTRY_FIELD_RULES: z.optional(
    z.pipe(
      z.string(),
      z.transform((json, given) => {
        try {
          return rulesOf(json);
        } catch {
          given.issues.push({ code: 'custom', message: shape, input: json });
          return z.NEVER;
        }
      }),
    ),
  ),
};

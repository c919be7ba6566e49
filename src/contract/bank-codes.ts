import * as z from 'zod/mini';

/** The bank codes that only some countries ask for (contract 2.3). */
export const bankCodeFields = ['aba_number', 'iban_number', 'cpf_number'] as const;
export type BankCodeField = (typeof bankCodeFields)[number];

/** Country code, alpha-2 or alpha-3 in capitals -> the bank codes that an account there needs. */
export const countryFieldRules = z.record(z.string(), z.array(z.enum(bankCodeFields)));
export type CountryFieldRules = z.infer<typeof countryFieldRules>;

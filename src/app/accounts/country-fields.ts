import type { BankCodeField } from '../../contract/account-fields.ts';
import type { Country } from '../../contract/country.ts';
import type { FieldOf } from './account-fields.ts';

/**
 * What the form asks about a bank account, one or two fields each: 'id' is ID type and ID number. Additional
 * details are asked for in it where people have more to say about an account than the contract has fields for.
 */
export type AccountDetail = 'id' | FieldOf<'account'> | 'additional_data';

type CountryFields = {
  /**
   * A bank code in it is one that accounts there have; the form asks behind it for what else is required, and
   * folds the rest.
   */
  order: readonly AccountDetail[];
  /** What has only digits there: on a phone it gets the keyboard with digits. */
  digits: readonly AccountDetail[];
  /** The bank code that is the owner's ID number too, so that nobody types both. */
  idCode: BankCodeField | null;
};

// The same order everywhere, so that who pays into several countries finds each field at its place.
const account = ['bank_id', 'bank_type', 'bank_number'] as const;
const elsewhere: CountryFields = { order: ['id', ...account], digits: [], idCode: null };
const inDigits: CountryFields = { ...elsewhere, digits: ['bank_number'] };
// An IBAN comes first, because it fills in bank and account number.
const withIban: CountryFields = { ...elsewhere, order: ['iban_number', 'id', ...account] };
// It names its country too, so it can be entered before one is chosen.
const unknown: CountryFields = { ...elsewhere, order: ['iban_number'] };

// Countries whose own papers show the IBAN. Others have one that people don't use, as in Brazil.
const ibanCountries =
  'AD AE AL AT AX AZ BA BE BG BH BY CH CR CY CZ DE DK EE EG ES FI FO FR GB GE GI GL GR HR HU IE IL IQ IS IT ' +
  'JO KW KZ LB LC LI LT LU LV LY MC MD ME MK MT MU NL NO PK PL PS PT QA RO RS SA SC SE SI SK SM ST TL TN TR ' +
  'UA VA VG XK';

/** By alpha-2 code. The contract decides what is required (2.3), this table only where it is shown. */
const byCountry: Readonly<Record<string, CountryFields>> = {
  ...inEach(ibanCountries, withIban),
  ...inEach('AR BO CL CO DO EC GT HN MX PA PE PY SV UY VE', inDigits),
  US: {
    // First, as an IBAN is: it fills in the bank.
    order: ['aba_number', 'id', ...account],
    digits: ['aba_number', 'bank_number'],
    idCode: null,
  },
  BR: {
    // A CPF is the ID. contract 2.3 has no field for the branch that every account there has, or for a Pix key.
    order: ['cpf_number', ...account, 'additional_data'],
    digits: [],
    idCode: 'cpf_number',
  },
};

function inEach(codes: string, fields: CountryFields): Record<string, CountryFields> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, fields]));
}

/** The fields of a bank account in a country; without one, those that make it known. */
export function fieldsIn(country: Pick<Country, 'code'> | undefined): CountryFields {
  if (!country) return unknown;
  const code = country.code.trim().toUpperCase();
  return (Object.hasOwn(byCountry, code) && byCountry[code]) || elsewhere;
}

/** Whether accounts in a country have this bank code, whatever the contract asks for there. */
export function hasCode(country: Pick<Country, 'code'> | undefined, field: BankCodeField): boolean {
  return fieldsIn(country).order.includes(field);
}

import * as fc from 'fast-check';
import { bankTexts, sharedTexts } from '../../../../src/app/accounts/account-fields.ts';
import type { AccountValues } from '../../../../src/app/pages/recipients/account-form/account-values.ts';
import { bankTypes, dniTypes } from '../../../../src/contract/account-choices.ts';
import type { Bank } from '../../../../src/contract/bank.ts';
import type { Country } from '../../../../src/contract/country.ts';
import { recordOf } from '../../../../src/contract/record-of.ts';

export const countries: Country[] = [
  { id: '1', name: 'Spain', code: 'ES', is_asset: false },
  { id: '2', name: 'United States', code: 'US', is_asset: false },
  { id: '3', name: 'Brazil', code: 'BR', is_asset: false },
  { id: '4', name: 'Colombia', code: 'CO', is_asset: false },
  { id: '5', name: 'Bitcoin', code: 'BTC', is_asset: true },
];

export const banks: Bank[] = countries
  .filter(({ is_asset }) => !is_asset)
  .map(({ id, name }) => ({
    id: `70${id}`,
    code: `00${id}`,
    name: `Bank of ${name}`,
    country_name: name,
  }));

const text = fc.oneof(fc.constantFrom('', ' ', ' x '), fc.string());
/** Any text, among them bank codes in any grouping. */
const code = fc.oneof(
  text,
  fc.constantFrom(
    'ES91 2100 0418 4502 0005 1332',
    'iban: es9121000418450200051332',
    '529.982.247-25',
  ),
  fc.stringMatching(/^([A-Z]{2}\d{2})?[\dA-Z .-]{0,20}$/),
);
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const word = fc.stringMatching(/^[\p{L}\d.&]{1,8}$/u);
/** A person has two names, a company one, in `first_name`. */
const owner = fc.oneof(
  fc.record({
    dni_type: fc.constantFrom('' as const, ...dniTypes.filter((type) => type !== 'company_dni')),
    first_name: text,
    last_name: text,
  }),
  fc.record({
    dni_type: fc.constant('company_dni' as const),
    first_name: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    last_name: fc.constant(''),
  }),
);

const shared = {
  alias: text,
  ...recordOf(sharedTexts, () => text),
  owner,
  birthdate: fc.oneof(fc.constant(''), day),
  additional_data: text,
};

/** Any values of the form of a bank account. */
export const bankValues = fc
  .record({
    category: fc.constant('bank' as const),
    ...shared,
    bank: fc.constantFrom(...banks),
    bank_type: fc.constantFrom('' as const, ...bankTypes),
    ...recordOf(bankTexts, () => code),
  })
  .map(({ bank, owner: names, ...values }) => {
    const country_id = countries.find(({ name }) => name === bank.country_name)?.id ?? '';
    return { ...values, ...names, country_id, bank_id: bank.id } satisfies AccountValues;
  });

/** Any values of the form of a wallet. */
export const walletValues = fc
  .record({ category: fc.constant('wallet' as const), ...shared, country_id: fc.constant('5') })
  .map(({ owner: names, ...values }) => ({ ...values, ...names }) satisfies AccountValues);

export const anyValues: fc.Arbitrary<AccountValues> = fc.oneof(bankValues, walletValues);

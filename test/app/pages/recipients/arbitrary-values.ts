import * as fc from 'fast-check';
import type { AccountValues } from '../../../../src/app/pages/recipients/account-form/account-values.ts';
import { bankTypes, dniTypes } from '../../../../src/contract/account-choices.ts';
import { bankCodeFields } from '../../../../src/contract/account-fields.ts';
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
/** Bank codes in any grouping, beside any other text. */
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

const shared = {
  alias: text,
  dni_type: fc.constantFrom('' as const, ...dniTypes),
  dni: text,
  first_name: text,
  last_name: text,
  email: text,
  address: text,
  city: text,
  state: text,
  phone: text,
  birthdate: fc.oneof(fc.constant(''), day),
  additional_data: text,
};

/** Whatever a person can leave in the form of a bank account. */
export const bankValues = fc
  .record({
    category: fc.constant('bank' as const),
    ...shared,
    bank: fc.constantFrom(...banks),
    bank_type: fc.constantFrom('' as const, ...bankTypes),
    bank_number: code,
    ...recordOf(bankCodeFields, () => code),
  })
  .map(({ bank, ...values }) => {
    const country_id = countries.find(({ name }) => name === bank.country_name)?.id ?? '';
    return { ...values, country_id, bank_id: bank.id } satisfies AccountValues;
  });

/** Whatever a person can leave in the form of a wallet. */
export const walletValues = fc.record({
  category: fc.constant('wallet' as const),
  ...shared,
  country_id: fc.constant('5'),
});

export const anyValues: fc.Arbitrary<AccountValues> = fc.oneof(bankValues, walletValues);

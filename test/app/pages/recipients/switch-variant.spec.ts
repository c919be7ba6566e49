import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  accountValues,
  blankAccount,
  isOfIban,
  sharedValues,
  switchVariant,
} from '../../../../src/app/pages/recipients/account-form/account-values.ts';
import { bankCodeFields } from '../../../../src/contract/account-fields.ts';
import { recordOf } from '../../../../src/contract/record-of.ts';
import { anyValues, bankValues, countries, walletValues } from './arbitrary-values.ts';

const [spain, usa, , , bitcoin] = countries;
const ethereum = { id: '6', name: 'Ethereum', code: 'ETH', is_asset: true };
const sharedOf = (values: unknown) => z.parse(sharedValues, values);

describe('any switch', () => {
  const to = fc.oneof(
    fc.constantFrom('bank' as const, 'wallet' as const).map((category) => ({ category })),
    fc.constantFrom(undefined, ...countries, ethereum).map((country) => ({ country })),
  );

  it('keeps nickname and owner, and returns a complete form', () => {
    fc.assert(
      fc.property(anyValues, to, (values, choice) => {
        const switched = switchVariant(values, choice);
        expect(sharedOf(switched)).toEqual(sharedOf(values));
        expect(z.parse(accountValues, switched)).toEqual(switched);
      }),
    );
  });

  it('never combines a country with a wallet, or an asset with a bank account', () => {
    fc.assert(
      fc.property(anyValues, fc.array(to), (values, choices) => {
        const { category, country_id } = choices.reduce(switchVariant, values);
        const country = [...countries, ethereum].find(({ id }) => id === country_id);
        if (country) expect(country.is_asset).toBe(category === 'wallet');
      }),
    );
  });

  it('changes nothing if it is already chosen', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const country = countries.find(({ id }) => id === values.country_id);
        expect(switchVariant(values, { category: values.category })).toEqual(values);
        expect(switchVariant(values, { country })).toEqual(values);
      }),
    );
  });
});

describe('the category', () => {
  it('there and back drops the bank account', () => {
    fc.assert(
      fc.property(bankValues, (values) => {
        const wallet = switchVariant(values, { category: 'wallet' });
        expect(wallet).toEqual({ ...blankAccount('wallet'), ...sharedOf(values) });
        const back = switchVariant(wallet, { category: 'bank' });
        expect(back).toEqual({ ...blankAccount('bank'), ...sharedOf(values) });
      }),
    );
  });

  it('there and back drops the wallet', () => {
    fc.assert(
      fc.property(walletValues, (values) => {
        const bank = switchVariant(values, { category: 'bank' });
        expect(bank).toEqual({ ...blankAccount('bank'), ...sharedOf(values) });
        const back = switchVariant(bank, { category: 'wallet' });
        expect(back).toEqual({ ...blankAccount('wallet'), ...sharedOf(values) });
      }),
    );
  });
});

describe('the country or asset', () => {
  it.each([
    [spain, usa],
    [usa, spain],
  ])('from country to country drops only the bank and its codes', (from, to) => {
    fc.assert(
      fc.property(bankValues, (values) => {
        // That one goes with the IBAN.
        fc.pre(!isOfIban(values.bank_number, values.iban_number));
        const there = { ...values, country_id: from?.id ?? '' };
        const no = { bank_id: '', ...recordOf(bankCodeFields, () => '') };
        const switched = switchVariant(there, { country: to });
        expect(switched).toEqual({ ...there, ...no, country_id: to?.id });
      }),
    );
  });

  it('drops an account number that is the end of the IBAN', () => {
    const iban_number = 'ES91 2100 0418 4502 0005 1332';
    const ofIban = { bank_number: '2100 0418 4502 0005 1332', iban_number };
    const values = { ...blankAccount('bank'), ...ofIban, country_id: '1' };
    expect(switchVariant(values, { country: usa })).toMatchObject({ bank_number: '' });
    const own = { ...values, bank_number: '42' };
    expect(switchVariant(own, { country: usa })).toMatchObject({ bank_number: '42' });
    // An IBAN that chose its country keeps what it says.
    const before = { ...values, country_id: '' };
    expect(switchVariant(before, { country: spain })).toMatchObject(ofIban);
  });

  it('switches to a wallet for an asset, without the bank account', () => {
    fc.assert(
      fc.property(bankValues, (values) => {
        const wallet = switchVariant(values, { country: bitcoin });
        expect(wallet).toMatchObject({ category: 'wallet', country_id: '5', additional_data: '' });
      }),
    );
  });

  it('switches to a bank account for a country, without the wallet address', () => {
    fc.assert(
      fc.property(walletValues, (values) => {
        const bank = switchVariant(values, { country: spain });
        expect(bank).toMatchObject({ category: 'bank', country_id: '1', additional_data: '' });
      }),
    );
  });

  it('drops an address of another asset, and keeps one typed before its asset was chosen', () => {
    const wallet = { ...blankAccount('wallet'), additional_data: 'bc1q' };
    const named = switchVariant(wallet, { country: bitcoin });
    expect(named).toEqual({ ...wallet, country_id: '5' });
    expect(switchVariant(named, { country: ethereum })).toMatchObject({ additional_data: '' });
  });

  it('when cleared keeps the category', () => {
    const wallet = switchVariant(blankAccount('bank'), { country: bitcoin });
    const none = { country: undefined };
    expect(switchVariant(wallet, none)).toMatchObject({ category: 'wallet', country_id: '' });
  });
});

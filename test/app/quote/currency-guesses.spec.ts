import { expect, test } from 'vitest';
import {
  currencyOfLanguage,
  otherCurrencies,
  ownCurrency,
} from '../../../src/app/pages/quote/currency-guesses.ts';

const currencies = ['CLP', 'COP', 'USD', 'EUR', 'BTC'].map((iso_code) => ({
  name: iso_code,
  iso_code,
  subunit_to_unit: 100n,
}));
const colombia = { id: '1', name: 'Colombia', code: 'CO' };
const bitcoin = { id: '2', name: 'Bitcoin', code: 'BTC', is_asset: true };
const japan = { id: '3', name: 'Japan', code: 'JP' };

test('a country pays in its own currency where the service lists it', () => {
  expect(ownCurrency(colombia, currencies)?.iso_code).toBe('COP');
  expect(ownCurrency({ ...colombia, code: 'co' }, currencies)?.iso_code).toBe('COP');
  expect(ownCurrency(japan, currencies)).toBeUndefined();
  expect(ownCurrency({ ...colombia, code: 'constructor' }, currencies)).toBeUndefined();
});

test('a digital asset is its own currency, whatever country has its code', () => {
  expect(ownCurrency(bitcoin, currencies)?.iso_code).toBe('BTC');
  expect(ownCurrency({ ...bitcoin, code: 'CO' }, currencies)).toBeUndefined();
});

test.each([
  ['es-CL', 'CLP'],
  ['de', 'EUR'],
  ['ja-JP', undefined],
  ['not a tag', undefined],
])('the language %s suggests %s', (tag, code) => {
  expect(currencyOfLanguage(tag, currencies)?.iso_code).toBe(code);
});

test('three other currencies at most, the own one first, never the one chosen', () => {
  const codes = (chosen: string) =>
    otherCurrencies(colombia, chosen, [colombia, bitcoin], currencies).map((it) => it.iso_code);
  expect(codes('COP')).toEqual(['USD', 'EUR', 'BTC']);
  expect(codes('USD')).toEqual(['COP', 'EUR', 'BTC']);
});

import { expect, test } from 'vitest';
import {
  currencyOfLanguage,
  ownCurrency,
  payoutCurrencies,
} from '../../../../src/app/pages/quote/currency-guesses.ts';

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

test('what a country may get keeps its order, whichever is chosen, and holds what is chosen', () => {
  const codes = (code: string) => {
    const chosen = currencies.find(({ iso_code }) => iso_code === code);
    if (!chosen) throw new Error(`no ${code}`);
    const ways = payoutCurrencies(colombia, chosen, [colombia, bitcoin], currencies);
    return ways.map(({ iso_code }) => iso_code);
  };
  expect(codes('COP')).toEqual(['COP', 'USD', 'EUR', 'BTC']);
  expect(codes('BTC')).toEqual(['COP', 'USD', 'EUR', 'BTC']);
  expect(codes('CLP')).toEqual(['CLP', 'COP', 'USD', 'EUR', 'BTC']);
});

test('five ways are compared at most: each costs the service a simulation', () => {
  const assets = ['A', 'B', 'C', 'D'].map((code, i) => ({
    id: `${10 + i}`,
    name: code,
    code,
    is_asset: true,
  }));
  const more = assets.map(({ code }) => ({ name: code, iso_code: code, subunit_to_unit: 100n }));
  const [chosen] = currencies;
  if (!chosen) throw new Error('no currency');
  const ways = payoutCurrencies(colombia, chosen, assets, [...currencies, ...more]);
  expect(ways.map(({ iso_code }) => iso_code)).toEqual(['CLP', 'COP', 'USD', 'EUR', 'A']);
});

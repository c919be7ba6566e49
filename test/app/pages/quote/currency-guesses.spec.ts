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

test('finds the own currency of a country if the service lists it', () => {
  expect(ownCurrency(colombia, currencies)?.iso_code).toBe('COP');
  expect(ownCurrency({ ...colombia, code: 'co' }, currencies)?.iso_code).toBe('COP');
  expect(ownCurrency(japan, currencies)).toBeUndefined();
  expect(ownCurrency({ ...colombia, code: 'constructor' }, currencies)).toBeUndefined();
});

test('finds a digital asset as its own currency, also if a country has the same code', () => {
  expect(ownCurrency(bitcoin, currencies)?.iso_code).toBe('BTC');
  expect(ownCurrency({ ...bitcoin, code: 'CO' }, currencies)).toBeUndefined();
});

test.each([
  ['es-CL', 'CLP'],
  ['de', 'EUR'],
  ['ja-JP', undefined],
  ['not a tag', undefined],
])('suggests for the language %s the currency %s', (tag, code) => {
  expect(currencyOfLanguage(tag, currencies)?.iso_code).toBe(code);
});

test('compares currencies in an order that does not depend on the choice, and includes the choice', () => {
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

test('compares at most 5 currencies, because each costs the service a simulation', () => {
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

import { expect, test } from 'vitest';
import { searchTerms } from '../../../src/bff/search/search-terms.ts';

const currencies = [
  { name: 'Chilean peso', iso_code: 'CLP', subunit_to_unit: 1n },
  { name: 'Colombian peso', iso_code: 'COP', subunit_to_unit: 100n },
  { name: 'US dollar', iso_code: 'USD', subunit_to_unit: 100n },
  { name: 'Real', iso_code: 'BRL', subunit_to_unit: 100n },
  { name: 'Tether', iso_code: 'USDT', subunit_to_unit: 1_000_000n },
];
const termsOf = (q: string) => searchTerms(q, currencies)[0] ?? [];

test.each([
  ['Ana 250000', ['ana', '250000']],
  ['José Patiño', ['jose', 'patino']],
  ['Ana 250 000', ['ana', '250 000']],
  ['Ana $1 250 000,50', ['ana', '$1 250 000,50']],
  ['ana de Colombia', ['ana', 'colombia']],
  ['to Ana in Colombia', ['ana', 'colombia']],
  ['US$ 250000', ['250000']],
  ['transfer 104001', ['104001']],
  ['cuenta 7741', ['7741']],
  // Nothing else is said.
  ['de', ['de']],
  ['transfer', ['transfer']],
  ['%', ['%']],
])('reads %s as %j', (q, texts) => {
  expect(termsOf(q).map(({ text }) => text)).toEqual(texts);
});

test.each([
  ['250,000 pesos', [null, ['CLP', 'COP']]],
  ['250,000 Chilean pesos', [null, ['CLP'], ['CLP', 'COP']]],
  ['250.000 pesos chilenos', [null, ['CLP', 'COP'], ['CLP']]],
  ['100 dólares', [null, ['USD']]],
  ['reais 100', [['BRL'], null]],
  ['cop 100', [['COP'], null]],
  ['Ana COP', [null, ['COP']]],
  ['100 usdt', [null, ['USDT']]],
  // No number beside it: part of a name.
  ['Casa Real', [null, null]],
])('finds the currencies that %s names', (q, named) => {
  const codes = termsOf(q).map(({ currencies: some }) => some && [...some].sort());
  expect(codes).toEqual(named);
});

test('takes an amount to be in the currency beside it', () => {
  const [amount] = termsOf('250,000 pesos');
  expect([...(amount?.readings.keys() ?? [])]).toEqual(['CLP', 'COP']);
  expect(amount?.readings.get('COP')).toContain(25_000_000n);
  const [, other] = termsOf('USD 250,000');
  expect([...(other?.readings.keys() ?? [])]).toEqual(['USD']);
});

test('also reads several words as one number or amount', () => {
  const [, whole] = searchTerms('0012 3454 821', currencies);
  expect(whole?.map(({ text }) => text)).toEqual(['0012 3454 821']);
  const [, amount] = searchTerms('12 34 567', currencies);
  expect(amount?.[0]?.readings.get('CLP')).toContain(1_234_567n);
  // The currency is in the words, not in the whole.
  const [, other] = searchTerms('CLP 250.000', currencies);
  expect(other?.[0]?.readings.size).toBe(0);
  expect(searchTerms('ana', currencies)).toHaveLength(1);
});

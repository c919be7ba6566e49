import { expect, test } from 'vitest';
import { readSearch, type SearchTerm } from '../../../src/bff/search/read-search.ts';
import { supportQuery } from '../../../src/contract/api/support.ts';

const currencies = [
  { name: 'Chilean peso', iso_code: 'CLP', subunit_to_unit: 1n },
  { name: 'Colombian peso', iso_code: 'COP', subunit_to_unit: 100n },
  { name: 'US dollar', iso_code: 'USD', subunit_to_unit: 100n },
  { name: 'Real', iso_code: 'BRL', subunit_to_unit: 100n },
  { name: 'Tether', iso_code: 'USDT', subunit_to_unit: 1_000_000n },
];
// A Wednesday.
const context = { currencies, now: Date.parse('2026-11-25T12:00:00Z'), zone: 'UTC' };
const waysOf = (typed: string) => readSearch(supportQuery.parse({ q: typed }).q, context);
const termsOf = (typed: string): readonly SearchTerm[] => waysOf(typed)[0] ?? [];

/** What a term names beside its text, as a person would say it. */
function said({ text, key, state, times }: SearchTerm): string {
  if (key !== null && text === '') return `send ${key}`;
  if (state !== null) return `is ${state}`;
  if (times.length === 0) return text;
  const days = times.map(({ from, before }) => {
    const last = new Date(Date.parse(before) - 1).toISOString();
    return [...new Set([from.slice(0, 10), last.slice(0, 10)])].join('..');
  });
  return days.join(' or ');
}

test.each([
  // Numbers of transfers
  ['150001', ['150001']],
  ['#104001', ['104001']],
  ['Nº 150001', ['150001']],
  ['nº150001', ['150001']],
  ['N° 150001', ['150001']],
  ['no. 150001', ['150001']],
  ['TX150001', ['150001']],
  ['tx-150001', ['150001']],
  ['ref. 150001', ['150001']],
  ['Reference: 150001', ['150001']],
  ['id:150001', ['150001']],
  ['150001.', ['150001']],
  ['(150001)', ['150001']],
  ['"150001"', ['150001']],
  ['“150001”', ['150001']],
  ['transferencia número 150001', ['150001']],
  ['transfer 104001', ['104001']],
  ['transfer number 104001', ['104001']],
  ['Transfer 150001: Completed', ['150001', 'is executed']],
  ['Transferência 150001: Concluída', ['150001', 'is executed']],
  ['150 001', ['150 001']],
  ['150001,', ['150001']],
  // Links and references
  ['https://giro.example/transfers/150001', ['150001']],
  ['http://127.0.0.1:3000/transfers/150001?from=mail#top', ['150001']],
  ['/transfers/150001', ['150001']],
  ['https://giro.example/recipients/502', ['502']],
  [
    'https://giro.example/sends/AF34DF30-1111-4111-8111-111111111111',
    ['send af34df30111141118111111111111111'],
  ],
  ['af34df30-1111-4111-8111-111111111111', ['send af34df30111141118111111111111111']],
  ['AF34 DF30', ['send af34df30']],
  ['af34 df30', ['send af34df30']],
  ['reference AF34 DF30', ['send af34df30']],
  ['ref. AF34 DF30', ['send af34df30']],
  ['Ref: AF34DF30', ['send af34df30']],
  ['Referencia AF34 DF30.', ['send af34df30']],
  ['referência: af34-df30', ['send af34df30']],
  ['My reference is AF34 DF30, please help', ['send af34df30', 'help']],
  ['ref 1234 5678', ['send 12345678']],
  // Ends of numbers
  ['···· 7741', ['7741']],
  ['Bancolombia ···· 7741', ['bancolombia', '7741']],
  ['****7741', ['7741']],
  ['... 7741', ['7741']],
  ['xxxx1964', ['1964']],
  ['XXXX-1964', ['1964']],
  ['last four 1964', ['1964']],
  ['last 4 digits are 1964', ['1964']],
  ['the last four: 1964', ['1964']],
  ['últimos cuatro 1964', ['1964']],
  ['los últimos 4 dígitos 1964', ['1964']],
  ['últimos quatro dígitos 1964', ['1964']],
  ['ending in 7741', ['7741']],
  ['Bancolombia terminada en 7741', ['bancolombia', '7741']],
  ['termina em 7741', ['7741']],
  ['com final 7741', ['7741']],
  ['cuenta 7741', ['7741']],
  ['0x52908400098527886E0F7030069857D2E4169EE7', ['0x52908400098527886e0f7030069857d2e4169ee7']],
  // Names
  ['José Patiño', ['jose', 'patino']],
  ['Gonçalves, Conceição', ['goncalves', 'conceicao']],
  ['Sra. Conceição Gonçalves', ['conceicao', 'goncalves']],
  ['Mrs Conceição Gonçalves', ['conceicao', 'goncalves']],
  ['sent by José Núñez to Núria', ['jose', 'nunez', 'nuria']],
  ['enviado por José Núñez a Núria', ['jose', 'nunez', 'nuria']],
  ['O’Brien', ['obrien']],
  ['to Ana in Colombia', ['ana', 'colombia']],
  ['Final Payments Ltd', ['final', 'payments', 'ltd']],
  ['Plácido Domingo', ['placido', 'domingo']],
  ['Julio Marzo', ['julio', 'marzo']],
  ['Tres Marías', ['tres', 'marias']],
  // Days, where the person is
  ['2026-09-20', ['2026-09-20']],
  ['20 September', ['2026-09-20']],
  ['20th of September', ['2026-09-20']],
  ['September 20, 2025', ['2025-09-20']],
  ['20 de septiembre', ['2026-09-20']],
  ['20 de setembro de 2026', ['2026-09-20']],
  ['20 sept', ['2026-09-20']],
  ['20/09/2026', ['2026-09-20']],
  ['09/20/2026', ['2026-09-20']],
  ['20.9.2026', ['2026-09-20']],
  ['20-09-26', ['2026-09-20']],
  ['03/04/2026', ['2026-04-03 or 2026-03-04']],
  ['20/09', ['2026-09-20']],
  // It is still to come this year.
  ['20 December', ['2025-12-20']],
  ['31/02/2026', ['31/02/2026']],
  ['today', ['2026-11-25']],
  ['hoy', ['2026-11-25']],
  ['yesterday', ['2026-11-24']],
  ['ayer', ['2026-11-24']],
  ['ontem', ['2026-11-24']],
  ['anteayer', ['2026-11-23']],
  ['the day before yesterday', ['2026-11-23']],
  ['last Tuesday', ['2026-11-24']],
  ['el martes pasado', ['2026-11-24']],
  ['última terça-feira', ['2026-11-24']],
  ['quinta passada', ['2026-11-19']],
  ['on Wednesday', ['2026-11-18']],
  ['in November', ['2026-11-01..2026-11-30']],
  ['en diciembre', ['2025-12-01..2025-12-31']],
  ['February 2024', ['2024-02-01..2024-02-29']],
  ['to gloria 4821 in november', ['gloria', '4821', '2026-11-01..2026-11-30']],
  // States
  ['rejected', ['is rejected']],
  ['rechazada', ['is rejected']],
  ['Recusada', ['is rejected']],
  ['pendiente', ['is pending']],
  ['Pendente', ['is pending']],
  ['in progress', ['is assigned']],
  ['en proceso', ['is assigned']],
  ['em andamento', ['is assigned']],
  ['completadas', ['is executed']],
  ['not confirmed yet', ['is unconfirmed']],
  ['Needs review', ['is unresolved']],
  ['Ana rechazada ayer', ['ana', 'is rejected', '2026-11-24']],
  // Nothing else is said.
  ['de', ['de']],
  ['transfer', ['transfer']],
  ['%', ['%']],
  ['####', ['####']],
])('reads %s as %j', (typed, terms) => {
  expect(termsOf(typed).map(said)).toEqual(terms);
});

test.each([
  ['125000', 125_000n],
  ['125,000', 125_000n],
  ['125.000', 125_000n],
  ['125 000', 125_000n],
  ['$125.000', 125_000n],
  ['CLP 125.000', 125_000n],
  ['about 125000', 125_000n],
  ['unos 125000 pesos', 125_000n],
  ['cerca de 125000', 125_000n],
  ['125 mil', 125_000n],
  ['125k', 125_000n],
  ['$125k', 125_000n],
  ['125 K', 125_000n],
  ['125 thousand pesos', 125_000n],
  ['125 mil pesos chilenos', 125_000n],
  ['ciento veinticinco mil pesos', 125_000n],
  ['cento e vinte e cinco mil', 125_000n],
  ['one hundred and twenty-five thousand', 125_000n],
  ['a hundred twenty five thousand pesos', 125_000n],
  ['mil pesos', null],
  ['dos mil', 2_000n],
  ['1,5 millones', 1_500_000n],
  ['1.5 million', 1_500_000n],
  ['1.5m', 1_500_000n],
  ['dos millones de pesos', 2_000_000n],
  ['three hundred', 300n],
  ['two thousand five hundred', 2_500n],
  ['dois milhões', 2_000_000n],
  ['2 mil millones', 2_000_000_000n],
  ['Tres Marías', null],
  ['Emil', null],
])('reads the amount of %s as %s', (typed, amount) => {
  const amounts = termsOf(typed).flatMap(({ readings }) => readings.get('CLP') ?? []);
  if (amount === null) expect(amounts).toEqual([]);
  else expect(amounts).toContain(amount);
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
])('finds the currencies that %s names', (typed, named) => {
  const codes = termsOf(typed).map(({ currencies: some }) => some && [...some].sort());
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
  const [, whole] = waysOf('0012 3454 821');
  expect(whole?.map(({ text }) => text)).toEqual(['0012 3454 821']);
  const [, amount] = waysOf('12 34 567');
  expect(amount?.[0]?.readings.get('CLP')).toContain(1_234_567n);
  // The currency is in the words, not in the whole.
  const [, other] = waysOf('CLP 250.000');
  expect(other?.[0]?.readings.size).toBe(0);
  expect(waysOf('ana')).toHaveLength(1);
});

test.each([
  ['America/Santiago', '2026-09-20', '2026-09-20T03:00:00.000Z', '2026-09-21T03:00:00.000Z'],
  // The clocks skip from midnight to 1 o’clock.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['Asia/Tokyo', 'yesterday', '2026-11-23T15:00:00.000Z', '2026-11-24T15:00:00.000Z'],
  // It is the 26th there.
  ['Pacific/Auckland', 'today', '2026-11-25T11:00:00.000Z', '2026-11-26T11:00:00.000Z'],
])('in %s %s is from %s on and before %s', (zone, typed, from, before) => {
  const [[term] = []] = readSearch(typed, { ...context, zone });
  expect(term?.times).toEqual([{ from, before }]);
});

test('reads a number in two groups as an account number and as a reference', () => {
  const [, whole] = waysOf('1234 5678');
  expect(whole).toMatchObject([{ text: '1234 5678', key: '12345678' }]);
});

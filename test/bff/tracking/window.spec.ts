import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountReadings } from '../../../src/bff/tracking/amount-readings.ts';
import { windowOf } from '../../../src/bff/tracking/window.ts';
import { transferQuery } from '../../../src/contract/api/transfer.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';

const currencies = [
  { name: 'Peso', iso_code: 'CLP', subunit_to_unit: 1n },
  { name: 'Dollar', iso_code: 'USD', subunit_to_unit: 100n },
  { name: 'Ariary', iso_code: 'MGA', subunit_to_unit: 5n },
];
const aliases = new Map([
  ['501', 'Mamá Bogotá'],
  ['502', 'ÑANDÚ Ltda.'],
]);
const transfer = (id: string, fields: Partial<Transfer> = {}): Transfer => ({
  id,
  source_amount_cents: 1_000n,
  source_amount_currency: 'CLP',
  destination_amount_cents: 123_456n,
  destination_amount_currency: 'USD',
  state: 'pending',
  destination_account_id: '501',
  ...fields,
});

function search(transfers: Transfer[], asked: Record<string, unknown> = {}) {
  const query = transferQuery.parse(asked);
  return windowOf(transfers, aliases, query, amountReadings(query.q, currencies));
}

const ids = (transfers: Transfer[], asked?: Record<string, unknown>) =>
  search(transfers, asked).items.map(({ id }) => id);

const few = [
  transfer('9'),
  transfer('10', { state: 'executed', destination_account_id: '502' }),
  transfer('11', { destination_amount_currency: 'MGA', destination_amount_cents: 21n }),
  transfer('100', { state: 'executed', source_amount_cents: 1_234_567n }),
  transfer('101', { state: 'on_hold', destination_account_id: '503' }),
];

test('without a question all are there, the newest first, with their aliases', () => {
  const { items, total, next_cursor, counts } = search(few);
  expect(items.map(({ id, alias }) => [id, alias])).toEqual([
    ['101', null],
    ['100', 'Mamá Bogotá'],
    ['11', 'Mamá Bogotá'],
    ['10', 'ÑANDÚ Ltda.'],
    ['9', 'Mamá Bogotá'],
  ]);
  expect([total, next_cursor]).toEqual([5, null]);
  expect(counts).toEqual({ pending: 2, executed: 2, on_hold: 1 });
  expect(ids(few, { sort: 'oldest' })).toEqual(['9', '10', '11', '100', '101']);
});

describe('a text', () => {
  test.each([
    ['10', ['10']],
    [' 101 ', ['101']],
    ['mama bog', ['100', '11', '9']],
    ['MAMÁ', ['100', '11', '9']],
    ['nandu', ['10']],
    ['ltda', ['10']],
    ['1,234.56', ['101', '100', '10', '9']],
    ['1.234,56', ['101', '100', '10', '9']],
    ['1234.56', ['101', '100', '10', '9']],
    ['1.234.567', ['100']],
    ['1,234,567', ['100']],
    ['4.2', ['11']],
    ['4,2', ['11']],
    ['1000', ['101', '11', '10', '9']],
    ['nothing like it', []],
    ['%', []],
    ['', ['101', '100', '11', '10', '9']],
  ])('%o finds %j', (q, found) => {
    expect(ids(few, { q })).toEqual(found);
  });
});

test('filters narrow each other, and counts forget the state alone', () => {
  expect(ids(few, { currency: 'MGA' })).toEqual(['11']);
  expect(ids(few, { currency: 'CLP', destination_account_id: '502' })).toEqual(['10']);
  const executed = search(few, { state: 'executed', q: 'mama' });
  expect(executed.items.map(({ id }) => id)).toEqual(['100']);
  expect([executed.total, executed.counts]).toEqual([1, { pending: 2, executed: 1 }]);
  expect(ids(few, { state: 'rejected' })).toEqual([]);
});

test('windows one after the other hold each transfer once, in either direction', () => {
  const someIds = fc.uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 17n }), { maxLength: 40 });
  fc.assert(
    fc.property(
      someIds,
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom('newest', 'oldest'),
      (numbers, limit, sort) => {
        const transfers = numbers.map((number) => transfer(String(number)));
        const read: string[] = [];
        let cursor: string | null = null;
        do {
          const asked = { limit, sort, ...(cursor === null ? {} : { cursor }) };
          const window: ReturnType<typeof search> = search(transfers, asked);
          expect(window.total).toBe(numbers.length);
          expect(window.items.length).toBeLessThanOrEqual(limit);
          read.push(...window.items.map(({ id }) => id));
          cursor = window.next_cursor;
        } while (cursor !== null);
        const sorted = numbers.toSorted((a, b) => (a < b ? -1 : 1)).map(String);
        expect(read).toEqual(sort === 'oldest' ? sorted : sorted.toReversed());
      },
    ),
  );
});

test('a cursor holds though transfers arrive meanwhile', () => {
  const first = search(few, { limit: 2 });
  expect(first.next_cursor).toBe('100');
  const grown = [...few, transfer('102'), transfer('103')];
  expect(ids(grown, { limit: 2, cursor: first.next_cursor })).toEqual(['11', '10']);
});

test.each([
  { limit: '0' },
  { limit: '201' },
  { sort: 'random' },
  { cursor: 'x' },
  { q: 'x'.repeat(201) },
])('%o is no question', (asked) => {
  expect(transferQuery.safeParse(asked).success).toBe(false);
});

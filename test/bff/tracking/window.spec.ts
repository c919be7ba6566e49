import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recipientsOf } from '../../../src/bff/tracking/recipients.ts';
import { searchTerms } from '../../../src/bff/tracking/search-terms.ts';
import { createPageCache, pageOf, rowsOf } from '../../../src/bff/tracking/window.ts';
import { transferQuery } from '../../../src/contract/api/transfer.ts';
import { destinationAccount } from '../../../src/contract/destination-account.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';

const currencies = [
  { name: 'Peso', iso_code: 'CLP', subunit_to_unit: 1n },
  { name: 'Dollar', iso_code: 'USD', subunit_to_unit: 100n },
  { name: 'Ariary', iso_code: 'MGA', subunit_to_unit: 5n },
];
const account = (id: string, alias: string, fields: object = {}) =>
  destinationAccount.parse({ id: BigInt(id), alias, category: 'bank', ...fields });
const recipients = recipientsOf(
  [
    account('501', 'Mamá Bogotá', {
      first_name: 'Gloria',
      last_name: 'Patiño',
      dni: '12.345.678-9',
      bank_number: '0012-3454821',
      bank_id: 7n,
      country: { id: 3n, name: 'Brazil', code: 'BR' },
    }),
    account('502', 'ÑANDÚ Ltda.', {
      category: 'wallet',
      additional_data: 'bc1qXYZ0987',
      dni: null,
    }),
  ],
  [{ id: '7', code: '1', name: 'Banco Único', country_name: 'Colombia' }],
);
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
  const rows = transfers.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  const terms = query.q ? searchTerms(query.q, currencies) : null;
  return pageOf({ rows, recipients, terms, senders: null }, query);
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

test('lists all transfers by default, newest first, with aliases', () => {
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

describe('a search', () => {
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
    ['patiño gloria', ['100', '11', '9']],
    ['gloria 4821', ['100', '11', '9']],
    ['gloria nandu', []],
    ['4821', ['100', '11', '9']],
    ['3454', []],
    ['0012 3454821', ['100', '11', '9']],
    ['00123454821', ['100', '11', '9']],
    ['123456789', ['100', '11', '9']],
    ['12.345.678-9', ['100', '11', '9']],
    ['banco unico', ['100', '11', '9']],
    ['BC1QXYZ0987', ['10']],
    ['0987', ['10']],
    ['nothing like it', []],
    ['%', []],
    ['', ['101', '100', '11', '10', '9']],
  ])('for %o finds %j', (q, found) => {
    expect(ids(few, { q })).toEqual(found);
  });
});

test('finds what matches every word', () => {
  expect(ids(few, { q: 'mama 1.234.567' })).toEqual(['100']);
  expect(ids(few, { q: 'mama 1.234.567 MGA' })).toEqual([]);
  expect(ids(few, { q: 'mama MGA' })).toEqual(['11']);
  expect(ids(few, { q: 'nandu 10' })).toEqual(['10']);
  expect(ids(few, { q: 'brasil mama' })).toEqual(['100', '11', '9']);
  expect(ids(few, { q: 'brasil nandu' })).toEqual([]);
});

test('finds the transfers of a country, and of a pair of currencies', () => {
  expect(ids(few, { country_id: '3' })).toEqual(['100', '11', '9']);
  expect(ids(few, { country_id: '4' })).toEqual([]);
  expect(ids(few, { source_amount_currency: 'USD' })).toEqual([]);
  expect(ids(few, { destination_amount_currency: 'MGA' })).toEqual(['11']);
  const pair = { source_amount_currency: 'CLP', destination_amount_currency: 'USD' };
  expect(ids(few, pair)).toEqual(['101', '100', '10', '9']);
  expect(ids(few, { ...pair, country_id: '3', q: 'mama' })).toEqual(['100', '9']);
});

test('finds what is not final as open, also in a state that we do not know', () => {
  expect(ids(few, { state: 'open' })).toEqual(['101', '11', '9']);
  const open = search(few, { state: 'open', limit: 1 });
  expect(open.total).toBe(3);
  expect(ids(few, { state: 'open', cursor: open.next_cursor })).toEqual(['11', '9']);
});

test('combines filters, and ignores only the state in the counts', () => {
  expect(ids(few, { currency: 'MGA' })).toEqual(['11']);
  expect(ids(few, { currency: 'CLP', destination_account_id: '502' })).toEqual(['10']);
  const executed = search(few, { state: 'executed', q: 'mama' });
  expect(executed.items.map(({ id }) => id)).toEqual(['100']);
  expect([executed.total, executed.counts]).toEqual([1, { pending: 2, executed: 1 }]);
  expect(ids(few, { state: 'rejected' })).toEqual([]);
});

describe('the sort by amount', () => {
  const amounts = [
    transfer('1', { source_amount_cents: 5n }),
    transfer('2', { source_amount_cents: 10n ** 40n }),
    transfer('3', { source_amount_currency: 'MGA', destination_amount_currency: 'CLP' }),
    transfer('4', { source_amount_cents: 5n }),
    transfer('5', { source_amount_currency: 'MGA' }),
  ];

  test('puts the largest amount in the currency first, source or destination', () => {
    expect(ids(amounts, { sort: 'amount', currency: 'CLP' })).toEqual(['2', '3', '4', '1']);
  });

  test('continues after the last page when equal amounts arrive', () => {
    const asked = { sort: 'amount', currency: 'CLP', limit: 3 };
    const first = search(amounts, asked);
    expect([first.items.map(({ id }) => id), first.next_cursor]).toEqual([['2', '3', '4'], '5-4']);
    const later = [...amounts, transfer('6', { source_amount_cents: 5n }), transfer('7')];
    expect(ids(later, { ...asked, cursor: first.next_cursor })).toEqual(['1']);
  });

  test('finds the largest of 500 amounts', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      transfer(String(index + 1), { source_amount_cents: BigInt((index * 7_919) % 500) }),
    );
    const asked = { sort: 'amount', currency: 'CLP', limit: 10 };
    const found = search(many, asked);
    expect(found.items.map((row) => row.source_amount_cents)).toEqual(
      Array.from({ length: 10 }, (_, index) => BigInt(499 - index)),
    );
    expect(found.total).toBe(500);
    const next = search(many, { ...asked, cursor: found.next_cursor });
    expect(next.items[0]?.source_amount_cents).toBe(489n);
  });

  test.each([{ sort: 'amount' }, { sort: 'amount', currency: '' }])(
    'rejects %o: amounts of different currencies can not be sorted',
    (asked) => {
      expect(transferQuery.safeParse(asked).error?.issues[0]?.path).toEqual(['sort']);
    },
  );
});

test('lists each transfer once over all pages, in either direction', () => {
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
          const page: ReturnType<typeof search> = search(transfers, asked);
          expect(page.total).toBe(numbers.length);
          expect(page.items.length).toBeLessThanOrEqual(limit);
          read.push(...page.items.map(({ id }) => id));
          cursor = page.next_cursor;
        } while (cursor !== null);
        const sorted = numbers.toSorted((a, b) => (a < b ? -1 : 1)).map(String);
        expect(read).toEqual(sort === 'oldest' ? sorted : sorted.toReversed());
      },
    ),
  );
});

test('keeps a cursor valid when transfers arrive, go or change', () => {
  const first = search(few, { limit: 2 });
  expect(first.next_cursor).toBe('100');
  const grown = [...few, transfer('102'), transfer('103')];
  expect(ids(grown, { limit: 2, cursor: first.next_cursor })).toEqual(['11', '10']);
  const shrunk = few.filter(({ id }) => id !== '100' && id !== '11');
  expect(ids(shrunk, { limit: 2, cursor: first.next_cursor })).toEqual(['10', '9']);
  const pending = search(few, { state: 'pending', limit: 1 });
  const moved = few.map((row) => (row.id === '11' ? { ...row, state: 'executed' } : row));
  expect(ids(moved, { state: 'pending', cursor: pending.next_cursor })).toEqual(['9']);
});

test('returns the same rows by lookup as by filter', () => {
  const rows = Array.from({ length: 40 }, (_, at) => transfer(String(at + 80)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 60, max: 140 })), (numbers) => {
      const owned = new Set(numbers.map(String));
      const expected = rows.filter(({ id }) => owned.has(id));
      expect(rowsOf({ rows, byId }, owned)).toEqual(expected);
    }),
  );
  expect(rowsOf({ rows, byId }, null)).toBe(rows);
});

test('caches a page until rows or recipients change', () => {
  const pages = createPageCache();
  const query = transferQuery.parse({});
  const ask = (rows: Transfer[], known = recipients) =>
    pages({ rows, recipients: known, terms: null, senders: null }, query);
  const rows = few.slice(0, 2);
  const first = ask(rows);
  expect(first.items.map(({ alias }) => alias)).toEqual(['ÑANDÚ Ltda.', 'Mamá Bogotá']);
  expect(ask(rows)).toBe(first);
  expect(ask(rows, new Map()).items.map(({ alias }) => alias)).toEqual([null, null]);
  expect(ask(few.slice(0, 1)).total).toBe(1);
  const asked = { ...query, state: 'executed' };
  expect(pages({ rows, recipients, terms: null, senders: null }, asked).total).toBe(1);
});

test.each([
  { limit: '0' },
  { limit: '201' },
  { sort: 'random' },
  { cursor: 'x' },
  { cursor: '1-2-3' },
  { q: 'x'.repeat(201) },
])('rejects %o', (asked) => {
  expect(transferQuery.safeParse(asked).success).toBe(false);
});

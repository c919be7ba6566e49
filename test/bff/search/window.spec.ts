import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { transferWindow } from '../../../src/bff/ledger/transfers/transfer-windows.ts';
import { meaningOf } from '../../../src/bff/search/matcher.ts';
import { readSearch } from '../../../src/bff/search/read-search.ts';
import { recipientsOf } from '../../../src/bff/search/recipients.ts';
import { filterOf, withAlias } from '../../../src/bff/search/window.ts';
import { transferQuery } from '../../../src/contract/api/transfer.ts';
import { destinationAccount } from '../../../src/contract/destination-account.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { fillMirror } from '../../support/fill-mirror.ts';
import { seed } from '../../support/seed.ts';
import { type Store, stores } from '../../support/stores.ts';

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

const few = [
  transfer('9'),
  transfer('10', { state: 'executed', destination_account_id: '502' }),
  transfer('11', { destination_amount_currency: 'MGA', destination_amount_cents: 21n }),
  transfer('100', { state: 'executed', source_amount_cents: 1_234_567n }),
  transfer('101', { state: 'on_hold', destination_account_id: '503' }),
];

describe.each(stores())('a window on $name', ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let db: LedgerDb;

  beforeAll(async () => {
    store = await create();
    db = await openLedger(store.url);
  });
  afterAll(async () => {
    await db.destroy();
    await store.remove();
  });

  async function search(transfers: Transfer[], asked: Record<string, unknown> = {}) {
    const query = transferQuery.parse(asked);
    await fillMirror(db, transfers);
    const viewer = { user_id: '', canSee: 'everything' } as const;
    const terms = query.q && readSearch(query.q, { currencies, now: 0, zone: 'UTC' });
    const meaning = terms
      ? meaningOf(terms, { recipients, senders: null, sends: [], noted: new Map() })
      : null;
    const scope = { recipients, meaning };
    const window = await transferWindow(db, filterOf(viewer, query, scope), query);
    return { ...window, items: window.items.map((row) => withAlias(row, recipients)) };
  }

  const ids = async (transfers: Transfer[], asked?: Record<string, unknown>) =>
    (await search(transfers, asked)).items.map(({ id }) => id);

  test('lists all transfers by default, newest first, with aliases', async () => {
    const { items, total, next_cursor, counts } = await search(few);
    expect(items.map(({ id, alias }) => [id, alias])).toEqual([
      ['101', null],
      ['100', 'Mamá Bogotá'],
      ['11', 'Mamá Bogotá'],
      ['10', 'ÑANDÚ Ltda.'],
      ['9', 'Mamá Bogotá'],
    ]);
    expect([total, next_cursor]).toEqual([5, null]);
    expect(counts).toEqual({ pending: 2, executed: 2, on_hold: 1 });
    expect(await ids(few, { sort: 'oldest' })).toEqual(['9', '10', '11', '100', '101']);
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
    ])('for %o finds %j', async (q, found) => {
      expect(await ids(few, { q })).toEqual(found);
    });
  });

  test('finds what matches every word', async () => {
    expect(await ids(few, { q: 'mama 1.234.567' })).toEqual(['100']);
    expect(await ids(few, { q: 'mama 1.234.567 MGA' })).toEqual([]);
    expect(await ids(few, { q: 'mama MGA' })).toEqual(['11']);
    expect(await ids(few, { q: 'nandu 10' })).toEqual(['10']);
    expect(await ids(few, { q: 'brasil mama' })).toEqual(['100', '11', '9']);
    expect(await ids(few, { q: 'brasil nandu' })).toEqual([]);
  });

  test('finds the transfers of a country, and of a pair of currencies', async () => {
    expect(await ids(few, { country_id: '3' })).toEqual(['100', '11', '9']);
    expect(await ids(few, { country_id: '4' })).toEqual([]);
    expect(await ids(few, { source_amount_currency: 'USD' })).toEqual([]);
    expect(await ids(few, { destination_amount_currency: 'MGA' })).toEqual(['11']);
    const pair = { source_amount_currency: 'CLP', destination_amount_currency: 'USD' };
    expect(await ids(few, pair)).toEqual(['101', '100', '10', '9']);
    expect(await ids(few, { ...pair, country_id: '3', q: 'mama' })).toEqual(['100', '9']);
  });

  test('finds what is not final as open, also in a state that we do not know', async () => {
    expect(await ids(few, { state: 'open' })).toEqual(['101', '11', '9']);
    const open = await search(few, { state: 'open', limit: 1 });
    expect(open.total).toBe(3);
    expect(await ids(few, { state: 'open', cursor: open.next_cursor })).toEqual(['11', '9']);
  });

  test('combines filters, and ignores only the state in the counts', async () => {
    expect(await ids(few, { currency: 'MGA' })).toEqual(['11']);
    expect(await ids(few, { currency: 'CLP', destination_account_id: '502' })).toEqual(['10']);
    const executed = await search(few, { state: 'executed', q: 'mama' });
    expect(executed.items.map(({ id }) => id)).toEqual(['100']);
    expect([executed.total, executed.counts]).toEqual([1, { pending: 2, executed: 1 }]);
    expect(await ids(few, { state: 'rejected' })).toEqual([]);
  });

  describe('the sort by amount', () => {
    const amounts = [
      transfer('1', { source_amount_cents: 5n }),
      transfer('2', { source_amount_cents: 10n ** 40n }),
      transfer('3', { source_amount_currency: 'MGA', destination_amount_currency: 'CLP' }),
      transfer('4', { source_amount_cents: 5n }),
      transfer('5', { source_amount_currency: 'MGA' }),
    ];

    test('puts the largest amount in the currency first, source or destination', async () => {
      expect(await ids(amounts, { sort: 'amount', currency: 'CLP' })).toEqual(['2', '3', '4', '1']);
    });

    test('continues after the last page when equal amounts arrive', async () => {
      const asked = { sort: 'amount', currency: 'CLP', limit: 3 };
      const first = await search(amounts, asked);
      expect([first.items.map(({ id }) => id), first.next_cursor]).toEqual([
        ['2', '3', '4'],
        '5-4',
      ]);
      const later = [...amounts, transfer('6', { source_amount_cents: 5n }), transfer('7')];
      expect(await ids(later, { ...asked, cursor: first.next_cursor })).toEqual(['1']);
    });

    test('finds the largest of 500 amounts', async () => {
      const many = Array.from({ length: 500 }, (_, index) =>
        transfer(String(index + 1), { source_amount_cents: BigInt((index * 7_919) % 500) }),
      );
      const asked = { sort: 'amount', currency: 'CLP', limit: 10 };
      const found = await search(many, asked);
      expect(found.items.map((row) => row.source_amount_cents)).toEqual(
        Array.from({ length: 10 }, (_, index) => BigInt(499 - index)),
      );
      expect(found.total).toBe(500);
      const next = await search(many, { ...asked, cursor: found.next_cursor });
      expect(next.items[0]?.source_amount_cents).toBe(489n);
    });

    test.each([{ sort: 'amount' }, { sort: 'amount', currency: '' }])(
      'rejects %o: amounts of different currencies can not be sorted',
      (asked) => {
        expect(transferQuery.safeParse(asked).error?.issues[0]?.path).toEqual(['sort']);
      },
    );
  });

  test('lists each transfer once over all pages, in either direction', async () => {
    const someIds = fc.uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 17n }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        someIds,
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom('newest', 'oldest'),
        async (numbers, limit, sort) => {
          const transfers = numbers.map((number) => transfer(String(number)));
          const read: string[] = [];
          let cursor: string | null = null;
          do {
            const asked = { limit, sort, ...(cursor === null ? {} : { cursor }) };
            const page: Awaited<ReturnType<typeof search>> = await search(transfers, asked);
            expect(page.total).toBe(numbers.length);
            expect(page.items.length).toBeLessThanOrEqual(limit);
            read.push(...page.items.map(({ id }) => id));
            cursor = page.next_cursor;
          } while (cursor !== null);
          const sorted = numbers.toSorted((a, b) => (a < b ? -1 : 1)).map(String);
          expect(read).toEqual(sort === 'oldest' ? sorted : sorted.toReversed());
        },
      ),
      { numRuns: 20, seed },
    );
  });

  test('keeps a cursor valid when transfers arrive, go or change', async () => {
    const first = await search(few, { limit: 2 });
    expect(first.next_cursor).toBe('100');
    const grown = [...few, transfer('102'), transfer('103')];
    expect(await ids(grown, { limit: 2, cursor: first.next_cursor })).toEqual(['11', '10']);
    const shrunk = few.filter(({ id }) => id !== '100' && id !== '11');
    expect(await ids(shrunk, { limit: 2, cursor: first.next_cursor })).toEqual(['10', '9']);
    const pending = await search(few, { state: 'pending', limit: 1 });
    const moved = few.map((row) => (row.id === '11' ? { ...row, state: 'executed' } : row));
    expect(await ids(moved, { state: 'pending', cursor: pending.next_cursor })).toEqual(['9']);
  });
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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { meaningOf } from '../../../src/bff/search/matcher.ts';
import { readSearch } from '../../../src/bff/search/read-search.ts';
import { recipientsOf } from '../../../src/bff/search/recipients.ts';
import { readSenders, type Senders } from '../../../src/bff/search/senders.ts';
import { supportSearchOf } from '../../../src/bff/search/support-search.ts';
import type { SupportQuery } from '../../../src/contract/api/support.ts';
import { destinationAccount } from '../../../src/contract/destination-account.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { fillMirror } from '../../support/fill-mirror.ts';
import { type Store, stores } from '../../support/stores.ts';
import { row } from '../tracking/rows.ts';

const currencies = [
  { name: 'Chilean peso', iso_code: 'CLP', subunit_to_unit: 1n },
  { name: 'Colombian peso', iso_code: 'COP', subunit_to_unit: 100n },
];
const context = { currencies, now: Date.now(), zone: 'UTC' };
const colombia = { id: 1n, name: 'Colombia', code: 'CO' };
const brazil = { id: 2n, name: 'Brazil', code: 'BR' };
const account = (id: string, first_name: string, fields: object = {}) =>
  destinationAccount.parse({
    ...{ id: BigInt(id), alias: `${first_name}’s account`, category: 'bank', first_name },
    ...{ country: colombia, bank_id: 7n, ...fields },
  });
const recipients = recipientsOf(
  [
    account('501', 'Mariana'),
    account('502', 'Ana', { bank_number: '00127741' }),
    account('503', 'Juliana'),
    account('504', 'Ana', { country: brazil, bank_id: 8n }),
    account('505', 'Ana María'),
    account('506', 'Paula'),
  ],
  [{ id: '7', code: '1', name: 'Bancolombia', country_name: 'Colombia' }],
);
const clpToCop = (source: bigint, destination_account_id: string): Partial<Transfer> => ({
  ...{ source_amount_cents: source, source_amount_currency: 'CLP', destination_account_id },
  ...{ destination_amount_cents: 90_000_000n, destination_amount_currency: 'COP' },
});
const rows = [
  row('1', clpToCop(250_000n, '501')),
  row('2', clpToCop(250_000n, '502')),
  row('3', clpToCop(90_000n, '502')),
  row('4', clpToCop(250_000n, '504')),
  row('5', clpToCop(250_000n, '505')),
  row('6', clpToCop(7_741n, '506')),
  row('7741', clpToCop(500n, '506')),
];

describe.each(stores())("support's search on $name", ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let db: LedgerDb;
  let senders: Senders;

  beforeAll(async () => {
    store = await create();
    db = await openLedger(store.url);
    const at = new Date().toISOString();
    const people = [
      { name: 'Bruno Díaz', email: 'bruno@example.com', sent: ['2', '6'] },
      { name: 'Ana Bruna', email: 'ana@example.com', sent: ['7741'] },
    ];
    for (const { sent, ...person } of people) {
      const user = await addUser(db, { ...person, role: 'sender', password_hash: null }, at);
      for (const id of sent) await own(db, 'transfer', id, user?.id ?? '', at);
    }
    senders = await readSenders(db);
    await fillMirror(db, rows);
  });
  afterAll(async () => {
    await db.destroy();
    await store.remove();
  });

  async function search(typed: string, query: Partial<SupportQuery> = {}) {
    const meaning = meaningOf(readSearch(typed, context), {
      recipients,
      senders,
      sends: [],
      noted: new Map(),
    });
    const found = await supportSearchOf({ db, recipients, meaning }, { q: typed, ...query });
    return {
      ...found,
      transferIds: found.transfers.items.map(({ id }) => id),
      recipientIds: found.recipients.items.map(({ id }) => id),
    };
  }

  test.each([
    ['Ana 250000', ['5', '4', '2', '1'], ['505', '504', '502', '501']],
    ['ana colombia', ['7741', '5', '3', '2', '1'], ['505', '502', '503', '501', '506']],
    ['Ana Colombia 250000', ['5', '2', '1'], ['505', '502', '501']],
    ['Ana Colômbia 250000', ['5', '2', '1'], ['505', '502', '501']],
    ['Ana Brasil', ['4'], ['504']],
    ['mariana colombia', ['1'], ['501']],
    ['mariana brasil', [], []],
    ['bruno paula colombia', ['6'], ['506']],
    ['250,000 pesos', ['5', '4', '2', '1'], []],
    ['250,000 Colombian pesos', [], []],
    ['900.000 COP', ['7741', '6', '5', '4', '3', '2', '1'], []],
    ['Bancolombia ···· 7741', ['7741', '6', '3', '2'], ['502', '506']],
    ['****7741', ['7741', '6', '3', '2'], ['502']],
    ['ending in 7741', ['7741', '6', '3', '2'], ['502']],
    ['#7741', ['7741', '6', '3', '2'], ['502']],
    ['transfer 7741', ['7741', '6', '3', '2'], ['502']],
    ['bruno@example.com', ['6', '2'], []],
    ['BRUNO diaz', ['6', '2'], []],
    ['bruno 250000', ['2'], []],
    ['ana bruno', ['2'], ['502']],
    ['Ana 250001', [], []],
    ['nobody', [], []],
  ])('for %s finds the transfers %j and the recipients %j', async (q, transfers, accounts) => {
    const found = await search(q);
    expect(found.transferIds).toEqual(transfers);
    expect(found.recipientIds).toEqual(accounts);
  });

  test('says what matched', async () => {
    const found = await search('bruno ana 250,000 CLP');
    expect(found.transfers.items).toMatchObject([
      { id: '2', matched: ['amount', 'recipient', 'sender', 'currency'] },
    ]);
    expect(found.recipients.items).toMatchObject([
      { id: '502', matched: ['alias', 'name'], transfers: 2 },
    ]);
    expect((await search('brasil')).recipients.items).toMatchObject([
      { id: '504', matched: ['country'] },
    ]);
  });

  test('does not search the senders for anybody but support', async () => {
    const meaning = meaningOf(readSearch('bruno', context), {
      recipients,
      senders: null,
      sends: [],
      noted: new Map(),
    });
    const found = await supportSearchOf({ db, recipients, meaning }, { q: 'bruno' });
    expect(found.transfers.total).toBe(0);
  });

  test('reaches every result once, in its order, while others come and go', async () => {
    const many = recipientsOf(
      Array.from({ length: 120 }, (_, at) => account(`${1_000 + at}`, at % 2 ? 'Ana' : 'Mariana')),
      [],
    );
    const ofMany = Array.from({ length: 120 }, (_, at) =>
      row(`${5_000 + at}`, { destination_account_id: `${1_000 + at}` }),
    );
    const terms = readSearch('ana', context);
    const ask = async (all: readonly Transfer[], cursors: Partial<SupportQuery> = {}) => {
      await fillMirror(db, all);
      const meaning = meaningOf(terms, { recipients: many, senders, sends: [], noted: new Map() });
      return supportSearchOf({ db, recipients: many, meaning }, { q: 'ana', ...cursors });
    };
    const first = await ask(ofMany);
    expect([first.transfers.total, first.recipients.total]).toEqual([120, 120]);
    // The newest with the whole word.
    expect(first.transfers.items[0]?.id).toBe('5119');
    expect(first.transfers.next_cursor).toBe('2-5021');
    expect(first.recipients.items[0]).toMatchObject({ id: '1119', name: 'Ana' });

    const read: string[] = first.transfers.items.map(({ id }) => id);
    let cursor = first.transfers.next_cursor;
    const later = [...ofMany, row('6000', { destination_account_id: '1001' })];
    while (cursor !== null) {
      const { transfers } = await ask(later, { transfers_cursor: cursor });
      read.push(...transfers.items.map(({ id }) => id));
      cursor = transfers.next_cursor;
    }
    const inOrder = (parity: number) =>
      ofMany.map(({ id }) => id).filter((id) => Number(id) % 2 === parity);
    expect(read).toEqual([...inOrder(1).reverse(), ...inOrder(0).reverse()]);

    const accounts: string[] = [];
    for (let at: string | null | undefined; at !== null; ) {
      const cursors = at === undefined ? {} : { recipients_cursor: at };
      const { recipients: page } = await ask(ofMany, cursors);
      accounts.push(...page.items.map(({ id }) => id));
      at = page.next_cursor;
    }
    expect(new Set(accounts).size).toBe(120);
    expect(accounts).toHaveLength(120);
  });
});

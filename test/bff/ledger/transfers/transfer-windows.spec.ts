import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disown, own } from '../../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import {
  mirrorState,
  unmarkOwned,
  writeMirror,
} from '../../../../src/bff/ledger/transfers/mirror.ts';
import { addStateObservations } from '../../../../src/bff/ledger/transfers/state-observations.ts';
import { transferCounts } from '../../../../src/bff/ledger/transfers/transfer-counts.ts';
import type {
  Term,
  TransferFilter,
  Ways,
} from '../../../../src/bff/ledger/transfers/transfer-filters.ts';
import {
  allTransfers,
  executedTo,
  paidAmong,
  rankedTransfers,
  transfersTo,
  transferWindow,
} from '../../../../src/bff/ledger/transfers/transfer-windows.ts';
import type { Transfer } from '../../../../src/contract/transfer.ts';
import { isInState } from '../../../../src/contract/transfer-state.ts';
import { someOfEach } from '../../../support/at-length.ts';
import { fillMirror } from '../../../support/fill-mirror.ts';
import { type Store, stores } from '../../../support/stores.ts';
import { row } from '../../tracking/rows.ts';

/** More than are found before they are sorted. */
const size = 2_600;
const early = '2026-01-01T00:00:00.000Z';
const late = '2026-02-01T00:00:00.000Z';

/** Most to one account, in one state and one currency; few elsewhere. Ids of 1 to 4 digits. */
const rows = Array.from({ length: size }, (_, index) =>
  row(`${index + 1}`, {
    destination_account_id: index % 50 === 0 ? '502' : index % 13 === 0 ? '503' : '501',
    state: index % 100 === 7 ? 'on_hold' : index % 10 === 3 ? 'pending' : 'executed',
    source_amount_currency: index % 300 === 9 ? 'MGA' : 'CLP',
    source_amount_cents: BigInt((index * 7_919) % 1_500),
    destination_amount_currency: index % 40 === 1 ? 'CLP' : 'USD',
    destination_amount_cents: 10n ** BigInt(index % 25),
  }),
);
const owned = rows.filter((_, index) => index % 3 === 0).map(({ id }) => id);
const others = rows.filter((_, index) => index % 3 === 1).map(({ id }) => id);

/** Many of them early; a few seen again late. */
const firstSeen = new Map(
  rows.flatMap(({ id }, index): [string, string][] =>
    index % 4 === 0 ? [[id, early]] : index % 29 === 0 ? [[id, late]] : [],
  ),
);

const amountIn = (one: Transfer, currency = '') =>
  one.source_amount_currency === currency ? one.source_amount_cents : one.destination_amount_cents;
const number = (one: Transfer) => Number(one.id);

const inWords = (filter: object) =>
  JSON.stringify(filter, (_, value) => (typeof value === 'bigint' ? `${value}` : value));

function isTerm(one: Transfer, { ids, amounts, senders, accounts, ...term }: Term): boolean {
  const { currencies, state, seen } = term;
  const first = firstSeen.get(one.id);
  const isAmount = amounts?.some(
    ({ currency, cents }) =>
      (one.source_amount_currency === currency && one.source_amount_cents === cents) ||
      (one.destination_amount_currency === currency && one.destination_amount_cents === cents),
  );
  return (
    ids?.includes(one.id) === true ||
    one.state === state ||
    seen?.some(({ from, before }) => first && first >= from && first < before) === true ||
    isAmount === true ||
    (senders !== undefined && owned.includes(one.id)) ||
    accounts?.includes(one.destination_account_id) === true ||
    currencies?.includes(one.source_amount_currency) === true ||
    currencies?.includes(one.destination_amount_currency) === true
  );
}

const isMeant = (one: Transfer, ways: Ways) =>
  ways.some((terms) => terms.every((term) => isTerm(one, term)));

/** What the filter means, by one test after the other. */
function expected(filter: TransferFilter) {
  const { whose, state, currency, ways, accounts, destination_account_id: account, sort } = filter;
  const { source_amount_currency: source, destination_amount_currency: destination } = filter;
  const visible = new Set(whose === 'team' ? [...owned, ...others] : owned);
  const all = rows.filter(
    (one) =>
      (whose === 'everything' || visible.has(one.id)) &&
      (account === undefined || one.destination_account_id === account) &&
      (currency === undefined ||
        [one.source_amount_currency, one.destination_amount_currency].includes(currency)) &&
      (!accounts || accounts.includes(one.destination_account_id)) &&
      (source === undefined || one.source_amount_currency === source) &&
      (destination === undefined || one.destination_amount_currency === destination) &&
      (!ways || isMeant(one, ways)),
  );
  const found = all.filter((one) => isInState(one.state, state));
  found.sort((a, b) => number(b) - number(a));
  if (sort === 'oldest') found.reverse();
  if (sort === 'amount') {
    found.sort((a, b) => Number(amountIn(b, currency) - amountIn(a, currency)));
  }
  const counts: Record<string, number> = {};
  for (const one of all) counts[one.state] = (counts[one.state] ?? 0) + 1;
  return { ids: found.map(({ id }) => id), counts };
}

describe.each(stores())('the windows of the mirror on $name', ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let db: LedgerDb;

  beforeAll(async () => {
    store = await create();
    db = await openLedger(store.url);
    const person = { name: '', role: 'sender', password_hash: null } as const;
    await addUser(db, { ...person, email: 'a@giro.example' }, early);
    await db.updateTable('users').set({ id: me }).execute();
    const other = (await addUser(db, { ...person, email: 'b@giro.example' }, early))?.id ?? '';
    const owners = [...owned.map((id) => [id, me]), ...others.map((id) => [id, other])];
    await db.transaction().execute(async (tx) => {
      for (const [id = '', user_id = ''] of owners) await own(tx, 'transfer', id, user_id, early);
    });
    await fillMirror(db, rows);
    for (const at of [early, late]) {
      const seen = [...firstSeen].filter(([, first]) => first <= at).map(([id]) => id);
      const observations = seen.map((transfer_id) => ({ transfer_id, state: `seen ${at}` }));
      await addStateObservations(db, observations, at);
    }
  });
  afterAll(async () => {
    await db.destroy();
    await store.remove();
  });

  const whose = ['everything', 'team', 'own'] as const;
  const amountIs = (currency: string, cents: bigint) => [{ currency, cents }];
  const amounts = amountIs('CLP', 5n);
  const me = 'the owner';
  const some: Ways = [[{ ids: ['77'], accounts: ['502'], amounts }]];
  const most: Ways = [[{ ids: ['77'], accounts: ['501', '502'], amounts: amountIs('USD', 1n) }]];
  const together: Ways = [
    [{ ids: ['77'], amounts: amountIs('USD', 1n) }, { accounts: ['501'] }],
    [{ senders: [me], accounts: ['502'] }, { accounts: ['503'] }],
    [{ senders: [me] }, { amounts, accounts: ['502'] }],
  ];
  /** So many that the transfers of all may be nearly all. */
  const crowd = [me, ...Array.from({ length: 9 }, (_, index) => `another ${index}`)];
  const byMany: Ways = [
    [{ senders: crowd }],
    [{ ids: ['2'], senders: crowd }, { accounts: ['503'] }],
  ];
  const byManyTo: Ways = [[{ senders: crowd }, { accounts: ['502'] }]];
  const inCurrency: Ways = [[{ accounts: ['502', '503'] }, { currencies: ['MGA'] }]];
  const onDay = (from: string) => [{ from, before: new Date(Date.parse(from) + 1).toISOString() }];
  const rejected: Ways = [[{ state: 'on_hold' }]];
  const dated: Ways = [[{ seen: onDay(late) }]];
  const datedState: Ways = [[{ seen: onDay(early) }, { state: 'pending' }]];
  const sameState: Ways = [[{ state: 'pending' }, { accounts: ['502', '503'] }], [{ ids: ['5'] }]];
  const eitherDay: Ways = [
    [{ seen: [...onDay(early), ...onDay(late)], accounts: ['503'] }, { senders: [me] }],
  ];
  const filters = [
    {},
    { state: 'executed' },
    { state: 'on_hold' },
    { state: 'open' },
    { state: 'rejected' },
    { currency: 'CLP' },
    { currency: 'MGA' },
    { currency: 'MGA', state: 'pending' },
    { currency: 'CLP', state: 'on_hold' },
    { destination_account_id: '502' },
    { destination_account_id: '501', state: 'open', currency: 'CLP' },
    { accounts: ['502', '503'] },
    { accounts: ['501'], source_amount_currency: 'MGA' },
    { source_amount_currency: 'CLP', destination_amount_currency: 'USD' },
    { destination_amount_currency: 'CLP', state: 'open' },
    { ways: [] },
    { ways: some },
    { ways: [[{ ids: ['77'] }]] },
    { ways: together },
    { ways: together, state: 'executed' },
    { ways: together, accounts: ['501'] },
    { ways: most },
    { ways: most, state: 'pending' },
    { ways: most, currency: 'MGA' },
    { ways: some, destination_account_id: '501' },
    { ways: inCurrency },
    { ways: inCurrency, state: 'pending' },
    { ways: [[{ currencies: ['MGA'] }, { currencies: ['CLP'] }]] },
    { ways: [[{ currencies: ['CLP'] }]], accounts: ['501', '502'] },
    { ways: [[{ senders: [me] }]], source_amount_currency: 'CLP' },
    { ways: byMany },
    { ways: byMany, state: 'pending' },
    { ways: byMany, currency: 'MGA' },
    { ways: byManyTo },
    { ways: byManyTo, state: 'executed', accounts: ['502', '503'] },
    { ways: [[{ senders: crowd }, { currencies: ['MGA'] }]] },
    { ways: rejected },
    { ways: [[{ state: 'on_hold', accounts: ['502'] }]], state: 'pending' },
    { ways: sameState },
    { ways: sameState, currency: 'CLP' },
    { ways: dated },
    { ways: datedState },
    { ways: datedState, state: 'pending', accounts: ['501'] },
    { ways: eitherDay },
    { ways: [[{ ids: ['7', '78', '9999'] }]] },
    { ways: [[{ state: 'executed' }, { currencies: ['MGA'] }], [{ seen: onDay(late) }]] },
  ];

  // Each filter twice: who looks, and the order, are by the run's seed. At length for all, in every order.
  const cases = whose.flatMap((seen) =>
    filters.flatMap((filter) =>
      (['newest', 'oldest', 'amount'] as const)
        .filter((sort) => sort !== 'amount' || 'currency' in filter)
        .map((sort) => ({
          filter: { ...filter, sort },
          seen,
          what: inWords({ seen, sort, ...filter }),
        })),
    ),
  );
  const filterOf = ({ filter: { sort: _, ...filter } }: (typeof cases)[number]) => inWords(filter);
  test.each(someOfEach(cases, filterOf, () => 2))(
    'finds what one test after the other finds: $what',
    async ({ seen, filter: asked }) => {
      const filter: TransferFilter = { ...asked, whose: seen === 'own' ? { user_id: me } : seen };
      const { ids, counts } = expected(filter);
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await transferWindow(db, filter, { cursor, limit: 400 });
        expect([page.total, page.counts]).toEqual([ids.length, counts]);
        found.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(ids);
      const { total, parts } = await allTransfers(db, filter);
      const inParts: string[] = [];
      for await (const part of parts) inParts.push(...part.map(({ id }) => id));
      expect([total, inParts]).toEqual([ids.length, ids]);
    },
  );

  test.each([
    ['each others', [most, some, [[{ ids: ['77'] }]]]],
    ['the same', [some, some, []]],
    ['by their sender', [[[{ accounts: ['501', '502', '503'] }]], byManyTo, [[{ ids: ['151'] }]]]],
  ])('pages ranked ways, %s: those of a higher rank first, each once', async (_what, ranked) => {
    const visible = { whose: 'everything', sort: 'newest' } as const;
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await rankedTransfers(db, visible, ranked, { cursor, limit: 700 });
      expect(page.total).toBe(rows.filter((one) => isMeant(one, ranked[0] ?? [])).length);
      found.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    const rankOf = (one: Transfer) => ranked.filter((ways) => isMeant(one, ways)).length;
    const expected = rows.filter((one) => rankOf(one) > 0);
    expected.sort((a, b) => rankOf(b) - rankOf(a) || number(b) - number(a));
    expect(found).toEqual(expected.map(({ id }) => id));
  });

  test('says to which accounts a transfer goes that matches', async () => {
    const ids = ['501', '502', '503', '999'];
    expect(await paidAmong(db, ids, [[{ ids: ['77'] }]])).toEqual(new Set(['501']));
    expect(await paidAmong(db, ids, byMany)).toEqual(new Set(['501', '502', '503']));
    expect(await paidAmong(db, ids, byManyTo)).toEqual(new Set(['502']));
    expect(await paidAmong(db, ids, inCurrency)).toEqual(
      new Set(
        rows.filter((one) => isMeant(one, inCurrency)).map((one) => one.destination_account_id),
      ),
    );
    expect(await paidAmong(db, ['502'], [[{ ids: ['77'] }]])).toEqual(new Set());
    expect(await paidAmong(db, [], most)).toEqual(new Set());
    for (const ways of [rejected, dated, datedState, sameState, eitherDay]) {
      const paid = rows
        .filter((one) => isMeant(one, ways))
        .map((one) => one.destination_account_id);
      expect(await paidAmong(db, ids, ways)).toEqual(new Set(paid));
    }
  });

  test('counts the transfers of accounts, and says which have an executed one', async () => {
    expect(await transfersTo(db, ['502', '999'])).toEqual(new Map([['502', 52]]));
    expect(await executedTo(db, ['501', '999'])).toEqual(new Set(['501']));
    expect(await executedTo(db, [])).toEqual(new Set());
  });

  test('finds by when a transfer was first seen', async () => {
    const seen = [
      ['3', early],
      ['3', late],
      ['4', late],
    ] as const;
    await db.deleteFrom('sightings').execute();
    for (const [transfer_id, at] of seen) {
      await addStateObservations(db, [{ transfer_id, state: `state ${at}` }], at);
    }
    const ids = async (filter: Partial<TransferFilter>) =>
      (
        await transferWindow(
          db,
          { whose: 'everything', sort: 'newest', ...filter },
          { limit: 9, cursor: undefined },
        )
      ).items.map(({ id }) => id);
    expect(await ids({ first_seen_from: early })).toEqual(['4', '3']);
    expect(await ids({ first_seen_from: '2026-01-31T19:00:00-05:00' })).toEqual(['4']);
    expect(await ids({ first_seen_before: late })).toEqual(['3']);
    expect(await ids({ first_seen_before: late, whose: { user_id: me } })).toEqual([]);
    expect(await ids({ first_seen_from: late, whose: { user_id: me } })).toEqual(['4']);
  });

  test('shows a team an owner who became known later, and none who was removed', async () => {
    const ofTeam = async () => {
      const asked = { cursor: undefined, limit: 200 };
      const { items, total } = await transferWindow(
        db,
        { whose: 'team', sort: 'oldest', destination_account_id: '502' },
        asked,
      );
      return [items.length, total, items.some(({ id }) => id === '351')];
    };
    const [before] = await ofTeam();
    expect(await ofTeam()).toEqual([before, before, false]);
    await own(db, 'transfer', '351', me, new Date().toISOString());
    expect(await ofTeam()).toEqual([Number(before) + 1, Number(before) + 1, true]);
    await db.transaction().execute((tx) => disown(tx, 'transfer', '351'));
    const ownedOnes = async () =>
      (await transferCounts(db)).reduce((sum, one) => sum + (one.isOwned ? one.count : 0), 0);
    const counted = await ownedOnes();
    await db.transaction().execute(async (tx) => {
      await disown(tx, 'transfer', '1');
      await unmarkOwned(tx, '1');
    });
    expect(await ofTeam()).toEqual([Number(before) - 1, Number(before) - 1, false]);
    expect(await ownedOnes()).toBe(counted - 1);
  });

  test('keeps the counts and exact sums of what changes and goes', async () => {
    const huge = 10n ** 40n;
    const changed = row('1', { state: 'rejected', source_amount_cents: huge });
    const twin = row('2', { state: 'rejected', source_amount_cents: huge + 1n });
    for (const write of [{ changed: [changed, twin] }, { removed: ['3'] }]) {
      const since = await mirrorState(db);
      await writeMirror(db, { since, read_at: late, ...write });
    }
    const counts = await transferCounts(db);
    const rejected = counts.filter(({ state }) => state === 'rejected');
    const [sum, number] = [
      rejected.reduce((all, one) => all + one.source_amount_cents, 0n),
      counts.reduce((all, { count }) => all + count, 0),
    ];
    expect([sum, number]).toEqual([2n * huge + 1n, size - 1]);
    expect((await transfersTo(db, ['501', '502', '503'])).values().reduce((a, b) => a + b)).toBe(
      size - 1,
    );
  });
});

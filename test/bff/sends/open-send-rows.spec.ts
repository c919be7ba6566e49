import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { addLookAlike } from '../../../src/bff/ledger/sends/look-alikes.ts';
import { intend } from '../../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { meaningOf } from '../../../src/bff/search/matcher.ts';
import { readSearch } from '../../../src/bff/search/read-search.ts';
import { recipientsOf } from '../../../src/bff/search/recipients.ts';
import { readSenders } from '../../../src/bff/search/senders.ts';
import type { Asked } from '../../../src/bff/search/window.ts';
import { eachOnce, findOpenSends, openSendRowsOf } from '../../../src/bff/sends/open-send-rows.ts';
import { writeQuote } from '../../../src/bff/sends/send-row.ts';
import { isAbove } from '../../../src/contract/api/open-send-order.ts';
import { referenceOf } from '../../../src/contract/api/send-key.ts';
import { isOpen, sendStates } from '../../../src/contract/api/send-states.ts';
import { maxOpenSendRows, type OpenSendRow } from '../../../src/contract/api/transfer.ts';
import { destinationAccount } from '../../../src/contract/destination-account.ts';
import { seed } from '../../support/seed.ts';
import { type Store, stores } from '../../support/stores.ts';

const currencies = [
  { name: 'Peso', iso_code: 'CLP', subunit_to_unit: 1n },
  { name: 'Dollar', iso_code: 'USD', subunit_to_unit: 100n },
];
const codes = ['CLP', 'USD'] as const;
const account = (id: string, alias: string, country: string) =>
  destinationAccount.parse({
    ...{ id: BigInt(id), alias, category: 'wallet', additional_data: `0x${id}` },
    country: { id: BigInt(country), name: `Land ${country}`, code: `L${country}` },
  });
const recipients = recipientsOf(
  [account('501', 'Mamá Bogotá', '3'), account('502', 'Lucía', '4')],
  [],
);

const day = (number: number) => `2026-03-0${1 + (number % 9)}T12:00:00.000Z`;
/** Each state, recipient, currency and amount beside each other one. */
const all = Array.from({ length: 120 }, (_, index) => {
  const hash = createHash('sha256').update(`${index}`).digest('hex');
  return {
    key: `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
    person: index % 3,
    state: sendStates[index % sendStates.length] ?? 'intended',
    destination_account_id: ['501', '502', '599'][index % 5 === 4 ? 2 : index % 2] ?? '',
    source_amount_cents: BigInt(100 * (1 + (index % 4))),
    source_amount_currency: codes[index % 7 === 0 ? 1 : 0],
    destination_amount_currency: codes[index % 5 === 0 ? 0 : 1],
    gets: index % 11 === 0 ? null : BigInt(300 + (index % 3)),
    created_at: day(index),
    // Support has to look at it again.
    isLikeAnother: index % 10 === 5,
  };
});
type One = (typeof all)[number];

const amountIn = (one: One, currency = '') =>
  one.source_amount_currency === currency ? one.source_amount_cents : one.gets;

describe.each(stores())('the open sends of a list on $name', ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let db: LedgerDb;
  const people: string[] = [];

  beforeAll(async () => {
    store = await create();
    db = await openLedger(store.url);
    for (const name of ['Ana Soto', 'Ben Ortiz', 'Cleo Paz']) {
      const email = `${name.slice(0, 3).toLowerCase()}@giro.example`;
      const person = { email, name, role: 'sender', password_hash: null } as const;
      people.push((await addUser(db, person, day(0)))?.id ?? '');
    }
    for (const one of all) {
      const { key, person, state, gets, created_at, isLikeAnother, ...request } = one;
      const taken_at = created_at;
      const quote = gets !== null && { rate: '1', destination_amount_cents: gets, taken_at };
      const intent = {
        ...{ key, user_id: people[person] ?? '', guard_scope: key, body_hash: key },
        ...request,
        source_amount_cents: `${request.source_amount_cents}`,
        quote: writeQuote({ ...(quote && { quote }) }),
        ...{ known_transfer_ids: '[]', after_unresolved: null, after_sent: null },
      };
      await intend(db, intent, created_at);
      await db.updateTable('sends').set({ state }).where('key', '=', key).execute();
      if (isLikeAnother) {
        await addLookAlike(db, { send_key: key, transfer_id: `9${one.person}`, seen_at: day(8) });
      }
    }
  });
  afterAll(async () => {
    await db.destroy();
    await store.remove();
  });

  const reviewed = ({ state, isLikeAnother }: One, bySupport: boolean) =>
    state === 'unresolved' || (bySupport && isLikeAnother);

  /** What the filters mean, by one test after the other. */
  function expected(
    canSee: 'own' | 'team' | 'everything',
    asked: Asked,
    found?: (one: One) => boolean,
  ) {
    const bySupport = canSee === 'everything';
    const matching = all.filter((one) => {
      const { source_amount_currency: source, destination_amount_currency: destination } = one;
      const country = { 501: '3', 502: '4' }[one.destination_account_id];
      return (
        (isOpen(one.state) || (bySupport && one.isLikeAnother)) &&
        (canSee !== 'own' || one.person === 0) &&
        (asked.sender === undefined || people[one.person] === asked.sender) &&
        (!asked.currency || asked.currency === source || asked.currency === destination) &&
        (!asked.source_amount_currency || asked.source_amount_currency === source) &&
        (!asked.destination_amount_currency || asked.destination_amount_currency === destination) &&
        (!asked.country_id || asked.country_id === country) &&
        (!asked.destination_account_id ||
          asked.destination_account_id === one.destination_account_id) &&
        (!asked.first_seen_from || one.created_at >= asked.first_seen_from) &&
        (!asked.first_seen_before || one.created_at < asked.first_seen_before) &&
        (found?.(one) ?? true)
      );
    });
    const counts: Record<string, number> = {};
    const markOf = (one: One) => (reviewed(one, bySupport) ? 'unresolved' : 'unconfirmed');
    for (const one of matching) counts[markOf(one)] = (counts[markOf(one)] ?? 0) + 1;
    const items = matching.filter((one) => [undefined, 'open', markOf(one)].includes(asked.state));
    items.sort((a, b) => Number(a.key > b.key) - 0.5);
    items.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
    if (asked.sort === 'oldest') items.reverse();
    if (asked.sort === 'amount') {
      items.sort((a, b) =>
        Number((amountIn(b, asked.currency) ?? -1n) - (amountIn(a, asked.currency) ?? -1n)),
      );
    }
    return { keys: items.map(({ key }) => key), counts };
  }

  const searches: Record<string, (one: One) => boolean> = {
    bogota: (one) => one.destination_account_id === '501',
    'Lucía usd': (one) =>
      one.destination_account_id === '502' &&
      [one.source_amount_currency, one.destination_amount_currency].includes('USD'),
    // A whole number is pesos, or dollars in hundredths.
    '200': (one) =>
      (one.source_amount_currency === 'CLP' && one.source_amount_cents === 200n) ||
      (one.destination_amount_currency === 'CLP' && one.gets === 200n),
    '3.01': (one) => one.destination_amount_currency === 'USD' && one.gets === 301n,
    [referenceOf(all[1]?.key ?? '')]: (one) => one === all[1],
    [all[2]?.key.toUpperCase() ?? '']: (one) => one === all[2],
    'nobody knows': () => false,
  };

  const oneOf = <T>(...values: T[]) => fc.constantFrom(undefined, ...values);
  const asking = fc.record({
    canSee: fc.constantFrom('own', 'team', 'everything'),
    q: oneOf(...Object.keys(searches)),
    state: oneOf('unconfirmed', 'unresolved', 'open', 'executed'),
    currency: oneOf(...codes),
    source_amount_currency: oneOf(...codes),
    destination_amount_currency: oneOf(...codes),
    country_id: oneOf('3', '4', '9'),
    destination_account_id: oneOf('501', '599'),
    first_seen_from: oneOf(day(2), day(5)),
    first_seen_before: oneOf(day(5), day(7)),
    sort: fc.constantFrom('newest', 'oldest', 'amount'),
    bySender: oneOf(0, 1),
  });

  test('are those that one test after the other finds, in the order of the list', async () => {
    await fc.assert(
      fc.asyncProperty(asking, async ({ canSee, bySender, ...filters }) => {
        const isSupport = canSee === 'everything';
        const { q, sort } = filters;
        const asked: Asked = {
          ...filters,
          sort: sort === 'amount' && !filters.currency ? 'newest' : sort,
          ...(isSupport && bySender !== undefined && { sender: people[bySender] }),
        };
        const scope = {
          recipients,
          meaning: q
            ? meaningOf(readSearch(q, { currencies, now: 0, zone: 'UTC' }), {
                ...{ recipients, sends: [], noted: new Map() },
                senders: isSupport ? await readSenders(db) : null,
              })
            : null,
        };
        const viewer = { user_id: people[0] ?? '', canSee } as const;
        const found = await findOpenSends(db, viewer, asked, scope, '2026-04-01T00:00:00.000Z');
        expect({ keys: found.items.map(({ key }) => key), counts: found.counts }).toEqual(
          expected(canSee, asked, q ? searches[q] : undefined),
        );
      }),
      { seed, numRuns: 150 },
    );
  });

  test('are found by their sender for support alone', async () => {
    const terms = readSearch('ben ortiz', { currencies, now: 0, zone: 'UTC' });
    const find = async (canSee: 'team' | 'everything') => {
      const senders = canSee === 'everything' ? await readSenders(db) : null;
      const scope = {
        recipients,
        meaning: meaningOf(terms, { recipients, senders, sends: [], noted: new Map() }),
      };
      const asked = { q: 'ben ortiz', sort: 'newest' } as const;
      return (
        await findOpenSends(db, { user_id: '', canSee }, asked, scope, '2026-04-01T00:00:00.000Z')
      ).items;
    };
    expect(await find('team')).toEqual([]);
    const theirs = await find('everything');
    expect(theirs.length).toBeGreaterThan(5);
    expect(new Set(theirs.map(({ sender }) => sender?.name))).toEqual(new Set(['Ben Ortiz']));
  });
});

const open = (key: string, fields: Partial<OpenSendRow> = {}) => ({
  ...{ key, state: 'unconfirmed' as const, destination_account_id: '501', isEnded: false },
  ...{ source_amount_cents: 100n, source_amount_currency: 'CLP' },
  ...{ destination_amount_cents: 300n, destination_amount_currency: 'USD' },
  ...{ alias: null, country_code: null, created_at: day(4) },
  ...fields,
});

test('a send that has become a transfer in between is that transfer alone, with the key of the send', () => {
  const found = {
    items: [open('a'), { ...open('b', { state: 'unresolved' }), isEnded: true }, open('c')],
    counts: { unconfirmed: 2, unresolved: 1 },
  };
  const keys = new Map([
    ['9001', 'a'],
    ['9002', 'b'],
  ]);
  const { open: left, rows } = eachOnce(found, [{ id: '9002' }, { id: '9001' }], keys);
  expect(left.items.map(({ key }) => key)).toEqual(['b', 'c']);
  expect(left.counts).toEqual({ unconfirmed: 1, unresolved: 1 });
  // Support looks at the ended one again, beside its transfer.
  expect(rows).toEqual([{ id: '9002' }, { id: '9001', send_key: 'a' }]);
});

test('no more are listed than the answer may hold, and all are counted', () => {
  const items = Array.from({ length: maxOpenSendRows + 5 }, (_, index) => open(`${index}`));
  const rows = openSendRowsOf({ items, counts: { unconfirmed: items.length } });
  expect([rows.items.length, rows.total]).toEqual([maxOpenSendRows, maxOpenSendRows + 5]);
  expect(rows.items[0]).not.toHaveProperty('isEnded');
});

const placed = (first_seen_at: string | null, cents = 100n) => ({
  ...{ source_amount_cents: cents, source_amount_currency: 'CLP' },
  ...{ destination_amount_cents: 300n, destination_amount_currency: 'USD', first_seen_at },
});

test.each([
  ['newest', day(3), true],
  ['newest', day(5), false],
  ['newest', null, true],
  ['oldest', day(3), false],
  ['oldest', day(5), true],
  ['oldest', null, false],
] as const)('in the order %s it is above a transfer first seen %s: %s', (sort, seen, is) => {
  expect(isAbove(open('a'), placed(seen), { sort })).toBe(is);
});

test.each([
  ['CLP', 99n, true],
  ['CLP', 100n, true],
  ['CLP', 101n, false],
  ['USD', 1n, true],
] as const)('by amount in %s it is above a transfer of %s: %s', (currency, cents, is) => {
  expect(isAbove(open('a'), placed(null, cents), { sort: 'amount', currency })).toBe(is);
  const unknown = open('a', { destination_amount_cents: null });
  if (currency === 'USD')
    expect(isAbove(unknown, placed(null), { sort: 'amount', currency })).toBe(false);
});

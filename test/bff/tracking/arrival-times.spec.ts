import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Viewer } from '../../../src/bff/auth/viewer.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { mirrorState, writeMirror } from '../../../src/bff/ledger/transfers/mirror.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { createArrivalTimes, nearestRank } from '../../../src/bff/tracking/arrival-times.ts';
import { addArrivals } from '../../support/arrivals.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';

const minute = 60_000;
const backgroundMs = 5 * minute;
const everybody: Viewer = { user_id: 'nobody', canSee: 'everything' };

const account = (id: string, bank_id: string) => ({
  ...{ id, bank_id, category: 'bank' as const },
  country: { id: '1', name: 'Colombia', code: 'COL', is_asset: false },
});
type Located = ReturnType<typeof account>;

test('the nearest rank is the least value that enough are not above', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50), { minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 100 }),
      (values, percent) => {
        const sorted = values.toSorted((a, b) => a - b);
        const reached = sorted.find(
          (value) => values.filter((one) => one <= value).length * 100 >= percent * values.length,
        );
        expect(nearestRank(sorted, percent)).toBe(reached);
      },
    ),
  );
});

describe.each(stores())('how long transfers took, on $name', ({ create }) => {
  let db: LedgerDb;
  let people: string[];

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    people = [];
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dora', 'Eva']) {
      const email = `${name}@example.com`;
      people.push((await addPerson(db, { email, name, role: 'sender', password: 'x' })).id);
    }
  });

  const person = (place: number) => people[place % people.length] ?? '';
  const timesOf = (accounts: Located[]) =>
    createArrivalTimes({
      ...{ db, now: Date.now, log: silentLog, backgroundMs },
      accounts: { everything: () => Promise.resolve(accounts) },
    });
  const many = (length: number, user = (place: number) => person(place)) =>
    Array.from({ length }, (_, place) => ({
      ...{ destination_account_id: '501', user_id: user(place), took: (place + 1) * minute },
    }));

  test('are those of a brute-force count, whatever was seen', async () => {
    const accounts = [account('501', '11'), account('502', '11'), account('503', '12')];
    const seen = fc.record({
      destination_account_id: fc.constantFrom('501', '502', '503', '504'),
      took: fc.integer({ min: -minute, max: 90 * minute }),
      unseen: fc.option(fc.integer({ min: 0, max: 15 * minute })),
      ago: fc.integer({ min: 0, max: 200 * 24 * 60 }).map((minutes) => minutes * minute + 5_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(seen, { maxLength: 120, minLength: 20 }), async (drawn) => {
        await db.deleteFrom('sightings').execute();
        await db.deleteFrom('sends').execute();
        await addArrivals(
          db,
          drawn.map((one, place) => ({ ...one, user_id: person(place) })),
        );
        const times = timesOf(accounts);
        await times.refresh();
        const counted = drawn
          .filter(({ took, unseen, ago }) => {
            const late = unseen === null ? took : Math.min(unseen, took);
            return took >= 0 && late <= 10 * minute && ago < 180 * 24 * 60 * minute;
          })
          .map(({ took, ...one }) => ({ ...one, seconds: Math.ceil(took / 1_000) }));
        const expected = (scope: 'bank' | 'country', ids: string[]) => {
          const all = counted.filter((one) => ids.includes(one.destination_account_id));
          const sorted = all.map(({ seconds }) => seconds).sort((a, b) => a - b);
          if (sorted.length < 20) return null;
          const rank = (share: number) => sorted[Math.ceil((sorted.length * share) / 10) - 1];
          const [half_seconds, most_seconds] = [rank(5), rank(9)];
          return { scope, count: sorted.length, half_seconds, most_seconds, every_seconds: 300 };
        };
        const country = expected('country', ['501', '502', '503']);
        expect(times.toCountry(everybody, '1')).toEqual(country);
        for (const [at, ids] of [
          [0, ['501', '502']],
          [2, ['503']],
        ] as const) {
          const to = accounts[at];
          expect(to && times.to(everybody, to)).toEqual(expected('bank', [...ids]) ?? country);
        }
      }),
      { numRuns: 6 },
    );
  }, 60_000);

  test('are told of the bank, else of the country, else not at all', async () => {
    const [own, other] = [account('501', '11'), account('502', '12')];
    await addArrivals(db, many(19));
    const few = timesOf([own, other]);
    await few.refresh();
    expect(few.to(everybody, own)).toBeNull();
    await addArrivals(db, many(1));
    const times = timesOf([own, other]);
    await times.refresh();
    expect(times.to(everybody, own)).toMatchObject({ scope: 'bank', count: 20 });
    expect(times.to(everybody, other)).toMatchObject({ scope: 'country', count: 20 });
    expect(times.toAccount(everybody, '502')).toMatchObject({ scope: 'country' });
    expect(times.toAccount(everybody, '999')).toBeNull();
    expect(times.toCountry(everybody, '2')).toBeNull();
  });

  test('count the latest 200', async () => {
    await addArrivals(db, [
      ...Array.from({ length: 5 }, () => ({
        ...many(1)[0],
        ago: 9 * minute,
        took: 5 * minute,
      })).map((one) => ({ ...one, destination_account_id: '501', user_id: person(0) })),
      ...many(200).map((one) => ({ ...one, took: minute })),
    ]);
    const times = timesOf([account('501', '11')]);
    await times.refresh();
    const found = times.toCountry(everybody, '1');
    expect(found).toMatchObject({ count: 200, half_seconds: 60, most_seconds: 60 });
  });

  test('tell nobody of one or two other people', async () => {
    const viewer = (place: number): Viewer => ({ user_id: person(place), canSee: 'own' });
    const shown = async (user: (place: number) => string) => {
      await db.deleteFrom('sightings').execute();
      await db.deleteFrom('sends').execute();
      await addArrivals(db, many(20, user));
      const times = timesOf([account('501', '11')]);
      await times.refresh();
      return [0, 4].map((one) => times.toCountry(viewer(one), '1') !== null);
    };
    // Ana sees her own; to Eva they are one other person's.
    expect(await shown(() => person(0))).toEqual([true, false]);
    expect(await shown((place) => person(place % 2))).toEqual([false, false]);
    expect(await shown((place) => person(place % 3))).toEqual([false, true]);
    expect(await shown((place) => person(place % 4))).toEqual([true, true]);
    const team: Viewer = { user_id: person(4), canSee: 'team' };
    await shown(() => person(0));
    const times = timesOf([account('501', '11')]);
    await times.refresh();
    expect(times.toCountry(team, '1')).not.toBeNull();
  });

  test('ask the service for nothing while too few are known', async () => {
    await addArrivals(db, many(19));
    let calls = 0;
    const times = createArrivalTimes({
      ...{ db, now: Date.now, log: silentLog, backgroundMs },
      accounts: { everything: () => Promise.resolve([]).finally(() => (calls += 1)) },
    });
    await times.refresh();
    expect(calls).toBe(0);
  });

  test('rest on how long nobody had looked, which is recorded with each state', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();
    const row = (id: string, state: string) => ({
      ...{ id, state, destination_account_id: '501' },
      ...{ source_amount_cents: 1n, source_amount_currency: 'USD' },
      ...{ destination_amount_cents: 1n, destination_amount_currency: 'COP' },
    });
    const write = async (minutes: number, changed: ReturnType<typeof row>[], isList = true) => {
      const since = await mirrorState(db);
      const state = isList ? { as_of: at(minutes), tried_at: at(minutes) } : {};
      await writeMirror(db, { since, read_at: at(minutes), changed, state });
    };
    await write(0, [row('1', 'pending'), row('2', 'pending')]);
    // A list in which nothing changed is a look too, and so is a read of one transfer.
    await write(5, []);
    await write(7, [row('2', 'assigned')], false);
    await write(9, [row('1', 'executed'), row('2', 'executed'), row('3', 'executed')]);
    const seen = await db.selectFrom('sightings').selectAll().orderBy('transfer_id').execute();
    const unseen = (id: string, state: string) =>
      seen.find((one) => one.transfer_id === id && one.state === state)?.unseen_ms;
    expect(Number(unseen('1', 'executed'))).toBe(4 * minute);
    expect(Number(unseen('2', 'assigned'))).toBe(2 * minute);
    expect(Number(unseen('2', 'executed'))).toBe(2 * minute);
    expect(unseen('3', 'executed')).toBeNull();
    expect(unseen('1', 'pending')).toBeNull();
  });
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addOrder,
  findOrder,
  type NewOrder,
  type OrderRow,
  ordersToRelease,
  releaseKey,
} from '../../../../src/bff/ledger/orders/orders.ts';
import {
  beginRelease,
  endRelease,
  postponeRelease,
  refuseRelease,
  releasesOf,
} from '../../../../src/bff/ledger/orders/releases.ts';
import {
  daysOf,
  dueAt,
  nextOf,
  passMissed,
  pauseOrder,
  rescheduleOrder,
  skipOccurrence,
  unansweredScheduled,
  unpauseOrder,
  upcoming,
  waitingScheduled,
} from '../../../../src/bff/ledger/orders/schedule.ts';
import type { UserRow } from '../../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { newestOrders } from '../../../../src/bff/ledger/store/store-position.ts';
import {
  nextDates,
  nextOccurrence,
  type OrderDays,
  occurrenceOf,
} from '../../../../src/contract/api/order-days.ts';
import { openStore } from '../../../support/open-store.ts';
import { addPerson } from '../../../support/people.ts';
import { seed } from '../../../support/seed.ts';
import { stores } from '../../../support/stores.ts';

const hourMs = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const monthly: OrderDays = {
  ...{ kind: 'monthly', first_day: '2026-01-31', time: '09:00', zone: 'America/Santiago' },
};

/** What the ledger keeps of days. */
const columnsOf = ({ kind, first_day, time, zone, ends_on, ends_after }: OrderDays) => ({
  ...{ kind, first_day, time, zone, ends_on: ends_on ?? null, ends_after: ends_after ?? null },
});

describe.each(stores())('orders with days on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: UserRow;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    ana = await addPerson(db, { email: 'ana@example.com', name: 'ana', at: iso(0) });
  });

  async function add(days: OrderDays = monthly, more: Partial<NewOrder> = {}): Promise<OrderRow> {
    const first = nextOccurrence(days, 0);
    if (!first) throw new Error('no day');
    const columns = columnsOf(days);
    const given: NewOrder = {
      ...{ id: randomUUID(), user_id: ana.id, guard_scope: ana.id, body_hash: 'body' },
      ...{ destination_account_id: '501', fingerprint: 'print', source_amount_cents: '100' },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
      ...{ waits_for: 'time', ...columns, ...dueAt(first), ...more },
    };
    const row = await addOrder(db, given, iso(0));
    if (!row) throw new Error('not added');
    return row;
  }
  const dueMs = (row: OrderRow) => Date.parse(row.release_at ?? '');
  const there = <T>(found: T | null): T => {
    if (found === null) throw new Error('not changed');
    return found;
  };
  const states = async ({ id }: OrderRow) =>
    (await releasesOf(db, id)).map(({ occurrence, state }) => `${occurrence} ${state}`).reverse();

  test('wait for the days of the calendar, one behind the other, and end', async () => {
    let row = await add({ ...monthly, ends_after: 2 });
    expect(row.release_at).toBe('2026-01-31T12:00:00.000Z');
    row = there(await beginRelease(db, row, iso(dueMs(row))));
    row = there(await endRelease(db, row, await nextOf(db, row), iso(dueMs(row))));
    expect(row).toMatchObject({ occurrence: 2, release_at: '2026-02-28T12:00:00.000Z' });
    row = there(await beginRelease(db, row, iso(dueMs(row))));
    row = there(await endRelease(db, row, await nextOf(db, row), iso(dueMs(row))));
    expect(row).toMatchObject({ state: 'released', release_at: null });
  });

  test('a held one has no days, and ends with its release', async () => {
    const held = { kind: 'held', first_day: null, time: null, zone: null } as const;
    const row = await add(monthly, held);
    expect(await nextOf(db, row)).toBeNull();
    expect(await daysOf(db, [row])).toEqual(new Map());
    expect(await passMissed(db, row, dueMs(row) + 99 * hourMs)).toEqual({ row, missed: [] });
  });

  test('a day is skipped by its number, the next one or one ahead', async () => {
    const row = await add();
    const ahead = there(
      await skipOccurrence(db, row, { number: 2, next: null, by: ana.id }, iso(1)),
    );
    expect(ahead).toMatchObject({ state: 'waiting', occurrence: 1, release_at: row.release_at });
    expect(await nextOf(db, ahead)).toEqual({
      occurrence: 3,
      release_at: '2026-03-31T12:00:00.000Z',
    });
    const next = { ...{ number: 1, by: ana.id }, next: await nextOf(db, ahead) };
    const now = there(await skipOccurrence(db, ahead, next, iso(2)));
    expect(now).toMatchObject({ state: 'waiting', occurrence: 3, revision: 3 });
    expect(await states(row)).toEqual(['1 skipped', '2 skipped']);
    expect(await skipOccurrence(db, row, next, iso(3))).toBeNull();
  });

  test('skipping the last day stops it, by its person', async () => {
    const row = await add({ ...monthly, kind: 'once' });
    const last = { number: 1, next: null, by: ana.id };
    expect(await skipOccurrence(db, row, last, iso(1))).toMatchObject({
      ...{ state: 'stopped', reason: 'skipped', ended_by: ana.id, release_at: null },
    });
  });

  test('what is being released is neither skipped, paused nor changed', async () => {
    const row = there(await beginRelease(db, await add(), iso(1)));
    const skip = { number: 1, next: null, by: ana.id };
    expect(await skipOccurrence(db, row, skip, iso(2))).toBeNull();
    expect(await pauseOrder(db, row, iso(2))).toBeNull();
    expect(await rescheduleOrder(db, row, { proven_revision: null }, false, iso(2))).toBeNull();
    expect(await states(row)).toEqual(['1 releasing']);
  });

  test('a paused one is never due, and goes on with the first day from then on', async () => {
    const paused = there(await pauseOrder(db, await add(), iso(1)));
    expect(paused).toMatchObject({ state: 'waiting', waits_for: 'person', release_at: null });
    const days = (await daysOf(db, [paused])).get(paused.id) ?? monthly;
    const now = Date.parse('2026-04-01T00:00Z');
    expect(await ordersToRelease(db, now)).toEqual([]);
    expect(await waitingScheduled(db, '')).toEqual([]);
    const [next] = upcoming(paused, days, now, 3);
    if (!next) throw new Error('no day');
    const row = there(await unpauseOrder(db, paused, dueAt(next), iso(now)));
    expect(row).toMatchObject({ waits_for: 'time', occurrence: 4, revision: 3 });
    expect(row.release_at).toBe('2026-04-30T13:00:00.000Z');
    expect(await waitingScheduled(db, '')).toEqual([row]);
  });

  test('a paused one whose next day is skipped has a day and no time', async () => {
    const paused = there(await pauseOrder(db, await add(), iso(1)));
    const next = { ...{ number: 1, by: ana.id }, next: await nextOf(db, paused) };
    const row = there(await skipOccurrence(db, paused, next, iso(2)));
    expect(row).toMatchObject({ waits_for: 'person', occurrence: 2, release_at: null });
    expect(await states(row)).toEqual(['1 skipped']);
  });

  test('a later day is skipped as a new revision also of one that is tried again', async () => {
    const row = await add();
    const at = dueMs(row);
    there(await beginRelease(db, row, iso(at)));
    const later = { release_at: iso(at), reason: 'service-unavailable' };
    const tried = there(await postponeRelease(db, row, later, iso(at + 1)));
    expect(await newestOrders(db, 9)).toEqual([]);
    const two = { number: 2, next: null, by: ana.id };
    const skipped = there(await skipOccurrence(db, tried, two, iso(at + 2)));
    expect(await newestOrders(db, 9)).toMatchObject([{ id: row.id, revision: 2 }]);
    expect(skipped).toMatchObject({ state: 'waiting', occurrence: 1, release_at: iso(at) });
    // What it asks its person it asks still.
    there(await beginRelease(db, skipped, iso(at + 3)));
    const releasing = there(await findOrder(db, row.id).then((found) => found ?? null));
    const asks = there(await refuseRelease(db, releasing, 'worse-rate', iso(at + 4)));
    const three = { number: 3, next: null, by: ana.id };
    expect(await skipOccurrence(db, asks, three, iso(at + 5))).toMatchObject({
      ...{ state: 'needs_you', reason: 'worse-rate' },
    });
  });

  test('one that is held beyond its day, to a recipient that has changed, stays held', async () => {
    const row = await add();
    const day = dueMs(row);
    const resumed = iso(day - hourMs / 6);
    const held = iso(day + (5 * hourMs) / 6);
    const change = { resumed_at: resumed, release_at: held };
    await db.updateTable('orders').set(change).where('id', '=', row.id).execute();
    const now = { ...row, ...change };
    expect(await passMissed(db, now, day - 1)).toEqual({ row: now, missed: [] });
    // Its zone has other rules, which its person's answer long ago says nothing about.
    const long = { ...now, resumed_at: iso(day - 48 * hourMs) };
    expect((await passMissed(db, long, day - 1))?.row.release_at).toBe(iso(day));
  });

  test('a proof stays with what it was given for, and not with other figures', async () => {
    const row = await add(monthly, { proven_revision: 1 });
    const paused = there(await pauseOrder(db, row, iso(1)));
    expect(paused).toMatchObject({ revision: 2, proven_revision: 2 });
    const change = { source_amount_cents: '900', proven_revision: null };
    const changed = there(await rescheduleOrder(db, paused, change, false, iso(2)));
    expect(changed).toMatchObject({ revision: 3, proven_revision: null, waits_for: 'time' });
  });

  test('new days begin with the next number, without what was skipped of the old ones', async () => {
    let row = await add();
    row = there(await beginRelease(db, row, iso(dueMs(row))));
    row = there(await endRelease(db, row, await nextOf(db, row), iso(dueMs(row))));
    row = there(await skipOccurrence(db, row, { number: 3, next: null, by: ana.id }, iso(2)));
    const weekly = { kind: 'weekly', first_day: '2026-02-10', ends_after: 2 } as const;
    const change = { ...weekly, proven_revision: null };
    row = there(await rescheduleOrder(db, row, change, false, iso(3)));
    const days = (await daysOf(db, [row])).get(row.id) ?? monthly;
    const found = upcoming(row, days, 0, 9).map(({ number, day }) => `${number} ${day}`);
    expect(found).toEqual(['2 2026-02-10', '3 2026-02-17']);
    expect(await states(row)).toEqual(['1 released']);
  });

  test('less than 24 hours late is due, and later is missed', async () => {
    const row = await add();
    const late = dueMs(row) + 24 * hourMs;
    expect(await passMissed(db, row, late - 1)).toEqual({ row, missed: [] });
    const passed = await passMissed(db, row, late);
    expect(passed?.missed.map(({ day }) => day)).toEqual(['2026-01-31']);
    expect(passed?.row).toMatchObject({ state: 'waiting', occurrence: 2, revision: 2 });
    expect(await states(row)).toEqual(['1 missed']);
    expect(await passMissed(db, row, late)).toBeNull();
  });

  test('one that an instance left is missed too, and waits for the next day', async () => {
    const row = there(await beginRelease(db, await add(), iso(1)));
    const passed = await passMissed(db, row, Date.parse('2026-02-05'));
    expect(passed?.row).toMatchObject({ state: 'waiting', occurrence: 2 });
    expect(await states(row)).toEqual(['1 missed']);
  });

  test('one whose last day was missed has expired', async () => {
    const row = await add({ ...monthly, kind: 'once' });
    expect((await passMissed(db, row, Date.parse('2027-01-01')))?.row).toMatchObject({
      ...{ state: 'expired', reason: 'missed', release_at: null },
    });
  });

  test('one that asks its person goes on after a day without an answer', async () => {
    const begun = there(await beginRelease(db, await add(), iso(1)));
    const row = there(await refuseRelease(db, begun, 'worse-rate', iso(2)));
    expect(await unansweredScheduled(db, iso(dueMs(row) - 1), '')).toEqual([]);
    expect(await unansweredScheduled(db, iso(dueMs(row)), '')).toEqual([row]);
    expect(await passMissed(db, row, dueMs(row) + 23 * hourMs)).toEqual({ row, missed: [] });
    const passed = await passMissed(db, row, dueMs(row) + 25 * hourMs);
    expect(passed?.row).toMatchObject({ state: 'waiting', occurrence: 2, reason: null });
  });

  test('one that asks after a loss does not go on without an answer', async () => {
    const row = await add();
    await db.updateTable('orders').set({ state: 'needs_you', reason: 'restored' }).execute();
    const asks = there((await findOrder(db, row.id)) ?? null);
    expect(await unansweredScheduled(db, iso(dueMs(row)), '')).toEqual([]);
    const late = dueMs(row) + 25 * hourMs;
    expect(await passMissed(db, asks, late)).toEqual({ row: asks, missed: [] });
  });

  test('one whose person answers is not missed within a day from then', async () => {
    const late = dueMs(await add()) + 23 * hourMs;
    // Just before its day is over, and held for a new recipient until after that.
    const row = await add(monthly, { release_at: iso(late + 2 * hourMs) });
    expect(await passMissed(db, row, late + hourMs)).toEqual({ row, missed: [] });
    expect(await passMissed(db, row, late + 25 * hourMs)).toEqual({ row, missed: [] });
    const passed = await passMissed(db, row, late + 26 * hourMs);
    expect(passed?.missed.map(({ day }) => day)).toEqual(['2026-01-31']);
  });

  test('a try that was put off stays put off', async () => {
    const begun = there(await beginRelease(db, await add(), iso(1)));
    const later = { release_at: iso(dueMs(begun) + hourMs), reason: 'service-unreachable' };
    const row = there(await postponeRelease(db, begun, later, iso(2)));
    expect(await passMissed(db, row, dueMs(begun) + 2 * hourMs)).toEqual({ row, missed: [] });
  });

  test('what a person says of one day is not said of another', async () => {
    const said = { after_unresolved: randomUUID(), after_sent: randomUUID(), floor_once: '7' };
    const none = { after_unresolved: null, after_sent: null, floor_once: null };
    const missed = await add(monthly, said);
    expect((await passMissed(db, missed, dueMs(missed) + 25 * hourMs))?.row).toMatchObject(none);
    expect(await pauseOrder(db, await add(monthly, said), iso(1))).toMatchObject(none);
    const skip = { number: 1, next: dueAt(there(occurrenceOf(monthly, 2))), by: ana.id };
    expect(await skipOccurrence(db, await add(monthly, said), skip, iso(1))).toMatchObject(none);
    const begun = there(await beginRelease(db, await add(monthly, said), iso(1)));
    expect(await endRelease(db, begun, skip.next, iso(2))).toMatchObject(none);
    const anew = { proven_revision: null };
    const again = await rescheduleOrder(db, await add(monthly, said), anew, false, iso(1));
    expect(again).toMatchObject(none);
    // The same day, at another time.
    const moved = await add(monthly, { ...said, release_at: '2026-01-31T11:00:00.000Z' });
    const at = Date.parse('2026-01-31T11:30Z');
    expect((await passMissed(db, moved, at))?.row).toMatchObject({ ...said, revision: 2 });
  });

  test('follows a zone that has other rules than when its time was written', async () => {
    const earlier = await add(monthly, { release_at: '2026-01-31T11:00:00.000Z' });
    const passed = await passMissed(db, earlier, Date.parse('2026-01-31T11:30Z'));
    expect(passed?.missed).toEqual([]);
    expect(passed?.row).toMatchObject({
      ...{ state: 'waiting', occurrence: 1, release_at: '2026-01-31T12:00:00.000Z' },
    });
  });
});

const zones = [
  ...['America/Santiago', 'Europe/Madrid', 'Australia/Lord_Howe', 'Africa/Casablanca'],
  'America/New_York',
];
const day = fc
  .integer({ min: 0, max: 364 })
  .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10));
const someDays: fc.Arbitrary<OrderDays> = fc.record(
  {
    kind: fc.constantFrom('once', 'weekly', 'monthly'),
    first_day: day,
    time: fc.constantFrom('00:00', '02:00', '02:30', '09:00', '23:59'),
    zone: fc.constantFrom(...zones),
    ends_on: fc.option(day),
    ends_after: fc.option(fc.integer({ min: 1, max: 40 })),
  },
  { requiredKeys: ['kind', 'first_day', 'time', 'zone'] },
);
/** Hours from one look of the worker to the next: mostly prompt, at times Giro was down. */
const looks = fc.array(fc.constantFrom(0.5, 1, 6, 23, 25, 24 * 9), { minLength: 5, maxLength: 30 });

describe.each(stores())('a year on $name', ({ create }) => {
  test('releases each day once, in time or not at all, and loses none', async () => {
    const db = await (await openStore(create)).open();
    const ana = await addPerson(db, { email: 'ana@example.com', name: 'ana', at: iso(0) });
    const begin = Date.UTC(2023, 11, 31);
    const end = Date.UTC(2025, 0, 2);
    let count = 0;
    const property = fc.asyncProperty(someDays, looks, async (days, hours) => {
      const first = nextOccurrence(days, 0);
      if (!first) return;
      const id = randomUUID();
      const given = {
        ...{ id, user_id: ana.id, guard_scope: ana.id, body_hash: id, waits_for: 'time' as const },
        ...{ destination_account_id: '501', fingerprint: 'print', source_amount_cents: '100' },
        ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
      };
      await addOrder(db, { ...given, ...columnsOf(days), ...dueAt(first) }, iso(begin));
      const seen: { number: number; how: 'released' | 'missed'; key: string; at: number }[] = [];
      const look = async (now: number) => {
        for (const due of await ordersToRelease(db, now)) {
          const row = await findOrder(db, due.id);
          if (!row) throw new Error('no such order');
          const passed = await passMissed(db, row, now);
          for (const { number } of passed?.missed ?? []) {
            seen.push({ number, how: 'missed', key: releaseKey(id, number), at: now });
          }
          if (!passed?.row.release_at || passed.row.release_at > iso(now)) continue;
          const begun = await beginRelease(db, passed.row, iso(now));
          if (!begun || !(await endRelease(db, begun, await nextOf(db, begun), iso(now)))) continue;
          const { occurrence: number } = begun;
          seen.push({ number, how: 'released', key: releaseKey(id, number), at: now });
        }
      };
      for (let now = begin, step = 0; now < end; step += 1) {
        await look(now);
        // As the worker: it wakes when the next one is due, unless Giro is down.
        const due = Date.parse((await findOrder(db, id))?.release_at ?? iso(end));
        const later = now + (hours[step % hours.length] ?? 1) * hourMs;
        now = Math.max(later, Math.min(due, end));
      }
      await look(end);
      const expected = nextDates(days, 0, 99).filter(({ at }) => at <= end);
      expect(seen.map(({ number }) => number)).toEqual(expected.map(({ number }) => number));
      for (const [index, { how, at }] of seen.entries()) {
        const lateMs = at - (expected[index]?.at ?? Number.NaN);
        expect(lateMs).toBeGreaterThanOrEqual(0);
        expect(how).toBe(lateMs < 24 * hourMs ? 'released' : 'missed');
      }
      const rows = await releasesOf(db, id);
      expect(rows.map(({ key }) => key).reverse()).toEqual(seen.map(({ key }) => key));
      count += seen.length;
    });
    await fc.assert(property, { seed, numRuns: 30 });
    expect(count).toBeGreaterThan(30);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { findOrder } from '../../../src/bff/ledger/orders/orders.ts';
import type { UserRow } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { type OrderDeps, sendOrHold } from '../../../src/bff/orders/make-order.ts';
import {
  changeScheduled,
  replaceDay,
  scheduleOrder,
} from '../../../src/bff/orders/scheduled-orders.ts';
import type { ScheduleRequest } from '../../../src/contract/api/scheduled-order.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { began, bodyOf, noAnswer, sendDepsOf, shown } from '../sends/send-fixtures.ts';

const days = { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' };
const reused = { problem: 'key-reused' };

describe.each(stores())('a known id, on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: UserRow;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    ana = await addPerson(db, { email: 'ana@giro.example', at: new Date(began).toISOString() });
  });

  const depsOf = (seconds = 0): OrderDeps => ({
    ...sendDepsOf(db, () => began, { client: { createTransfer: noAnswer } }),
    hold: { seconds, newRecipientSeconds: 0 },
    onDue() {},
  });
  const requestOf = (more: Partial<ScheduleRequest> = {}): ScheduleRequest => ({
    ...{ id: randomUUID(), ...shown(bodyOf(0)), kind: 'weekly', days, floor: 10n },
    ...more,
  });
  const make = (request: ScheduleRequest) => scheduleOrder(depsOf(), ana.id, request, null);
  const press = (key: string, seconds: number) =>
    sendOrHold(depsOf(seconds), ana, key, shown(bodyOf(0)), null);

  test.each<[string, Partial<ScheduleRequest>]>([
    ['kind', { kind: 'monthly' }],
    ['first day', { days: { ...days, first_day: '2026-03-01' } }],
    ['time', { days: { ...days, time: '09:01' } }],
    ['zone', { days: { ...days, zone: 'America/Lima' } }],
    ['last day', { days: { ...days, ends_on: '2026-06-01' } }],
    ['number of times', { days: { ...days, ends_after: 3 } }],
    ['floor', { floor: 5n }],
    ['recipient', { destination_account_fingerprint: 'another' }],
  ])('is not that of an order with another %s', async (_, other) => {
    const request = requestOf();
    const order = await make(request);
    expect(await make(request)).toEqual(order);
    await expect(make({ ...request, ...other })).rejects.toMatchObject(reused);
    expect(await findOrder(db, order.id)).toEqual(order);
  });

  test('is that of an order whose days were changed since', async () => {
    const request = requestOf();
    const order = await make(request);
    const change = { id: order.id, revision: 1, user_id: ana.id };
    const later = { ...request, days: { ...days, first_day: '2026-03-01' }, revision: 1 };
    const changed = await changeScheduled(depsOf(), change, later, null);
    expect(await make(request)).toEqual(changed);
  });

  test('of an order that is held is none of one on days, nor the other way round', async () => {
    const held = randomUUID();
    await press(held, 20);
    for (const kind of ['once', 'weekly'] as const) {
      await expect(make(requestOf({ id: held, kind }))).rejects.toMatchObject(reused);
    }
    const { id } = await make(requestOf());
    for (const seconds of [0, 20]) {
      await expect(press(id, seconds)).rejects.toMatchObject(reused);
    }
    expect(await db.selectFrom('sends').select('key').execute()).toEqual([]);
  });

  test('in place of a day is answered only if that day is skipped', async () => {
    const order = await make(requestOf());
    const instead = requestOf({ kind: 'once', days: { ...days, first_day: '2026-01-18' } });
    await make(instead);
    const change = { id: order.id, revision: 1, user_id: ana.id };
    const replace = (day: string, one = instead) =>
      replaceDay(depsOf(), change, { revision: 1, day, instead: one }, null);
    await expect(replace('2026-01-17')).rejects.toMatchObject(reused);
    expect(await findOrder(db, order.id)).toEqual(order);
    const other = { ...instead, id: randomUUID() };
    const made = await replace('2026-01-17', other);
    expect(await replace('2026-01-17', other)).toEqual(made);
    await expect(replace('2026-01-24', other)).rejects.toMatchObject(reused);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findOrder, releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import { releasesOf } from '../../../src/bff/ledger/orders/releases.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import { nextDates, type OrderDays } from '../../../src/contract/api/order-days.ts';
import { someOf } from '../../support/at-length.ts';
import { createBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const begin = Date.parse('2026-01-10T12:00Z');
const monthly = {
  kind: 'monthly' as const,
  days: { first_day: '2026-01-31', time: '09:00', zone: 'America/Santiago' },
};

describe.each(stores())('orders on days, on $name', ({ create }) => {
  let bff: Bff;
  let time: number;
  let browser: ReturnType<typeof createBrowser>;
  let transfer: Record<string, unknown>;

  beforeEach(async () => {
    time = begin;
    const store = await create();
    bff = await startBff({
      env: { DATABASE_URL: store.url },
      sandbox: { clock: { now: () => time } },
      orders: { everyMs: 20 },
    });
    onTestFinished(async () => {
      await bff.close();
      await store.remove();
    });
    browser = createBrowser(bff.app);
    await browser.signIn('sender');
    const { id } = await addRecipient(browser);
    transfer = await asShown(browser, {
      destination_account_id: id,
      ...{ source_amount_cents: '5001', source_amount_currency: 'CLP' },
      destination_amount_currency: 'COP',
    });
  });

  const ask = async (method: string, path: string, body?: object, by = browser) => {
    const answer = await by.call(method, path, body);
    return { ...answer, problem: answer.body?.type?.replace('/problems/', '') };
  };
  const make = (more: object = {}, by = browser) =>
    ask('POST', '/api/orders', { id: randomUUID(), ...transfer, ...monthly, ...more }, by);
  async function made(more: object = {}) {
    const { status, body } = await make(more);
    expect(status).toBe(201);
    return body.order;
  }
  const days = ({ next }: { next: { day: string }[] }) => next.map(({ day }) => day);
  const stateOf = async (id: string) => {
    const row = await findOrder(bff.db, id);
    return [row?.state, row?.occurrence, row?.release_at];
  };
  const sends = () => bff.db.selectFrom('sends').select(['key', 'state']).execute();

  test('are made once, and tell their next three dates', async () => {
    const id = randomUUID();
    const order = await made({ id, reference: 'RENT-31', note: 'rent' });
    expect(days(order)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(order).toMatchObject({
      ...{ id, state: 'waiting', revision: 1, occurrence: 1, note: 'rent', reference: 'RENT-31' },
      release_at: '2026-01-31T12:00:00.000Z',
    });
    expect(order.next[1]).toEqual({
      ...{ number: 2, day: '2026-02-28', at: '2026-02-28T12:00:00.000Z' },
      ...{ shown: { day: '2026-02-28', time: '09:00' }, clock: 'once', is_last_day: true },
    });
    expect((await make({ id })).body.order.id).toBe(id);
    expect((await make({ id, source_amount_cents: '7' })).problem).toBe('key-reused');
    const { body } = await ask('GET', '/api/orders');
    expect(body.items).toHaveLength(1);
    expect((await ask('GET', `/api/orders/${id}`)).body).toEqual(body.items[0]);
    expect(await sends()).toEqual([]);
  });

  test.each([
    [{ first_day: '2026-01-10', time: '08:59' }, 'days.first_day'],
    [{ first_day: '2026-02-30' }, 'days.first_day'],
    [{ first_day: '2031-02-01' }, 'days.first_day'],
    [{ first_day: '9999-12-31', time: '23:00' }, 'days.first_day'],
    [{ zone: 'America/Macondo' }, 'days.zone'],
    [{ ends_on: '2026-01-30' }, 'days.ends_on'],
    [{ ends_on: '2026-02-30' }, 'days.ends_on'],
  ])('refuses %o', async (change, field) => {
    const { status, body } = await make({ days: { ...monthly.days, ...change } });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  test('refuse what a send refuses', async () => {
    const changed = { destination_account_fingerprint: 'another' };
    expect((await make(changed)).problem).toBe('recipient-changed');
    expect((await make({ id: releaseKey(randomUUID(), 1) })).body.errors).toHaveProperty('id');
    expect((await make({ destination_account_id: '999' })).problem).toBe('account-not-found');
    expect((await make({ source_amount_currency: 'XXX' })).problem).toBe('invalid-fields');
    expect((await ask('GET', '/api/orders')).body.items).toEqual([]);
  });

  test('are sent on their day, and wait for the next', async () => {
    const { id } = await made({ days: { ...monthly.days, ends_after: 2 } });
    time = Date.parse('2026-01-31T11:59:59Z');
    await eventually(async () => expect((await stateOf(id))[0]).toBe('waiting'));
    expect(await sends()).toEqual([]);
    time += 1_000;
    await eventually(async () =>
      expect(await stateOf(id)).toEqual(['waiting', 2, '2026-02-28T12:00:00.000Z']),
    );
    // The intent moves the order on: the answer comes after it.
    await eventually(async () => expect(await sends()).toMatchObject([{ state: 'sent' }]));
    time = Date.parse('2026-02-28T12:00Z');
    await eventually(async () => expect(await stateOf(id)).toEqual(['released', 2, null]));
    const keys = (await sends()).map(({ key }) => key).sort();
    expect(keys).toEqual([releaseKey(id, 1), releaseKey(id, 2)].sort());
  });

  test('are answered to the same press whatever name the zone has', async () => {
    const kolkata = (zone: string) => ({ days: { ...monthly.days, zone } });
    const order = await made(kolkata('Asia/Kolkata'));
    // As another version of Node.js wrote it.
    for (const zone of ['Asia/Kolkata', 'Asia/Calcutta']) {
      await bff.db.updateTable('orders').set({ zone }).where('id', '=', order.id).execute();
      for (const asked of ['Asia/Calcutta', 'Asia/Kolkata']) {
        expect((await make({ id: order.id, ...kolkata(asked) })).body.order?.id).toBe(order.id);
      }
    }
    expect((await make({ id: order.id, ...kolkata('Asia/Dhaka') })).problem).toBe('key-reused');
  });

  test('skip a day by its name', async () => {
    const { id } = await made();
    const skip = (revision: number, day: string) =>
      ask('POST', `/api/orders/${id}/skip`, { revision, day });
    expect((await skip(1, '2026-01-30')).problem).toBe('invalid-fields');
    const ahead = (await skip(1, '2026-02-28')).body.order;
    expect(days(ahead)).toEqual(['2026-01-31', '2026-03-31', '2026-04-30']);
    expect(ahead).toMatchObject({ revision: 2, occurrence: 1, skipped: ['2026-02-28'] });
    const late = await skip(1, '2026-01-31');
    expect([late.status, late.problem]).toEqual([409, 'order-changed']);
    expect(late.body.order).toMatchObject({ id, revision: 2 });
    const now = (await skip(2, '2026-01-31')).body.order;
    expect(days(now)).toEqual(['2026-03-31', '2026-04-30', '2026-05-31']);
    const entries = await readAudit(bff.db, { action: 'order-change', limit: 9 });
    expect(entries.map(({ outcome }) => outcome)).toContain('skipped 2026-01-31');
  });

  test('whose last day is skipped are stopped, and nobody said why', async () => {
    const { id } = await made({ days: { ...monthly.days, ends_after: 1 } });
    const skip = { revision: 1, day: '2026-01-31' };
    const { order } = (await ask('POST', `/api/orders/${id}/skip`, skip)).body;
    expect(order).toMatchObject({ state: 'stopped', reason: 'skipped' });
    expect(order.stopped_because).toBeUndefined();
  });

  test('pause, and go on with the first day from then', async () => {
    const { id } = await made();
    const pause = (revision: number, paused: boolean) =>
      ask('POST', `/api/orders/${id}/pause`, { revision, paused });
    expect((await pause(1, true)).body.order).toMatchObject({
      ...{ state: 'waiting', waits_for: 'person', release_at: null, revision: 2 },
    });
    expect((await pause(2, true)).body.order.revision).toBe(2);
    time = Date.parse('2026-03-02T12:00Z');
    await browser.signIn('sender');
    const { order } = (await pause(2, false)).body;
    expect(order).toMatchObject({ waits_for: 'time', occurrence: 3, revision: 3 });
    expect(days(order)[0]).toBe('2026-03-31');
    expect(await sends()).toEqual([]);
  });

  test('change from the next day on, and in place of one day', async () => {
    const { id } = await made();
    const weekly = { kind: 'weekly', days: { ...monthly.days, first_day: '2026-01-20' } };
    const change = { revision: 1, ...transfer, ...weekly, source_amount_cents: '7000' };
    const { order } = (await ask('PUT', `/api/orders/${id}`, change)).body;
    expect(order).toMatchObject({ revision: 2, occurrence: 1, source_amount_cents: '7000' });
    expect(days(order)).toEqual(['2026-01-20', '2026-01-27', '2026-02-03']);
    expect((await ask('PUT', `/api/orders/${id}`, change)).problem).toBe('order-changed');

    const once = { ...transfer, kind: 'once', days: { ...monthly.days, first_day: '2026-01-28' } };
    const instead = { id: randomUUID(), ...once, source_amount_cents: '9000' };
    const day = { revision: 2, day: '2026-01-27', instead };
    const { body } = await ask('POST', `/api/orders/${id}/day`, day);
    expect(days(body.order)).toEqual(['2026-01-20', '2026-02-03', '2026-02-10']);
    expect(days(body.instead)).toEqual(['2026-01-28']);
    // A repeated press after a lost answer.
    const again = await ask('POST', `/api/orders/${id}/day`, day);
    expect(again.body).toEqual(body);
  });

  test('send no replaced day again when all from here is changed, on the days as they are', async () => {
    const { id } = await made();
    const once = { ...transfer, kind: 'once', days: { ...monthly.days, first_day: '2026-01-31' } };
    for (const [revision, day] of [
      [1, '2026-01-31'],
      [2, '2026-03-31'],
    ]) {
      const instead = { id: randomUUID(), ...once, source_amount_cents: '9000' };
      const { status } = await ask('POST', `/api/orders/${id}/day`, { revision, day, instead });
      expect(status).toBe(200);
    }
    const change = { revision: 3, ...transfer, ...monthly, floor: '7' };
    const { order } = (await ask('PUT', `/api/orders/${id}`, change)).body;
    expect(days(order)).toEqual(['2026-02-28', '2026-04-30', '2026-05-31']);
    expect(order).toMatchObject({ occurrence: 2, floor: '7', skipped: ['2026-03-31'] });
  });

  test('of which all are sent or skipped name the number that ends them', async () => {
    const { id } = await made({ days: { ...monthly.days, ends_after: 3 } });
    const skip = { revision: 1, day: '2026-01-31' };
    expect((await ask('POST', `/api/orders/${id}/skip`, skip)).status).toBe(200);
    const ended = { kind: 'monthly', days: { ...monthly.days, ends_after: 1 } };
    const change = { revision: 2, ...transfer, ...ended };
    const { body } = await ask('PUT', `/api/orders/${id}`, change);
    expect(Object.keys(body.errors)).toEqual(['days.ends_after']);
  });

  test('keep the 31st when all from February on is changed, and their end', async () => {
    const { id, release_at } = await made({ days: { ...monthly.days, ends_after: 3 } });
    time = Date.parse(release_at);
    const february = ['waiting', 2, '2026-02-28T12:00:00.000Z'];
    await eventually(async () => expect(await stateOf(id)).toEqual(february));
    await eventually(async () => expect(await sends()).toMatchObject([{ state: 'sent' }]));
    // The session of three weeks ago has ended.
    await browser.signIn('sender');
    const seen = (await ask('GET', `/api/orders/${id}`)).body;
    const change = { revision: seen.revision, ...transfer, source_amount_cents: '7000' };
    const kept = { kind: 'monthly', days: { ...monthly.days, time: '10:00', ends_after: 3 } };
    const { order } = (await ask('PUT', `/api/orders/${id}`, { ...change, ...kept })).body;
    expect(order).toMatchObject({ occurrence: 2, source_amount_cents: '7000' });
    expect(days(order)).toEqual(['2026-02-28', '2026-03-31']);
    expect(order.release_at).toBe('2026-02-28T13:00:00.000Z');
    // Another kind counts from a day of its own, which must not be past.
    const weekly = { kind: 'weekly', days: monthly.days, revision: order.revision };
    const refused = await ask('PUT', `/api/orders/${id}`, { ...change, ...weekly });
    expect(Object.keys(refused.body.errors)).toEqual(['days.first_day']);
    const over = { ...kept, days: { ...kept.days, ends_on: '2026-02-01' } };
    const late = await ask('PUT', `/api/orders/${id}`, {
      ...{ ...change, ...over },
      revision: order.revision,
    });
    expect(Object.keys(late.body.errors)).toEqual(['days.ends_on']);
  });

  test('that could not be sent within a day are missed, told and never made up', async () => {
    const { id, release_at } = await made();
    time = Date.parse(release_at) + dayMs;
    await eventually(async () =>
      expect(await stateOf(id)).toEqual(['waiting', 2, '2026-02-28T12:00:00.000Z']),
    );
    expect(await releasesOf(bff.db, id)).toMatchObject([{ occurrence: 1, state: 'missed' }]);
    const subject = expect.stringMatching(`^order ${id} 1 2026-`);
    const news = await bff.db.selectFrom('news').select(['kind', 'subject']).execute();
    expect(news).toContainEqual({ kind: 'order-missed', subject });
    const entries = await readAudit(bff.db, { action: 'order-release', limit: 9 });
    expect(entries.map(({ outcome }) => outcome)).toEqual(['missed 2026-01-31']);
    expect(await sends()).toEqual([]);
  });

  test('in a zone that this runtime does not know hold up none of the others', async () => {
    const lost = await made();
    const { id, release_at } = await made({ source_amount_cents: '7000' });
    const dayBefore = new Date(time - 2 * dayMs).toISOString();
    const asks = { zone: 'America/Macondo', state: 'needs_you', release_at: dayBefore } as const;
    await bff.db.updateTable('orders').set(asks).where('id', '=', lost.id).execute();
    time = Date.parse(release_at);
    await eventually(async () => expect((await stateOf(id))[1]).toBe(2));
    await browser.signIn('sender');
    const { body } = await ask('GET', '/api/orders');
    expect(body.items).toHaveLength(2);
    expect((await ask('GET', `/api/orders/${lost.id}`)).body).toMatchObject({
      ...{ id: lost.id, state: 'needs_you', next: [], skipped: [] },
    });
    const skip = { revision: 1, day: '2026-01-31' };
    const skipped = await ask('POST', `/api/orders/${lost.id}/skip`, skip);
    expect(Object.keys(skipped.body.errors)).toEqual(['days.zone']);
    expect((await ask('POST', `/api/orders/${lost.id}/stop`, { revision: 1 })).status).toBe(200);
  });

  test('stand behind a person: without them nothing is sent', async () => {
    const { id, release_at } = await made();
    const disabled_at = new Date(time).toISOString();
    await changeUser(bff.db, 'sender@giro.example', { disabled_at });
    time = Date.parse(release_at);
    await eventually(async () => expect((await stateOf(id))[0]).toBe('needs_you'));
    expect(await sends()).toEqual([]);
  });

  test('are seen and changed by nobody else', async () => {
    const { id } = await made();
    const support = createBrowser(bff.app);
    await support.signIn('support');
    expect((await ask('GET', '/api/orders', undefined, support)).body.items).toMatchObject([
      { id, sender: { email: 'sender@giro.example' } },
    ]);
    const pause = { revision: 1, paused: true };
    expect((await ask('POST', `/api/orders/${id}/pause`, pause, support)).status).toBe(403);
    const other = createBrowser(bff.app);
    await other.signIn('admin');
    expect((await ask('GET', `/api/orders/${id}`, undefined, other)).status).toBe(403);
  });

  test('a year over five zones, two by the run’s seed: each day is sent once, at its time', async () => {
    const all = [
      ...['America/Santiago', 'Europe/Madrid', 'Australia/Lord_Howe'],
      ...['Africa/Casablanca', 'America/New_York'],
    ];
    const zones = someOf(all, 2);
    const orders: { id: string; its: OrderDays }[] = [];
    for (const [index, zone] of zones.entries()) {
      const its = { first_day: '2026-01-31', time: ['02:30', '00:00'][index % 2] ?? '', zone };
      const { id } = await made({ days: its, source_amount_cents: `${6_000 + index}` });
      orders.push({ id, its: { kind: 'monthly', ...its } });
    }
    const end = begin + 365 * dayMs;
    const expected = orders.flatMap(({ id, its }) =>
      nextDates(its, begin, 20).flatMap(({ number, at }) =>
        at < end ? [{ key: releaseKey(id, number), at }] : [],
      ),
    );
    expected.sort((a, b) => a.at - b.at);
    for (const { key, at } of expected) {
      time = at;
      await eventually(async () => {
        const send = await bff.db
          .selectFrom('sends')
          .select(['created_at', 'state'])
          .where('key', '=', key)
          .executeTakeFirst();
        expect(send).toEqual({ created_at: new Date(at).toISOString(), state: 'sent' });
      });
    }
    expect(await sends()).toHaveLength(expected.length);
    expect(bff.sandbox.transfers).toHaveLength(expected.length);
    expect(expected.length).toBe(12 * zones.length);
  }, 120_000);
});

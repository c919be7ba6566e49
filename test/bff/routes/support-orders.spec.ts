import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findOrder, type OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import { orderPaths } from '../../../src/contract/api/order.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const held = { HOLD_SECONDS: '3600' };
const reason = 'The sender called: a wrong amount';

type Person = ReturnType<typeof createBrowser>;
let bff: Bff;
let sender: Person;
let support: Person;
let mama: { id: string };

async function start(options: Parameters<typeof startBff>[0]) {
  const started = await startBff(options);
  onTestFinished(() => started.close());
  bff = started;
  [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
  mama = await addRecipient(sender);
}
beforeEach(() => start({ env: held }));

/** Presses Send; answers the order. */
async function hold(source_amount_cents: string) {
  const { status, body } = await sendMoney(sender, mama.id, { source_amount_cents });
  expect([status, body.order?.state]).toEqual([202, 'waiting']);
  return body.order;
}
const search = async (q: string) =>
  (await support.call('GET', `/api/support/search?q=${encodeURIComponent(q)}`)).body;
const senderPage = async ({ user_id }: Pick<OrderRow, 'user_id'>) =>
  (await support.call('GET', `/api/support/people/${user_id}`)).body;
const rowOf = async (id: string): Promise<OrderRow> => {
  const row = await findOrder(bff.db, id);
  if (!row) throw new Error('no order');
  return row;
};
const stop = (by: Person, { id, revision }: { id: string; revision: number }, why = reason) =>
  by.call('POST', orderPaths.stopForSupport(id), { revision, reason: why });
const newsOf = () =>
  bff.db.selectFrom('news').selectAll().where('kind', '=', 'order-stopped').execute();

describe('a look-up', () => {
  test('finds an order by amount, recipient, person and number, and counts it as no transfer', async () => {
    const { id } = await hold('123400');
    const texts = ['123400', 'Mamá Bogotá', 'sender@giro.example 123400', 'Colombia', id];
    for (const q of [...texts, id.slice(0, 8).toUpperCase()]) {
      const found = await search(q);
      expect(found.orders, q).toMatchObject([
        { id, state: 'waiting', alias: 'Mamá Bogotá', sender: { email: 'sender@giro.example' } },
      ]);
      expect([found.transfers.total, found.sends, found.ended], q).toEqual([0, [], []]);
    }
    for (const q of ['123401', 'support@giro.example', id.slice(0, 7), crypto.randomUUID()]) {
      expect((await search(q)).orders, q).toEqual([]);
    }
    expect((await support.call('GET', '/api/support/totals')).body.total).toBe(0);
    expect((await support.call('GET', '/api/transfers')).body.total).toBe(0);
  });

  test('shows a sender’s orders: what can still be sent first', async () => {
    const first = await hold('1100');
    const second = await hold('1200');
    await stop(support, first);
    const row = await rowOf(second.id);
    const { orders } = await senderPage(row);
    expect(orders.map(({ id, state }: OrderRow) => [id, state])).toEqual([
      [second.id, 'waiting'],
      [first.id, 'stopped'],
    ]);
    expect(orders[1]).toMatchObject({ stopped_because: reason, reason: null, send: null });
  });

  test('shows what an order was released as, and finds it as a transfer alone', async () => {
    await start({ env: { HOLD_SECONDS: '1' }, orders: { everyMs: 20 } });
    const { id } = await hold('123400');
    const state = async () => (await rowOf(id)).state;
    await expect.poll(state, { timeout: 10_000 }).toBe('released');
    const { orders } = await senderPage(await rowOf(id));
    expect(orders).toMatchObject([{ id, state: 'released', send: { state: 'sent' } }]);
    await support.call('GET', '/api/transfers');
    const found = async () => (await search('123400')).transfers.total;
    await expect.poll(found).toBe(1);
    expect((await search('123400')).orders).toEqual([]);
  });
});

test('what waits is in no list, file or statement, and what it was released as is as any', async () => {
  await start({ env: held, orders: { everyMs: 20 } });
  const { id } = await hold('123400');
  const days = '?from=2020-01-01&to=2100-01-01&zone=UTC';
  /** Whether the list, its file and a statement have it. */
  async function listed() {
    const file = await sender.fetch('/api/transfers.csv', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ headings: 'fields' }),
    });
    const [list, statement] = await Promise.all(
      ['/api/transfers', `/api/statement${days}`].map((path) => sender.call('GET', path)),
    );
    const texts = [JSON.stringify(list?.body), await file.text(), JSON.stringify(statement?.body)];
    return texts.map((text) => /123400|1234\.00/.test(text));
  }
  expect(await listed()).toEqual([false, false, false]);
  const release_at = new Date().toISOString();
  await bff.db.updateTable('orders').set({ release_at }).where('id', '=', id).execute();
  const state = async () => (await rowOf(id)).state;
  await expect.poll(state, { timeout: 10_000 }).toBe('released');
  await expect.poll(listed, { timeout: 10_000 }).toEqual([true, true, true]);
});

describe('support stops an order', () => {
  test('with a reason: nothing is sent, and its sender is told so and reads why', async () => {
    const order = await hold('5500');
    const { status, body } = await stop(support, order);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ state: 'stopped', stopped_because: reason });
    const row = await rowOf(order.id);
    expect(row).toMatchObject({ state: 'stopped', release_at: null, revision: 2 });
    expect(row.ended_by).not.toBe(row.user_id);
    const read = await sender.call('GET', `/api/sends/${order.id}`);
    expect(read.body.order).toMatchObject({ state: 'stopped', stopped_because: reason });
    expect(read.body.order).toHaveProperty('destination_account_fingerprint');
    expect(body.order).not.toHaveProperty('destination_account_fingerprint');
    expect(await newsOf()).toMatchObject([
      { user_id: row.user_id, subject: `order ${order.id} r2 ${row.updated_at}` },
    ]);
    const entries = await bff.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'order-stop')
      .execute();
    expect(entries).toMatchObject([{ subject: `send ${order.id}`, user_id: row.ended_by }]);
    expect(JSON.stringify(entries)).not.toContain('wrong amount');
    expect(await bff.db.selectFrom('sends').selectAll().execute()).toEqual([]);
  });

  test('that may have been sent before a loss, and claims that to nobody as unsent', async () => {
    const order = await hold('5500');
    const unsure_since = '2026-01-01T00:00:00.000Z';
    await bff.db.updateTable('orders').set({ unsure_since }).execute();
    const { body } = await stop(support, order);
    const [found] = (await senderPage(await rowOf(order.id))).orders;
    const read = (await sender.call('GET', `/api/sends/${order.id}`)).body.order;
    for (const shown of [body.order, found, read])
      expect(shown).toMatchObject({ state: 'stopped', stopped_because: reason, unsure_since });
    expect(await newsOf()).toEqual([]);
    const told = bff.db.selectFrom('news').selectAll().where('kind', '=', 'order-stopped-unsure');
    expect(await told.execute()).toHaveLength(1);
    const noted = bff.db.selectFrom('audit').selectAll().where('action', '=', 'order-stop');
    expect(await noted.execute()).toMatchObject([{ outcome: 'may have been sent before' }]);
  });

  test('once, and a repeated press after a lost answer finds what it did', async () => {
    const order = await hold('5500');
    await stop(support, order);
    expect((await stop(support, order)).status).toBe(200);
    expect((await stop(support, order, 'Another reason, too late')).body.type).toBe(
      '/problems/order-changed',
    );
    expect(await newsOf()).toHaveLength(1);
    expect((await rowOf(order.id)).reason).toBe(reason);
  });

  test('that its sender stopped before: who won is told, and the sender gets no news', async () => {
    const order = await hold('5500');
    await sender.call('POST', orderPaths.stop(order.id), { revision: 1 });
    const { status, body } = await stop(support, order);
    expect([status, body.type]).toEqual([409, '/problems/order-changed']);
    expect(body.order).toMatchObject({ state: 'stopped' });
    expect(body.order).not.toHaveProperty('stopped_because');
    expect(await newsOf()).toEqual([]);
  });

  test('never without a reason, nor as anybody else', async () => {
    const order = await hold('5500');
    expect((await stop(support, order, 'because')).status).toBe(422);
    const auditor = createBrowser(bff.app);
    await auditor.signIn('auditor');
    expect((await stop(auditor, order)).status).toBe(403);
    expect((await stop(sender, order)).status).toBe(403);
    expect((await stop(support, { id: crypto.randomUUID(), revision: 1 })).status).toBe(404);
    expect((await rowOf(order.id)).state).toBe('waiting');
  });
});

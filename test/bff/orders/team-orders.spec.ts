import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findOrder } from '../../../src/bff/ledger/orders/orders.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

const ben = { email: 'ben@giro.example', password: 'a long enough password' };
const asks = { state: 'needs_you', reason: 'worse-rate', revision: 2 } as const;

describe.each(stores())('an order of a colleague, on $name', ({ create }) => {
  let bff: Bff;
  let maker: ReturnType<typeof createBrowser>;
  let colleague: ReturnType<typeof createBrowser>;
  let transfer: Record<string, unknown>;

  beforeEach(async () => {
    const store = await create();
    const env = { DATABASE_URL: store.url, SENDERS_SEE: 'all', HOLD_SECONDS: '3600' };
    bff = await startBff({ env });
    onTestFinished(async () => {
      await bff.close();
      await store.remove();
    });
    [maker, colleague] = [createBrowser(bff.app), createBrowser(bff.app)];
    await maker.signIn('sender');
    await addPerson(bff.db, ben);
    await colleague.call('POST', '/api/session', ben);
    const { id } = await addRecipient(maker);
    transfer = await asShown(maker, {
      destination_account_id: id,
      ...{ source_amount_cents: '5001', source_amount_currency: 'CLP' },
      destination_amount_currency: 'COP',
    });
  });

  async function scheduled() {
    const first_day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const days = { first_day, time: '09:00', zone: 'America/Santiago' };
    const order = { id: randomUUID(), ...transfer, kind: 'once', days };
    expect((await maker.call('POST', '/api/orders', order)).status).toBe(201);
    return order.id;
  }
  async function held() {
    const key = randomUUID();
    const header = { 'idempotency-key': key };
    expect((await maker.call('POST', '/api/transfers', transfer, header)).status).toBe(202);
    return key;
  }
  const change = async (by: typeof maker, what: 'stop' | 'resume', id: string, revision: number) =>
    (await by.call('POST', `/api/orders/${id}/${what}`, { revision })).status;
  const ask = (id: string) => bff.db.updateTable('orders').set(asks).where('id', '=', id).execute();

  test('on days is read, and neither stopped nor sent', async () => {
    const id = await scheduled();
    expect((await colleague.call('GET', `/api/orders/${id}`)).status).toBe(200);
    expect(await change(colleague, 'stop', id, 1)).toBe(403);
    await ask(id);
    const before = await findOrder(bff.db, id);
    expect(await change(colleague, 'resume', id, 2)).toBe(403);
    expect(await change(colleague, 'stop', id, 2)).toBe(403);
    expect(await findOrder(bff.db, id)).toEqual(before);
    expect(await change(maker, 'resume', id, 2)).toBe(200);
    expect(await change(maker, 'stop', id, 3)).toBe(200);
  });

  test('that is held is stopped, and not sent', async () => {
    const id = await held();
    await ask(id);
    expect(await change(colleague, 'resume', id, 2)).toBe(403);
    expect((await findOrder(bff.db, id))?.state).toBe('needs_you');
    expect(await change(colleague, 'stop', id, 2)).toBe(200);
    expect((await findOrder(bff.db, id))?.state).toBe('stopped');
  });

  test('that is held is told to its maker when it is stopped, with who did', async () => {
    const [id, own] = [await held(), await scheduled()];
    expect(await change(colleague, 'stop', id, 1)).toBe(200);
    expect(await change(maker, 'stop', own, 1)).toBe(200);
    const kind = 'order-stopped-by-colleague' as const;
    const news = await bff.db.selectFrom('news').selectAll().where('kind', '=', kind).execute();
    const row = await findOrder(bff.db, id);
    const subject = expect.stringMatching(`^order ${id} r2 `);
    expect(news).toMatchObject([{ user_id: row?.user_id, subject }]);
    const read = async (by: typeof maker, key: string) =>
      (await by.call('GET', `/api/sends/${key}`)).body.order;
    const name = (await colleague.call('GET', '/api/session')).body.user;
    expect(await read(maker, id)).toMatchObject({
      ...{ state: 'stopped', stopped_by: name.name || name.email },
    });
    expect((await read(colleague, id)).stopped_by).toBeUndefined();
    expect((await read(maker, own)).stopped_by).toBeUndefined();
    // Of another whom support has stopped it has no name.
    const third = await held();
    const support = createBrowser(bff.app);
    await support.signIn('support');
    const stop = { revision: 1, reason: 'the bank asked for it' };
    const path = `/api/support/orders/${third}/stop`;
    expect((await support.call('POST', path, stop)).status).toBe(200);
    expect((await read(maker, third)).stopped_by).toBeUndefined();
  });
});

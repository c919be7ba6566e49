import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  isLedgerFailure,
  ledgerFailures,
  openLedger,
  poolUse,
} from '../../../../src/bff/ledger/store/ledger.ts';
import { isLedgerBusy } from '../../../../src/bff/ledger/store/ledger-error.ts';
import { hearsNotices, listenPostgres } from '../../../../src/bff/ledger/store/postgres.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { createBrowser } from '../../../support/browser.ts';
import { eventually } from '../../../support/eventually.ts';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { startBff } from '../../../support/start-bff.ts';
import { stores } from '../../../support/stores.ts';
import { startGate } from '../../../support/tcp-gate.ts';

const shared = stores().find(({ name }) => name === 'PostgreSQL');

/** Fake timers until the test ends, so that no time-out is waited for. */
function startFakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets time pass until the promise is settled. */
async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  let found: PromiseSettledResult<T> | undefined;
  void Promise.allSettled([work]).then(([one]) => {
    found = one;
  });
  return eventually(
    async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      if (!found) throw new Error('not settled');
      return found;
    },
    { timeout: 60_000 },
  );
}

const ask = (db: LedgerDb) => sql<{ one: number }>`select 1 as one`.execute(db);

describe.skipIf(!shared)('the pool of PostgreSQL', () => {
  async function createStore() {
    if (!shared) throw new Error('no PostgreSQL');
    const store = await shared.create();
    onTestFinished(store.remove);
    return store.url;
  }

  async function open(url: string, connections: number) {
    const db = await openLedger(url, connections);
    onTestFinished(() => db.destroy());
    return db;
  }

  /** A ledger whose connections go through a gate. */
  async function openBehindGate(connections: number) {
    const url = new URL(await createStore());
    const gate = await startGate({ host: url.hostname, port: Number(url.port) });
    onTestFinished(gate.close);
    url.port = String(gate.port);
    return { db: await open(url.href, connections), gate, url: url.href };
  }

  test('refuses a statement after a while when all connections are in use, and then goes on', async () => {
    const db = await open(await createStore(), 2);
    const held = [await db.startTransaction().execute(), await db.startTransaction().execute()];
    startFakeTimers();
    const asked = [ask(db), db.transaction().execute(ask)];
    await vi.advanceTimersByTimeAsync(4_000);
    expect(poolUse(db)).toEqual({ inUse: 2, idle: 0, waiting: 2, refused: 0 });
    for (const found of await Promise.all(asked.map(settled))) {
      const error = found.status === 'rejected' ? found.reason : null;
      expect(String(error)).toMatch(/all 2 connections to the database are in use/);
      expect([isLedgerBusy(error), isLedgerFailure(error)]).toEqual([true, true]);
    }
    // Nothing failed: no alert and no line says so.
    expect(ledgerFailures(db)).toBe(0);
    expect(poolUse(db)).toMatchObject({ waiting: 0, refused: 2 });

    for (const one of held) await one.rollback().execute();
    expect((await ask(db)).rows).toEqual([{ one: 1 }]);
    expect(poolUse(db)).toEqual({ inUse: 0, idle: 2, waiting: 0, refused: 2 });
  });

  test('gives a connection that is free again to the one that waits longest', async () => {
    const db = await open(await createStore(), 1);
    const held = await db.startTransaction().execute();
    const order: number[] = [];
    const asked = [1, 2, 3].map((number) => ask(db).then(() => order.push(number)));
    await held.rollback().execute();
    await Promise.all(asked);
    expect(order).toEqual([1, 2, 3]);
  });

  test('drops a connection whose server is gone without a word, and opens another', async () => {
    const { db, gate } = await openBehindGate(1);
    const tx = await db.startTransaction().execute();
    startFakeTimers();
    gate.silence();
    const lost = await settled(ask(tx));
    expect(lost).toMatchObject({ status: 'rejected' });
    expect(ledgerFailures(db)).toBeGreaterThan(0);
    expect(await settled(tx.commit().execute())).toMatchObject({ status: 'rejected' });
    await settled(tx.rollback().execute());
    expect(await settled(ask(db))).toMatchObject({ status: 'fulfilled' });
    expect(poolUse(db)).toEqual({ inUse: 0, idle: 1, waiting: 0, refused: 0 });
  });

  test('drops an idle connection whose server is gone without a word', async () => {
    const { db, gate } = await openBehindGate(1);
    await ask(db);
    startFakeTimers();
    gate.silence();
    expect(await settled(ask(db))).toMatchObject({ status: 'rejected' });
    expect(await settled(ask(db))).toMatchObject({ status: 'fulfilled' });
  });

  test('listens again after its server is gone without a word', async () => {
    const { url, gate } = await openBehindGate(1);
    startFakeTimers();
    const told = vi.fn();
    const listening = listenPostgres(url, 'giro_test', told);
    onTestFinished(() => listening.close());
    await eventually(() => expect(listening.isOn()).toBe(true));
    expect(told).toHaveBeenCalledTimes(1);
    gate.silence();
    await settled(eventually(() => expect(told).toHaveBeenCalledTimes(2), { timeout: 50_000 }));
    await eventually(() => expect(listening.isOn()).toBe(true));
    const db = await open(url, 1);
    await sql`notify giro_test`.execute(db);
    await eventually(() => expect(told).toHaveBeenCalledTimes(3));
    expect(await hearsNotices(url, 2_000)).toBe(true);
  });

  test('asks PostgreSQL to notice that this machine is gone', async () => {
    const db = await open(await createStore(), 1);
    for (const [setting, value] of [
      ['statement_timeout', '10s'],
      ['tcp_keepalives_idle', '30'],
      ['tcp_keepalives_interval', '10'],
      ['tcp_keepalives_count', '3'],
    ]) {
      const { rows } = await sql<Record<string, string>>`show ${sql.ref(setting ?? '')}`.execute(
        db,
      );
      expect(rows).toEqual([{ [setting ?? '']: value }]);
    }
  });

  test('of one connection is enough for each request, as none needs a second one', async () => {
    const { app, db, close } = await startBff({ env: { DATABASE_CONNECTIONS: '1' } });
    onTestFinished(close);
    const browser = createBrowser(app);
    expect((await browser.signIn('sender')).status).toBe(200);
    const { id } = await addRecipient(browser);
    const sent = await sendMoney(browser, id);
    expect(sent.status).toBe(201);
    for (const path of ['/api/transfers', `/api/transfers/${sent.body.id}`, '/api/countries']) {
      expect((await browser.call('GET', path)).status, path).toBe(200);
    }
    expect(poolUse(db)).toMatchObject({ refused: 0 });
  });

  test('is answered 503 while it is exhausted, with when to try again, and nothing is sent', async () => {
    const { app, db, sandbox, close } = await startBff({ env: { DATABASE_CONNECTIONS: '1' } });
    onTestFinished(close);
    const browser = createBrowser(app);
    await browser.signIn('sender');
    const { id } = await addRecipient(browser);
    const held = await db.startTransaction().execute();
    const posts = () => sandbox.requests.filter(({ method }) => method === 'POST').length;
    const before = posts();
    const answers = await Promise.all([
      browser.call('GET', '/api/session'),
      createBrowser(app).signIn('support'),
      sendMoney(browser, id),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body.type, headers.get('retry-after')]).toEqual([
        503,
        '/problems/ledger-busy',
        '5',
      ]);
    }
    expect(posts()).toBe(before);
    await held.rollback().execute();
    expect((await browser.call('GET', '/api/session')).status).toBe(200);
    expect((await sendMoney(browser, id)).status).toBe(201);
  });
});

import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { hashPassword } from '../../src/bff/auth/passwords.ts';
import { openLedger } from '../../src/bff/ledger/ledger.ts';
import { own } from '../../src/bff/ledger/owners.ts';
import { addUser } from '../../src/bff/ledger/users.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { cookieFor, startProcess } from '../support/giro-process.ts';
import { asShown } from '../support/recipients.ts';
import { addAccountDirectly } from '../support/service-account.ts';
import { stores } from '../support/stores.ts';

const email = 'rent@giro.example';
const password = 'correct horse battery';
const lossesOfConnection = 15;
const sendShape = z.object({ state: z.string(), transfer_id: z.nullable(z.string()) });

const shared = stores().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!shared)('a PostgreSQL that ends its connections, as at a failover', () => {
  test('ends no process, leaves no call unanswered and no transfer unknown', {
    timeout: 150_000,
  }, async () => {
    const store = await shared?.create();
    if (!store) throw new Error('no PostgreSQL');
    const sandbox = createSandbox();
    const service = await sandbox.listen();
    const account_id = await addAccountDirectly(sandbox, service.url);
    await addPerson(store.url, account_id);
    const giro = await startProcess({
      REMITTANCE_BASE_URL: service.url,
      REMITTANCE_CLIENT_ID: sandbox.client_id,
      REMITTANCE_CLIENT_SECRET: sandbox.client_secret,
      GIRO_SECRET: 'a secret of the tests, thirty-two or more',
      DATABASE_URL: store.url,
      SENDS_PER_MINUTE: '100000',
    });
    const admin = new pg.Client({ connectionString: store.url });
    await admin.connect();
    onTestFinished(async () => {
      await admin.end();
      await giro.kill();
      await service.close();
      await store.remove();
    });
    const cookie = await cookieFor(giro, email, password);
    const { destination_account_fingerprint: fingerprint } = await asShown(
      { call: (method, path) => giro.call(method, path, undefined, { cookie }) },
      { destination_account_id: account_id },
    );
    const sent: { key: string; amount: bigint; status: number }[] = [];
    let goesOn = true;

    async function keepSending() {
      while (goesOn) {
        const [key, amount] = [crypto.randomUUID(), BigInt(100_000 + sent.length)];
        const body = {
          destination_account_id: account_id,
          destination_account_fingerprint: fingerprint,
          source_amount_cents: String(amount),
          source_amount_currency: 'USD',
          destination_amount_currency: 'COP',
        };
        const headers = { cookie, 'idempotency-key': key };
        // Rejects where there is no answer, and fails the test with it.
        const { status } = await giro.call('POST', '/api/transfers', body, headers);
        sent.push({ key, amount, status });
      }
    }
    async function keepReading() {
      while (goesOn) await giro.call('GET', '/api/transfers', undefined, { cookie });
    }
    async function loseConnections() {
      for (let count = 0; count < lossesOfConnection; count += 1) {
        await wait(150);
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'giro' and datname = current_database()",
        );
      }
      goesOn = false;
    }
    await Promise.all([keepSending(), keepReading(), keepReading(), loseConnections()]);

    expect((await giro.call('GET', '/healthz')).status).toBe(200);
    expect(sent.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    const outcomes = sent.map(({ amount, ...rest }) => ({
      ...rest,
      made: sandbox.transfers.filter((one) => one.source_amount_cents === amount),
    }));
    for (const { status, made } of outcomes) {
      expect(made.length).toBeLessThanOrEqual(1);
      // What was made is told as sent or as not known yet, never as an error.
      if (made.length === 1) expect([201, 202]).toContain(status);
    }
    const open = async () => {
      const unknown: string[] = [];
      for (const { key, made } of outcomes) {
        if (made.length === 0) continue;
        const { body } = await giro.call('GET', `/api/sends/${key}`, undefined, { cookie });
        const parsed = z.safeParse(sendShape, body);
        if (parsed.data?.transfer_id !== String(made[0]?.id)) unknown.push(key);
      }
      return unknown;
    };
    await expect.poll(open, { timeout: 90_000, interval: 1_000 }).toEqual([]);
  });
});

/** A sender, who has the account. */
async function addPerson(url: string, account_id: string) {
  const db = await openLedger(url);
  const now = new Date().toISOString();
  const password_hash = await hashPassword(password);
  const user = await addUser(db, { email, name: 'Rent', role: 'sender', password_hash }, now);
  await own(db, 'account', account_id, user?.id ?? '', now);
  await db.destroy();
}

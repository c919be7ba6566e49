import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { callerWith, cookieFor, startProcess } from '../support/giro-process.ts';
import { asShown } from '../support/recipients.ts';
import { ageIntents, createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { stores } from '../support/stores.ts';

const lossesOfConnection = 15;
const sendShape = z.object({ state: z.string(), transfer_id: z.nullable(z.string()) });

const shared = stores().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!shared)('a PostgreSQL that closes its connections, as in a failover', () => {
  test('stops no process, leaves no call unanswered and no transfer unconfirmed', {
    timeout: 150_000,
  }, async () => {
    if (!shared) throw new Error('no PostgreSQL');
    const { sandbox, account_id, env, close } = await createSenderFixture(shared);
    const giro = await startProcess({ ...env, SENDS_PER_MINUTE: '100000' });
    const admin = new pg.Client({ connectionString: env.DATABASE_URL });
    await admin.connect();
    onTestFinished(async () => {
      await admin.end();
      await giro.kill();
      await close();
    });
    const caller = callerWith(giro, await cookieFor(giro, sender));
    const { destination_account_fingerprint } = await asShown(caller, {
      destination_account_id: account_id,
    });
    const sent: { key: string; amount: bigint; status: number }[] = [];
    let goesOn = true;

    async function keepSending() {
      while (goesOn) {
        const [key, amount] = [crypto.randomUUID(), BigInt(100_000 + sent.length)];
        const body = { ...transferTo(account_id, amount), destination_account_fingerprint };
        const headers = { 'idempotency-key': key };
        // Without an answer this rejects and fails the test.
        const { status } = await caller.call('POST', '/api/transfers', body, headers);
        sent.push({ key, amount, status });
      }
    }
    async function keepReading() {
      while (goesOn) await caller.call('GET', '/api/transfers');
    }
    const isSent = () => sent.some(({ status }) => status === 201);
    async function loseConnections() {
      for (let count = 0; count < lossesOfConnection; count += 1) {
        await wait(150);
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'giro' and datname = current_database()",
        );
      }
      // A slow machine may complete none between two losses.
      await expect.poll(isSent, { timeout: 30_000 }).toBe(true);
      goesOn = false;
    }
    await Promise.all([keepSending(), keepReading(), keepReading(), loseConnections()]);

    expect((await giro.call('GET', '/healthz')).status).toBe(200);
    const outcomes = sent.map(({ amount, ...rest }) => ({
      ...rest,
      made: sandbox.transfers.filter((one) => one.source_amount_cents === amount),
    }));
    for (const { status, made } of outcomes) {
      expect(made.length).toBeLessThanOrEqual(1);
      // A created transfer is answered as sent or unconfirmed, never as an error.
      if (made.length === 1) expect([201, 202]).toContain(status);
    }
    await ageIntents(env.DATABASE_URL);
    const open = async () => {
      const unknown: string[] = [];
      for (const { key, made } of outcomes) {
        if (made.length === 0) continue;
        const { body } = await caller.call('GET', `/api/sends/${key}`);
        const parsed = z.safeParse(sendShape, body);
        if (parsed.data?.transfer_id !== String(made[0]?.id)) unknown.push(key);
      }
      return unknown;
    };
    await expect.poll(open, { timeout: 90_000, interval: 250 }).toEqual([]);
  });
});

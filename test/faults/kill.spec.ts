import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openLedger } from '../../src/bff/ledger/ledger.ts';
import { own } from '../../src/bff/ledger/owners.ts';
import { addUser } from '../../src/bff/ledger/users.ts';
import { hashPassword } from '../../src/bff/sign-in/passwords.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { startHoldingProxy } from '../support/holding-proxy.ts';
import { addAccountDirectly } from '../support/service-account.ts';
import { stores } from '../support/stores.ts';

const email = 'rent@giro.example';
const password = 'correct horse battery';
const secret = 'a secret of the tests, thirty-two or more';
const roundsPerStep = 8;

const steps = [
  'before the intent',
  'after the intent',
  'after the POST left',
  'after the answer came',
  'after the row was written',
] as const;

const isPost = (method: string, path: string) => method === 'POST' && path === '/api/v3/transfers';
const isList = (method: string, path: string) => method === 'GET' && path === '/api/v3/transfers';
const never = () => new Promise<void>(() => {});

/** Keeps every other connection from writing the row, so that the process stands right before it. */
async function lockSends(databaseUrl: string): Promise<() => Promise<void>> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 2_000 });
    database.exec('begin immediate');
    return async () => database.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin; lock table sends in share mode');
  return () => client.end();
}

describe.each(stores())('killed while sending, on $name', ({ create }) => {
  test('nothing is sent twice and nothing is forgotten', { timeout: 300_000 }, async () => {
    const store = await create();
    const sandbox = createSandbox({ scenarios: false });
    const service = await sandbox.listen();
    const proxy = await startHoldingProxy(service.url);
    const env = {
      REMITTANCE_BASE_URL: proxy.url,
      REMITTANCE_CLIENT_ID: sandbox.client_id,
      REMITTANCE_CLIENT_SECRET: sandbox.client_secret,
      GIRO_SECRET: secret,
      DATABASE_URL: store.url,
    };
    const account_id = await addAccountDirectly(sandbox, service.url);
    const db = await openLedger(store.url);
    const now = new Date().toISOString();
    const password_hash = await hashPassword(password);
    const user = await addUser(db, { email, name: 'Rent', role: 'sender', password_hash }, now);
    await own(db, 'account', account_id, user?.id ?? '', now);
    await db.destroy();

    const first = await startProcess(env);
    const cookie = await cookieFor(first, email, password);
    await first.kill();

    const sent: { key: string; amount: bigint; step: string; acknowledged: boolean }[] = [];
    for (let round = 0; round < roundsPerStep; round += 1) {
      for (const step of steps) {
        const giro = await startProcess(env, cookie);
        const amount = BigInt(1_000 + sent.length);
        const key = crypto.randomUUID();
        const acknowledged = await sendAndKill(giro, step, key, amount);
        sent.push({ key, amount, step, acknowledged });
      }
    }

    async function sendAndKill(giro: GiroProcess, step: string, key: string, amount: bigint) {
      let unlock = async () => {};
      const killed = new Promise<void>((done, fail) => {
        const kill = () => giro.kill().then(done, fail);
        if (step === 'before the intent') {
          proxy.hold({ matches: isList, beforeCall: () => kill().then(never) });
        } else if (step === 'after the intent') {
          proxy.hold({ matches: isPost, beforeCall: () => kill().then(never) });
        } else if (step === 'after the POST left') {
          proxy.hold({ matches: isPost, beforeAnswer: () => kill().then(never) });
        } else if (step === 'after the answer came') {
          const beforeAnswer = async () => {
            unlock = await lockSends(store.url);
            setTimeout(() => void kill(), 100);
          };
          proxy.hold({ matches: isPost, beforeAnswer });
        } else {
          proxy.hold(null);
        }
      });
      const body = {
        destination_account_id: account_id,
        source_amount_cents: String(amount),
        source_amount_currency: 'USD',
        destination_amount_currency: 'COP',
      };
      const answer = giro
        .call('POST', '/api/transfers', body, { 'idempotency-key': key })
        .then(({ status }) => status === 201)
        .catch(() => false);
      if (step === 'after the row was written') {
        expect(await answer).toBe(true);
        await giro.kill();
      } else {
        await killed;
      }
      await unlock();
      proxy.hold(null);
      return answer;
    }

    const last = await startProcess(env, cookie);
    const outcomes = new Map<string, { state: string; transfer_id: string | null } | null>();
    const sendShape = z.object({ state: z.string(), transfer_id: z.nullable(z.string()) });
    await expect
      .poll(
        async () => {
          for (const { key } of sent) {
            const { status, body } = await last.call('GET', `/api/sends/${key}`);
            outcomes.set(key, status === 404 ? null : z.parse(sendShape, body));
          }
          const inService = new Set(sandbox.transfers.map((one) => one.source_amount_cents));
          return sent.filter(
            ({ key, amount }) => inService.has(amount) && outcomes.get(key)?.state !== 'sent',
          );
        },
        { timeout: 90_000, interval: 500 },
      )
      .toEqual([]);
    await last.kill();

    for (const { key, amount, step, acknowledged } of sent) {
      const made = sandbox.transfers.filter((one) => one.source_amount_cents === amount);
      const outcome = outcomes.get(key);
      expect(made.length, `${step}: at most one transfer`).toBeLessThanOrEqual(1);
      if (acknowledged) expect(made.length, `${step}: what was told is there`).toBe(1);
      if (made.length === 1) expect(outcome?.transfer_id).toBe(String(made[0]?.id));
      if (step === 'before the intent') expect(outcome).toBeNull();
      // Nothing in the service: still open, for absence is no proof, and never sent again.
      if (step === 'after the intent') expect(outcome?.state).toBe('unconfirmed');
    }
    const posts = sandbox.requests.filter(({ method, path }) => isPost(method, path)).length;
    const transfersMade = sandbox.transfers.length;
    expect(posts).toBe(transfersMade);
    expect(transfersMade).toBe(3 * roundsPerStep);

    await proxy.close();
    await service.close();
    await store.remove();
  });
});

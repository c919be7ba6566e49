import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callerWith, cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { isCreateTransfer, isListTransfers } from '../support/holding-proxy.ts';
import { asShown } from '../support/recipients.ts';
import { shuffled } from '../support/seed.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { stores } from '../support/stores.ts';

const isToken = (path: string) => path.startsWith('/api/v3/auth/');

const answerShape = z.object({ id: z.optional(z.string()), type: z.optional(z.string()) });
const sendShape = z.object({ state: z.string(), transfer_id: z.nullable(z.string()) });

const shared = stores().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!shared)('two instances on one PostgreSQL', () => {
  const instances: GiroProcess[] = [];
  let fixture: Awaited<ReturnType<typeof createSenderFixture>>;
  let cookie: string;

  beforeAll(async () => {
    if (!shared) throw new Error('no PostgreSQL');
    fixture = await createSenderFixture(shared);
    const env = { ...fixture.env, SENDS_PER_MINUTE: '1000' };
    // Both start at once on a store with one user only.
    instances.push(...(await Promise.all([startProcess(env), startProcess(env)])));
    cookie = await cookieFor(at(0), sender);
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.kill()));
    await fixture.close();
  });

  const at = (index: number): GiroProcess => {
    const instance = instances[index % 2];
    if (!instance) throw new Error('no instance');
    return instance;
  };
  const callAt = (index: number, method: string, path: string, as = cookie) =>
    at(index).call(method, path, undefined, { cookie: as });

  async function send(index: number, key: string, amount: number, currency = 'USD') {
    const caller = callerWith(at(index), cookie);
    const body = await asShown(caller, transferTo(fixture.account_id, amount, currency));
    const answer = await caller.call('POST', '/api/transfers', body, { 'idempotency-key': key });
    return { status: answer.status, body: z.parse(answerShape, answer.body) };
  }

  const called = (matches: (method: string, path: string) => boolean) =>
    fixture.sandbox.requests.filter(({ method, path }) => matches(method, path)).length;

  test('makes 20 transfers from 200 simultaneous requests with 20 keys, with one token', async () => {
    const tokensBefore = called((_method, path) => isToken(path));
    const keys = Array.from({ length: 20 }, (): string => crypto.randomUUID());
    const requests = Array.from({ length: 200 }, (_, index) => ({
      instance: index,
      // Each instance gets each key, five times.
      key: keys[Math.floor(index / 2) % keys.length] ?? '',
    }));
    const answers = await Promise.all(
      shuffled(requests).map(async ({ instance, key }) => {
        const answer = await send(instance, key, 1_000 + keys.indexOf(key));
        return { key, ...answer };
      }),
    );
    expect(called(isCreateTransfer)).toBe(20);
    expect(fixture.sandbox.transfers).toHaveLength(20);
    for (const [index, key] of keys.entries()) {
      const made = fixture.sandbox.transfers.filter(
        ({ source_amount_cents }) => source_amount_cents === BigInt(1_000 + index),
      );
      const id = String(made[0]?.id);
      const mine = answers.filter((answer) => answer.key === key);
      expect(mine).toHaveLength(10);
      expect(mine.map(({ status }) => status)).toContain(201);
      for (const { status, body } of mine) {
        if (status === 201) expect(body.id).toBe(id);
        else expect([status, body.type]).toEqual([409, '/problems/send-in-flight']);
      }
      for (const instance of [0, 1]) {
        const again = await send(instance, key, 1_000 + index);
        expect([again.status, again.body.id]).toEqual([201, id]);
      }
    }
    expect(called(isCreateTransfer)).toBe(20);
    expect(called((_method, path) => isToken(path)) - tokensBefore).toBe(1);
  });

  test('only one instance at a time looks for a send without an answer', async () => {
    const before = called(isCreateTransfer);
    const looked = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    let looks = 0;
    fixture.proxy.hold({
      // Only reads after the POST count: one read comes before it.
      matches: (method, path) => isListTransfers(method, path) && called(isCreateTransfer) > before,
      async beforeCall() {
        looks += 1;
        if (looks > 1) return;
        looked.resolve();
        await end.promise;
      },
    });
    const [key, ...others] = Array.from({ length: 3 }, (): string => crypto.randomUUID());
    const seenAt = async (index: number, of = key) =>
      z.parse(sendShape, (await callAt(index, 'GET', `/api/sends/${of}`)).body);
    // The sandbox creates the transfer and drops the answer.
    expect((await send(0, key ?? '', 50_200)).status).toBe(202);
    await looked.promise;
    // One instance is looking for it. The other looks for further sends and would find this one too.
    const later = Promise.allSettled(
      others.map((other, index) => send(index, other, 50_200, ['EUR', 'BRL'][index])),
    );
    await expect
      .poll(
        async () => {
          const seen = await Promise.all(
            others.map((other) => callAt(1, 'GET', `/api/sends/${other}`)),
          );
          return seen.some(({ body }) => sendShape.safeParse(body).data?.state === 'sent');
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    expect((await seenAt(1)).state).toBe('unconfirmed');
    end.resolve();
    await later;
    await expect.poll(async () => (await seenAt(1)).state, { timeout: 60_000 }).toBe('sent');
    fixture.proxy.hold(null);
    const made = fixture.sandbox.transfers.filter(
      (one) => one.source_amount_cents === 50_200n && one.source_amount_currency === 'USD',
    );
    expect(made.map(({ id }) => String(id))).toEqual([(await seenAt(0)).transfer_id]);
  });

  test('a session works in both instances until either closes it', async () => {
    const mine = await cookieFor(at(1), sender);
    expect((await callAt(0, 'GET', '/api/session', mine)).status).toBe(200);
    expect((await callAt(1, 'DELETE', '/api/session', mine)).status).toBe(204);
    expect((await callAt(0, 'GET', '/api/session', mine)).status).toBe(401);
    expect((await callAt(0, 'GET', '/api/session')).status).toBe(200);
  });

  test('a disabled user is signed out of both at the next request', async () => {
    const command = ['src/bff/cli/cli.ts', 'user', 'disable', sender.email];
    const child = spawn(process.execPath, command, {
      env: { PATH: process.env.PATH, ...fixture.env },
    });
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    for (const instance of [0, 1]) {
      expect((await callAt(instance, 'GET', '/api/session')).status).toBe(401);
      expect((await send(instance, crypto.randomUUID(), 2_000)).status).toBe(401);
    }
  });
});

import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { callerWith, cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { freePort } from '../support/postgres-server.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { stores } from '../support/stores.ts';

// Two instances behind the shipped nginx.conf are restarted one after the other, while people read and send.

const readPaths = ['/api/session', '/api/transfers', '/api/countries', '/sign-in'];
const sendersAtOnce = 3;
const sendShape = z.object({ state: z.string(), transfer_id: z.nullable(z.string()) });

const shared = stores().find(({ name }) => name === 'PostgreSQL');

test('a restart of one instance after the other fails no read, and leaves no send without an outcome', async ({
  skip,
}) => {
  skip(!hasNginx(), 'nginx is not installed here');
  if (!shared) return skip('PostgreSQL is not in the quick run');
  const fixture = await createSenderFixture(shared);
  onTestFinished(fixture.close);
  const env = { ...fixture.env, TRUST_PROXY: '1', SENDS_PER_MINUTE: '100000' };
  const ports = [await freePort(), await freePort()];
  const startAt = (port: number) => startProcess({ ...env, PORT: String(port) });
  const instances = new Map<number, GiroProcess>();
  onTestFinished(async () => {
    for (const instance of instances.values()) await instance.kill();
  });
  const start = async (port: number) => void instances.set(port, await startAt(port));
  await Promise.all(ports.map(start));
  const nginx = await startNginx(ports);
  onTestFinished(nginx.stop);

  const [first] = instances.values();
  if (!first) throw new Error('no instance');
  const cookie = await cookieFor(first, sender);
  const shown = await asShown(callerWith(first, cookie), transferTo(fixture.account_id, 0));

  let isOver = false;
  const failed: string[] = [];
  let reads = 0;
  async function readOn(path: string) {
    while (!isOver) {
      const { status } = await nginx.call('GET', path, { cookie });
      reads += 1;
      if (status !== 200) failed.push(`${path}: ${status}`);
    }
  }
  const sent = new Map<string, { amount: number; status: number }>();
  async function sendOn() {
    while (!isOver) {
      const key = crypto.randomUUID();
      const amount = 300_000 + sent.size;
      sent.set(key, { amount, status: 0 });
      const body = { ...shown, source_amount_cents: String(amount) };
      const headers = { cookie, 'idempotency-key': key };
      const { status } = await nginx.call('POST', '/api/transfers', headers, body);
      sent.set(key, { amount, status });
    }
  }
  const load = Promise.all([
    ...readPaths.map(readOn),
    ...Array.from({ length: sendersAtOnce }, sendOn),
  ]);
  const until = (more: number) => {
    const wanted = sent.size + more;
    return expect.poll(() => sent.size >= wanted, { timeout: 60_000 }).toBe(true);
  };

  await until(10);
  for (const [port, instance] of instances) {
    process.kill(instance.pid, 'SIGTERM');
    expect(await instance.exited).toBe(0);
    await start(port);
    await expect
      .poll(async () => (await instances.get(port)?.call('GET', '/readyz'))?.status)
      .toBe(200);
  }
  await until(10);
  isOver = true;
  await load;

  expect(failed, nginx.complaints()).toEqual([]);
  expect(reads).toBeGreaterThan(100);
  const statuses = [...sent.values()].map(({ status }) => status);
  expect(new Set(statuses), nginx.complaints()).toEqual(new Set([201]));
  for (const [key, { amount }] of sent) {
    const { body } = await nginx.call('GET', `/api/sends/${key}`, { cookie });
    expect(z.parse(sendShape, JSON.parse(body)).state).toBe('sent');
    expect(fixture.made(amount)).toBe(1);
  }
  expect(fixture.posts()).toBe(sent.size);
}, 240_000);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../src/bff/ledger/ledger.ts';
import { openStream } from '../support/event-stream.ts';
import {
  callerWith,
  cookieFor,
  type GiroProcess,
  readyAt,
  startProcess,
} from '../support/giro-process.ts';
import { isCreateTransfer } from '../support/holding-proxy.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { sqlite } from '../support/stores.ts';

/** Giro before a service that answers a POST when told to, and a sender who is signed in. */
async function sendingGiro() {
  const { env, close, ...fixture } = await createSenderFixture(sqlite);
  const giro = await startProcess(env);
  onTestFinished(async () => {
    await giro.kill();
    await close();
  });
  return { ...fixture, giro, cookie: await cookieFor(giro, sender) };
}

/** Sends in a connection that is kept alive, as a browser or a proxy does. */
async function send(giro: GiroProcess, cookie: string, account_id: string, key: string) {
  const body = await asShown(callerWith(giro, cookie), transferTo(account_id, 100_000));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const outgoing = request(`${giro.url}/api/transfers`, {
    agent,
    method: 'POST',
    headers: {
      origin: giro.url,
      cookie,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
  });
  outgoing.end(JSON.stringify(body));
  const [answer] = await once(outgoing, 'response');
  answer.resume();
  return { status: answer.statusCode, connection: answer.headers.connection };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('told to stop, it ends its streams, answers what is under way and is gone at once', async () => {
  const { giro, proxy, account_id, cookie } = await sendingGiro();
  const session = cookie.split('=')[1] ?? '';
  const stream = await openStream(giro.url, session);
  const { promise: posted, resolve: onPost } = Promise.withResolvers<void>();
  const { promise: goesOn, resolve: answer } = Promise.withResolvers<void>();
  proxy.hold({
    matches: isCreateTransfer,
    beforeAnswer: () => {
      onPost();
      return goesOn;
    },
  });
  const sent = send(giro, cookie, account_id, crypto.randomUUID());
  await posted;
  process.kill(giro.pid, 'SIGTERM');
  await stream.ended;
  expect(isAlive(giro.pid)).toBe(true);
  answer();
  expect(await sent).toEqual({ status: 201, connection: 'close' });
  await expect.poll(() => isAlive(giro.pid), { timeout: 3_000 }).toBe(false);
});

test('it is gone within 10 s when the service is silent, and what was sent stands in the ledger', async () => {
  const { giro, proxy, account_id, cookie, databaseUrl } = await sendingGiro();
  const { promise: posted, resolve: onPost } = Promise.withResolvers<void>();
  proxy.hold({
    matches: isCreateTransfer,
    beforeAnswer: () => {
      onPost();
      return new Promise(() => {});
    },
  });
  const key = crypto.randomUUID();
  const sent = send(giro, cookie, account_id, key).catch(() => 'no answer');
  await posted;
  const begun = performance.now();
  process.kill(giro.pid, 'SIGTERM');
  await expect.poll(() => isAlive(giro.pid), { timeout: 12_000 }).toBe(false);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await sent;
  const db = await openLedger(databaseUrl);
  const rows = await db.selectFrom('sends').select(['key', 'state']).execute();
  await db.destroy();
  expect(rows).toEqual([{ key, state: expect.stringMatching(/^(intended|unconfirmed)$/) }]);
});

test('npm run serve ends with npm, also when only npm is told to stop', async () => {
  const npm = spawn('npm', ['run', '--silent', 'serve'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that nothing of it is left should the test fail.
    detached: true,
  });
  onTestFinished(() => {
    if (npm.pid !== undefined && isAlive(-npm.pid)) process.kill(-npm.pid, 'SIGKILL');
  });
  const url = await readyAt(npm);
  const server = descendants(npm.pid ?? 0).at(-1) ?? 0;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await expect.poll(() => isAlive(server), { timeout: 10_000 }).toBe(false);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

/** The processes under one, the youngest last. */
function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] =
          /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return [{ pid: Number(name), parent: Number(parent) }];
      } catch {
        // It has ended since.
        return [];
      }
    });
  const below = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap(({ pid }) => [pid, ...below(pid)]);
  return below(pid);
}

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

/** Starts Giro with a service whose answers the test can hold, and signs a sender in. */
async function startGiro() {
  const { env, close, ...fixture } = await createSenderFixture(sqlite);
  const giro = await startProcess(env);
  onTestFinished(async () => {
    await giro.kill();
    await close();
  });
  return { ...fixture, giro, cookie: await cookieFor(giro, sender) };
}

/** Sends over a keep-alive connection, as a browser or a proxy does. */
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

test('on SIGTERM closes its event streams, answers requests in flight and exits at once', async () => {
  const { giro, proxy, account_id, cookie } = await startGiro();
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

test('exits within 10 s when the service is silent, with the send in the ledger', async () => {
  const { giro, proxy, account_id, cookie, databaseUrl } = await startGiro();
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

test('npm run serve exits when npm alone gets SIGTERM', async () => {
  const npm = spawn('npm', ['run', '--silent', 'serve'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, so that a failed test can kill all of it.
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

/** The descendants of a process, youngest last. */
function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] =
          /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return [{ pid: Number(name), parent: Number(parent) }];
      } catch {
        // The process has exited since the listing.
        return [];
      }
    });
  const below = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap(({ pid }) => [pid, ...below(pid)]);
  return below(pid);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { openStream } from '../support/event-stream.ts';
import {
  callerWith,
  cookieFor,
  type GiroProcess,
  readyAt,
  startProcess,
} from '../support/giro-process.ts';
import { holdAnswer } from '../support/holding-proxy.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { type Store, stores } from '../support/stores.ts';

/** Starts Giro with a service whose answers the test can hold, and signs a sender in. */
async function startGiro(store: Store, env: Record<string, string> = {}) {
  const { env: given, close, ...fixture } = await createSenderFixture(store);
  const started: GiroProcess[] = [];
  const startAgain = async () => {
    const giro = await startProcess({ ...given, ...env });
    started.push(giro);
    return giro;
  };
  onTestFinished(async () => {
    for (const giro of started) await giro.kill();
    await close();
  });
  const giro = await startAgain();
  return { ...fixture, giro, startAgain, cookie: await cookieFor(giro, sender) };
}

/** Sends over a keep-alive connection, as a browser or a proxy does. */
async function send(
  giro: GiroProcess,
  cookie: string,
  account_id: string,
  key: string,
  signal?: AbortSignal,
) {
  const body = await asShown(callerWith(giro, cookie), transferTo(account_id, 100_000));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const outgoing = request(`${giro.url}/api/transfers`, {
    agent,
    method: 'POST',
    ...(signal && { signal }),
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

/** A connection on which the test writes and reads bytes. */
function openSocket({ url }: GiroProcess) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const seen = { socket, got: '' };
  socket.setEncoding('utf8').on('data', (text: string) => {
    seen.got += text;
  });
  const closed = new Promise<void>((done) => {
    socket.once('close', () => done()).once('error', () => done());
  });
  return { socket, closed, got: () => seen.got };
}

const sendsIn = async (databaseUrl: string) => {
  const db = await openLedger(databaseUrl);
  const rows = await db.selectFrom('sends').select(['key', 'state']).execute();
  await db.destroy();
  return rows;
};

describe.each(stores())('on SIGTERM, over $name', (store) => {
  test('ends streams and idle connections, answers what is in flight, exits with 0', async () => {
    const { giro, proxy, account_id, cookie, databaseUrl } = await startGiro(store);
    const session = cookie.split('=')[1] ?? '';
    const stream = await openStream(giro.url, session);
    const [idle, arriving, idleAfterOne] = [openSocket(giro), openSocket(giro), openSocket(giro)];
    idleAfterOne.socket.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await expect.poll(idleAfterOne.got).toContain('{"ok":true');
    arriving.socket.write('GET /healthz HTTP/1.1\r\nhost: loc');
    const held = holdAnswer(proxy);
    const key = crypto.randomUUID();
    const sent = send(giro, cookie, account_id, key);
    await held.posted;
    process.kill(giro.pid, 'SIGTERM');
    await Promise.all([stream.ended, idle.closed, idleAfterOne.closed]);
    await expect(fetch(`${giro.url}/healthz`)).rejects.toThrow();
    // A terminal and npm may both pass the signal on.
    process.kill(giro.pid, 'SIGTERM');
    arriving.socket.write('alhost\r\n\r\n');
    await arriving.closed;
    expect(arriving.got()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
    expect(isAlive(giro.pid)).toBe(true);
    held.answer();
    expect(await sent).toEqual({ status: 201, connection: 'close' });
    const begun = performance.now();
    expect(await giro.exited).toBe(0);
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(await sendsIn(databaseUrl)).toEqual([{ key, state: 'sent' }]);
  });

  test('waits for a transfer whose client has gone', async () => {
    const { giro, proxy, account_id, cookie, databaseUrl } = await startGiro(store);
    const held = holdAnswer(proxy);
    const key = crypto.randomUUID();
    const leaving = new AbortController();
    const sent = send(giro, cookie, account_id, key, leaving.signal).catch(() => 'no answer');
    await held.posted;
    leaving.abort();
    expect(await sent).toBe('no answer');
    const refused = () =>
      fetch(`${giro.url}/healthz`)
        .then(() => 'answered')
        .catch(() => 'refused');
    process.kill(giro.pid, 'SIGTERM');
    await expect.poll(refused).toBe('refused');
    expect(isAlive(giro.pid)).toBe(true);
    held.answer();
    expect(await giro.exited).toBe(0);
    expect(await sendsIn(databaseUrl)).toEqual([{ key, state: 'sent' }]);
  });

  test('a transfer that exceeds the grace is answered as unconfirmed, and found at the next start', async () => {
    const grace = 3;
    const giro = await startGiro(store, { STOP_GRACE_SECONDS: String(grace) });
    const { proxy, account_id, cookie, databaseUrl, made } = giro;
    const held = holdAnswer(proxy);
    const key = crypto.randomUUID();
    const sent = send(giro.giro, cookie, account_id, key);
    await held.posted;
    const begun = performance.now();
    process.kill(giro.giro.pid, 'SIGTERM');
    expect(await sent).toEqual({ status: 202, connection: 'close' });
    expect(await giro.giro.exited).toBe(0);
    expect(performance.now() - begun).toBeLessThan(grace * 1_000 + 250);
    expect(await sendsIn(databaseUrl)).toEqual([{ key, state: 'unconfirmed' }]);
    proxy.hold(null);
    const again = callerWith(await giro.startAgain(), cookie);
    const state = async () => (await again.call('GET', `/api/sends/${key}`)).body;
    await expect.poll(state, { timeout: 30_000 }).toMatchObject({ state: 'sent' });
    expect(made(100_000)).toBe(1);
  });
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

import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/bff/config.ts';
import { openLedger } from '../../../src/bff/ledger/ledger.ts';
import type { ConnectionLimits } from '../../../src/bff/routes/limits-connections.ts';
import { createServer } from '../../../src/bff/server.ts';
import { serviceAt } from '../service/service-that.ts';

/** Listens with limits that a test can wait for; answers how to open connections, and how many it has. */
async function listening(connections: Partial<ConnectionLimits> = {}) {
  const db = await openLedger('sqlite::memory:');
  const { client } = serviceAt('http://127.0.0.1:9');
  const app = await createServer({
    config: readConfig({}),
    db,
    client,
    appFolder: null,
    connections: { connectionsCheckingInterval: 20, ...connections },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
    await db.destroy();
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const connected = () =>
    new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)));
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const state = { socket, got: '', ended: false };
    socket.on('data', (chunk) => {
      state.got += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      state.ended = true;
    });
    return state;
  };
  return { open, connected };
}

/** Writes a byte at a time until the other side has had enough. */
function drip({ socket }: { socket: Socket }, text: string) {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.writable) socket.write(text[at++ % text.length] ?? 'x');
  }, 20);
  socket.once('close', () => clearInterval(timer));
}

const patience = { timeout: 10_000 };
const whole = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';

test.each([
  [
    'headers that drip in',
    { headersTimeout: 200 },
    'GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ',
  ],
  [
    'a body that drips in',
    { headersTimeout: 200, requestTimeout: 300 },
    'POST /api/session HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n"',
  ],
])('%s end with 408 and the connection', async (_name, limits, start) => {
  const client = (await listening(limits)).open();
  client.socket.write(start);
  drip(client, 'y');
  await expect.poll(() => client.ended, patience).toBe(true);
  expect(client.got).toMatch(/^HTTP\/1\.1 408 /);
  expect(client.got).toContain('/problems/request-timeout');
});

test('a connection with nothing to say is closed, also after a request', async () => {
  const { open } = await listening({ headersTimeout: 200, keepAliveTimeout: 100 });
  const [silent, served] = [open(), open()];
  served.socket.write(whole);
  await expect.poll(() => served.got).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(() => served.ended && silent.ended, patience).toBe(true);
  expect(served.got.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test('a client beyond the number of connections is turned away; those before it are served', async () => {
  const { open } = await listening({ maxConnections: 2 });
  const [one, two] = [open(), open()];
  for (const client of [one, two]) {
    client.socket.write(whole);
    await expect.poll(() => client.got).toContain('{"ok":true}');
  }
  const third = open();
  await expect.poll(() => third.ended, patience).toBe(true);
  expect(third.got).toBe('');
  one.got = '';
  one.socket.write(whole);
  await expect.poll(() => one.got).toContain('{"ok":true}');
  two.socket.destroy();
  const served = () => {
    const next = open();
    next.socket.write(whole);
    return expect
      .poll(() => next.got || next.ended)
      .toBeTruthy()
      .then(() => next.got);
  };
  // As soon as the server has heard of it.
  await expect.poll(served, patience).toContain('{"ok":true}');
});

test('headers and a body that are too large are refused, and nothing more is read', async () => {
  const { open } = await listening({ maxHeaderSize: 2_048, bodyLimit: 1_024 });
  const [headers, body] = [open(), open()];
  headers.socket.write(
    `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(4_096)}\r\n\r\n`,
  );
  await expect.poll(() => headers.got).toMatch(/^HTTP\/1\.1 431 /);
  const head =
    'POST /api/session HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  body.socket.write(`${head}7d0\r\n"${'z'.repeat(1_999)}\r\n`);
  await expect.poll(() => body.got).toMatch(/^HTTP\/1\.1 413 /);
});

test('a client that asks and takes no answers is let go', async () => {
  const { open, connected } = await listening({ silenceTimeout: 300 });
  const client = open();
  client.socket.pause();
  // More answers than the system holds for a client.
  const asked = 20_000;
  client.socket.write(whole.repeat(asked));
  await expect.poll(connected).toBe(1);
  await expect.poll(connected, patience).toBe(0);
  client.socket.resume();
  await expect.poll(() => client.ended, patience).toBe(true);
  expect(client.got.split('{"ok":true}').length - 1).toBeLessThan(asked);
});

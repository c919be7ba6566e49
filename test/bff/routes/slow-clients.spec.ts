import { createServer as createHttpServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import {
  type ConnectionLimits,
  connectionLimits,
  limitConnections,
} from '../../../src/bff/routes/limits-connections.ts';
import { createServer } from '../../../src/bff/server.ts';
import { openTestLedger } from '../../support/stores.ts';
import { serviceAt } from '../service/service-that.ts';

/** Starts a server with short limits. Returns how to open connections, and their number. */
async function listening(
  connections: Partial<ConnectionLimits> = {},
  env: Record<string, string> = {},
) {
  const db = await openTestLedger();
  const { client } = serviceAt('http://127.0.0.1:9');
  const app = await createServer({
    config: readConfig(env),
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
  const open = (from = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
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

/** Writes one byte at a time until the other side closes. */
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
])('answers 408 to %s and closes the connection', async (_name, limits, start) => {
  const client = (await listening(limits)).open();
  client.socket.write(start);
  drip(client, 'y');
  await expect.poll(() => client.ended, patience).toBe(true);
  expect(client.got).toMatch(/^HTTP\/1\.1 408 /);
  expect(client.got).toContain('/problems/request-timeout');
});

test('closes idle connections, before and after a request', async () => {
  const { open } = await listening({ headersTimeout: 200, keepAliveTimeout: 100 });
  const [silent, served] = [open(), open()];
  served.socket.write(whole);
  await expect.poll(() => served.got).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(() => served.ended && silent.ended, patience).toBe(true);
  expect(served.got.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

const post =
  'POST /api/session HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n"';

/** Makes a request in a new connection and waits for the answer. */
async function served(
  { open }: Pick<Awaited<ReturnType<typeof listening>>, 'open'>,
  from?: string,
) {
  const client = open(from);
  client.socket.write(whole);
  await expect.poll(() => client.got || client.ended, patience).toBeTruthy();
  expect(client.got).toContain('{"ok":true,');
  return client;
}

test('idle connections block no other client, from the same address or another', async () => {
  const server = await listening({ maxConnections: 40, maxConnectionsPerAddress: 10 });
  const silent = Array.from({ length: 30 }, () => server.open());
  await expect.poll(() => silent.filter(({ ended }) => ended).length, patience).toBe(20);
  await served(server);
  await served(server, '127.0.0.2');
  for (const last of [3, 4, 5, 6]) {
    for (let count = 0; count < 10; count += 1) server.open(`127.0.0.${last}`);
  }
  for (let count = 0; count < 10; count += 1) await served(server);
  await served(server, '127.0.0.2');
});

test('closes the longest idle keep-alive connection to make room', async () => {
  const server = await listening({ maxConnections: 100, maxConnectionsPerAddress: 3 });
  const [first, second, third] = [await served(server), await served(server), await served(server)];
  first.got = '';
  first.socket.write(whole);
  await expect.poll(() => first.got).toContain('{"ok":true,');
  await served(server);
  await expect.poll(() => second.ended, patience).toBe(true);
  expect([first.ended, third.ended]).toEqual([false, false]);
});

test('never closes a request in flight for a new connection, and refuses that connection', async () => {
  const server = await listening({ maxConnections: 100, maxConnectionsPerAddress: 2 });
  const [one, two] = [server.open(), server.open()];
  for (const client of [one, two]) client.socket.write(post);
  await expect.poll(server.connected).toBe(2);
  await new Promise((done) => setTimeout(done, 50));
  const third = server.open();
  await expect.poll(() => third.ended, patience).toBe(true);
  expect([third.got, one.ended, two.ended]).toEqual(['', false, false]);
  await served(server, '127.0.0.2');
});

test('behind a proxy one address may hold all connections', async () => {
  const server = await listening({}, { TRUST_PROXY: '1' });
  const silent = Array.from({ length: 600 }, () => server.open());
  await expect.poll(server.connected, patience).toBe(600);
  expect(silent.every(({ ended }) => !ended)).toBe(true);
  const direct = await listening();
  Array.from({ length: 600 }, () => direct.open());
  await served(direct);
  await expect.poll(direct.connected, patience).toBe(500);
});

test('refuses too large headers and bodies without reading the rest', async () => {
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

test('closes a connection whose client reads no answers', async () => {
  const { open, connected } = await listening({ silenceTimeout: 300 });
  const client = open();
  client.socket.pause();
  // More answers than the socket buffers hold.
  const asked = 20_000;
  client.socket.write(whole.repeat(asked));
  await expect.poll(connected).toBe(1);
  await expect.poll(connected, patience).toBe(0);
  client.socket.resume();
  await expect.poll(() => client.ended, patience).toBe(true);
  expect(client.got.split('{"ok":true,').length - 1).toBeLessThan(asked);
});

test('refuses a request with two Host headers', async () => {
  const client = (await listening()).open();
  client.socket.write(whole.replace('host:', 'Host: elsewhere\r\nhost:'));
  await expect.poll(() => client.got, patience).toMatch(/^HTTP\/1\.1 400 /);
});

test('a stop lets a slow reader have the whole answer', async () => {
  // More than the buffers of both sides hold.
  const size = 32 * 1024 * 1024;
  const server = createHttpServer((_request, response) => response.end(Buffer.alloc(size)));
  const connections = limitConnections(server, connectionLimits);
  const port = await new Promise<number>((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const [idle, socket] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const idleEnded = new Promise((done) => idle.once('close', done));
  onTestFinished(() => void socket.destroy());
  let read = 0;
  socket.on('data', (chunk) => {
    read += chunk.length;
  });
  socket.write(whole);
  await new Promise((done) => socket.once('data', done));
  socket.pause();
  const closed = new Promise<void>((done) => server.close(() => done()));
  connections.close(60_000);
  const ended = new Promise((done) => socket.once('close', done));
  await idleEnded;
  expect(read).toBeLessThan(size);
  socket.resume();
  await Promise.all([ended, closed]);
  expect(read).toBeGreaterThan(size);
});

import assert from 'node:assert/strict';
import { ask } from '../ask.ts';
import { checkHeaders } from '../check-headers.ts';
import type { Check, Fixture } from '../fixture.ts';
import { raw, rawAnswer } from '../raw.ts';
import { startServer } from '../server.ts';

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

/** Checks that the bytes get one 400 and that a smuggled second request gets no answer. */
async function refused({ port }: Fixture, text: string, status = 400) {
  const smuggled = head('GET /healthz HTTP/1.1', 'host: giro');
  const { got, closed } = await raw(port, text + smuggled);
  assert.ok(closed, 'the connection is closed');
  assert.match(got, new RegExp(`^HTTP/1.1 ${status} `));
  assert.equal(got.match(/HTTP\/1\.1 \d/g)?.length, 1, 'one answer');
  checkHeaders(await rawAnswer(port, text));
}

const post = ['POST /api/session HTTP/1.1', 'host: giro', 'content-type: application/json'];

/** Runs the work with a server whose timeouts are 1 and 2 seconds. */
async function withShortTimeouts(work: (port: number) => Promise<void>) {
  const server = await startServer({
    before: ({ server }) => Object.assign(server, { headersTimeout: 1_000, requestTimeout: 2_000 }),
  });
  try {
    await work(server.port);
  } finally {
    await server.close();
  }
}

export const sockets: Check[] = [
  {
    name: 'raw: two Content-Lengths are refused',
    check: (fixture) =>
      refused(fixture, `${head(...post, 'content-length: 2', 'content-length: 40')}{}`),
  },
  {
    name: 'raw: Content-Length with Transfer-Encoding is refused',
    check: (fixture) =>
      refused(
        fixture,
        `${head(...post, 'content-length: 4', 'transfer-encoding: chunked')}0\r\n\r\n`,
      ),
  },
  {
    name: 'raw: an unknown Transfer-Encoding is refused',
    check: (fixture) =>
      refused(fixture, `${head(...post, 'transfer-encoding: chunked, xyz')}0\r\n\r\n`),
  },
  {
    name: 'raw: lines that end in a bare LF are refused',
    check: (fixture) => refused(fixture, 'GET /healthz HTTP/1.1\nhost: giro\n\n'),
  },
  {
    name: 'raw: a header with a space before its colon, or a folded one, is refused',
    async check(fixture) {
      await refused(fixture, head('GET / HTTP/1.1', 'host: giro', 'content-length : 4'));
      await refused(fixture, head('GET / HTTP/1.1', 'host: giro', 'x: a', ' b\u0000'));
    },
  },
  {
    name: 'raw: huge headers are refused with 431',
    check: (fixture) =>
      refused(fixture, head('GET / HTTP/1.1', 'host: giro', `cookie: ${'x'.repeat(20_000)}`), 431),
  },
  {
    name: 'raw: a URL of another host is neither fetched nor answered with a page',
    async check({ port }) {
      for (const target of ['http://elsewhere.example/', 'http://169.254.169.254/x', '*', 'x:80']) {
        const request = head(`GET ${target} HTTP/1.1`, 'host: giro', 'connection: close');
        const answer = await rawAnswer(port, request);
        assert.ok([400, 404].includes(answer.status), `${target}: ${answer.status}`);
        assert.equal(answer.headers.location, undefined);
        checkHeaders(answer);
      }
      const tunnel = await raw(port, head('CONNECT elsewhere.example:443 HTTP/1.1', 'host: giro'));
      assert.doesNotMatch(tunnel.got, /^HTTP\/1\.1 2/);
    },
  },
  {
    name: 'raw: an unknown Expect or Upgrade header is ignored',
    async check({ url }) {
      for (const headers of [
        { expect: '200-maybe' },
        { connection: 'upgrade', upgrade: 'websocket' },
        { connection: 'upgrade', upgrade: 'h2c' },
      ]) {
        const answer = await ask(url, { path: '/api/session', headers });
        assert.equal(answer.status, 401);
        checkHeaders(answer);
      }
    },
  },
  {
    name: 'raw: headers or a body sent a byte a second are cut off at the timeout',
    check: () =>
      withShortTimeouts(async (port) => {
        const slow = { every: 1_000, patience: 12_000 };
        const own = `origin: http://127.0.0.1:${port}`;
        const unsent = head(...post, own, 'content-length: 60');
        const refused = head(...post, 'origin: http://elsewhere.example', 'content-length: 60');
        const [header, body, answered] = await Promise.all([
          raw(port, `GET / HTTP/1.1\r\nhost: giro\r\nx: ${'y'.repeat(60)}`, slow),
          raw(port, unsent, { patience: slow.patience }),
          raw(port, refused, { patience: slow.patience }),
        ]);
        assert.match(answered.got, /^HTTP\/1\.1 403 /);
        assert.equal(answered.got.match(/HTTP\/1\.1 \d/g)?.length, 1, 'answered once');
        for (const { got, closed } of [header, body]) {
          assert.ok(closed, 'the connection is closed');
          assert.match(got, /^HTTP\/1\.1 408 /);
          assert.match(got, /content-security-policy: default-src 'none'/);
        }
      }),
  },
];

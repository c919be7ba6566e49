import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { createHttp, type HttpOptions } from '../../../src/bff/service/http.ts';
import { closedPort, json, listening, serverThat } from './misbehaving-server.ts';

function httpTo(baseUrl: string, options: Partial<HttpOptions> = {}) {
  const timeouts = { connect: 1_000, headers: 200, body: 200, total: 2_000 };
  const http = createHttp({ baseUrl, timeouts, ...options });
  onTestFinished(() => http.close());
  return http;
}

const get = { method: 'GET', path: '/x', headers: {} } as const;
const post = { method: 'POST', path: '/x', headers: {}, body: '{"a":1}' } as const;

describe('what is sent', () => {
  it('keeps the path of the base URL', async () => {
    const server = await serverThat((res) => json(res, '[]'));
    await httpTo(`${server.url}/some/prefix/`).send({ ...get, path: '/api/v3/countries?a=b' });
    expect(server.seen[0]?.path).toBe('/some/prefix/api/v3/countries?a=b');
  });

  it('sends a GET with its body and length, 20 times over one connection', async () => {
    const lengths: (string | undefined)[] = [];
    const server = await serverThat((res, _seen, req) => {
      lengths.push(req.headers['content-length']);
      json(res, '{}');
    });
    const http = httpTo(server.url, { maxConnections: 1 });
    for (let call = 0; call < 20; call += 1) await http.send({ ...get, body: '{"a":1}' });
    expect(server.seen).toHaveLength(20);
    expect(server.seen.every(({ method, body }) => method === 'GET' && body === '{"a":1}')).toBe(
      true,
    );
    expect(new Set(lengths)).toEqual(new Set(['7']));
    expect(server.connections()).toBe(1);
  });

  it('opens no more connections than it may', async () => {
    const waiting: ServerResponse[] = [];
    const server = await serverThat((res) => {
      // Answers two at a time, so that each connection is busy while the other is.
      if (waiting.push(res) === 2) for (const one of waiting.splice(0)) json(one, '{}');
    });
    const http = httpTo(server.url, { maxConnections: 2 });
    await Promise.all(Array.from({ length: 20 }, () => http.send(post)));
    expect(server.seen).toHaveLength(20);
    expect(server.connections()).toBe(2);
  });
});

describe('proof that nothing was written', () => {
  it.each([
    ['a port that nobody listens on', closedPort],
    ['a name that nobody has', async () => 'http://service.invalid'],
    [
      'a server without TLS',
      async () => (await serverThat(() => undefined)).url.replace('http', 'https'),
    ],
  ])('%s', async (_name, url) => {
    await expect(httpTo(await url()).send(post)).rejects.toMatchObject({ kind: 'not-written' });
  });

  it('a TLS handshake that is never answered', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined));
    const url = (await listening(server)).replace('http', 'https');
    onTestFinished(() => void server.close());
    const timeouts = { connect: 50, headers: 200, body: 200, total: 3_000 };
    const http = httpTo(url, { timeouts });
    await expect(http.send(post)).rejects.toMatchObject({
      kind: 'not-written',
      cause: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    });
  });

  it('no time left, or none while all connections are taken', async () => {
    const server = await serverThat(() => undefined);
    const http = httpTo(server.url, { maxConnections: 1 });
    await expect(http.send({ ...post, total_ms: 0 })).rejects.toMatchObject({
      kind: 'not-written',
    });
    const [first, second] = await Promise.allSettled([
      http.send({ ...post, body: '"first"' }),
      http.send({ ...post, body: '"second"', total_ms: 50 }),
    ]);
    expect(first).toMatchObject({ reason: { kind: 'timeout' } });
    expect(second).toMatchObject({ reason: { kind: 'not-written' } });
    await expect(http.send({ ...post, body: '"third"' })).rejects.toMatchObject({
      kind: 'timeout',
    });
    expect(server.seen.map(({ body }) => body)).toEqual(['"first"', '"third"']);
  });

  it('what must not be written any more once it is its turn', async () => {
    const server = await serverThat((res) => setTimeout(() => json(res, '{}'), 50));
    const http = httpTo(server.url, { maxConnections: 1 });
    const tooLate = () => {
      throw new ServiceError('not-written', 'too late');
    };
    const asked: string[] = [];
    const [first, second, third] = await Promise.allSettled([
      http.send({ ...post, body: '"first"', beforeWriting: () => void asked.push('first') }),
      http.send({ ...post, body: '"second"', beforeWriting: tooLate }),
      http.send({ ...post, body: '"third"' }),
    ]);
    expect(second).toMatchObject({ reason: { kind: 'not-written', message: 'too late' } });
    expect([first.status, third.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(server.seen.map(({ body }) => body)).toEqual(['"first"', '"third"']);
    expect(asked).toEqual(['first']);
  });

  it('a client that was closed', async () => {
    const http = createHttp({
      baseUrl: 'http://127.0.0.1:9',
      timeouts: { connect: 100, headers: 100, body: 100, total: 100 },
    });
    await http.close();
    await expect(http.send(post)).rejects.toMatchObject({ kind: 'not-written' });
  });
});

describe('after it was written', () => {
  it('bounds a whole call, however steadily an answer drips', async () => {
    const server = await serverThat((res) => {
      res.writeHead(200);
      const drip = setInterval(() => res.write(' '), 20);
      res.on('close', () => clearInterval(drip));
    });
    const slow = httpTo(server.url).send({ ...get, total_ms: 300 });
    await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('hangs up on an answer beyond the limit, before it is whole', async () => {
    let drained = 0;
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const server = await serverThat((res) => {
      const pour = () => {
        while (!res.destroyed && drained < 800) {
          drained += 1;
          if (!res.write(chunk)) return void res.once('drain', pour);
        }
        res.end();
      };
      pour();
    });
    const http = httpTo(server.url, { maxBodyBytes: 1024 * 1024 });
    await expect(http.send(get)).rejects.toMatchObject({
      kind: 'unreadable',
      message: 'the answer is too large',
    });
    // 50 MB were on offer.
    expect(drained).toBeLessThan(800);
  });

  it('follows no redirect', async () => {
    const server = await serverThat((res) => res.writeHead(302, { location: '/y' }).end());
    await expect(httpTo(server.url).send(get)).rejects.toMatchObject({
      kind: 'redirected',
      status: 302,
    });
    expect(server.seen.map(({ path }) => path)).toEqual(['/x']);
  });

  it('ends a call whose caller goes away', async () => {
    const caller = new AbortController();
    const server = await serverThat(() => caller.abort());
    const call = httpTo(server.url).send({ ...get, signal: caller.signal });
    await expect(call).rejects.toMatchObject({ kind: 'broken', message: 'the caller went away' });
  });

  it('never writes a request again on another connection', async () => {
    // Answers once, then closes the kept connection as soon as the next request arrives on it.
    let answered = false;
    const server = await serverThat((res) => {
      if (answered) res.socket?.destroy();
      else json(res, '{}');
      answered = true;
    });
    const http = httpTo(server.url);
    await http.send(post);
    await expect(http.send(post)).rejects.toMatchObject({ kind: 'broken' });
    expect(server.seen).toHaveLength(2);
  });
});

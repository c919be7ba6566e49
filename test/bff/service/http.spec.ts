import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer } from 'node:net';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { createHttp, type HttpOptions } from '../../../src/bff/service/http.ts';
import { createCertificate } from '../../support/certificate.ts';
import { closedPort, json, listening, serverThat } from './misbehaving-server.ts';

function httpTo(baseUrl: string, options: Partial<HttpOptions> = {}) {
  const timeouts = { connect: 1_000, headers: 200, body: 200, total: 2_000 };
  const http = createHttp({ baseUrl, timeouts, ...options });
  onTestFinished(() => http.close());
  return http;
}

const get = { method: 'GET', path: '/x', headers: {} } as const;
const post = { method: 'POST', path: '/x', headers: {}, body: '{"a":1}' } as const;

describe('a request', () => {
  it('keeps the path of the base URL', async () => {
    const server = await serverThat((res) => json(res, '[]'));
    await httpTo(`${server.url}/some/prefix/`).send({ ...get, path: '/api/v3/countries?a=b' });
    expect(server.seen[0]?.path).toBe('/some/prefix/api/v3/countries?a=b');
  });

  it('sends 20 GETs with a body over one connection', async () => {
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

  it('opens at most the maximum of connections', async () => {
    const waiting: ServerResponse[] = [];
    const server = await serverThat((res) => {
      // Answers two at a time, so that both connections are busy at once.
      if (waiting.push(res) === 2) for (const one of waiting.splice(0)) json(one, '{}');
    });
    const http = httpTo(server.url, { maxConnections: 2 });
    await Promise.all(Array.from({ length: 20 }, () => http.send(post)));
    expect(server.seen).toHaveLength(20);
    expect(server.connections()).toBe(2);
  });
});

describe('ends as not-written for', () => {
  it.each([
    ['a closed port', closedPort],
    ['an unknown host', async () => 'http://service.invalid'],
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

  it('a timeout before or while waiting for a connection', async () => {
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

  it('a request that beforeWriting stops', async () => {
    const server = await serverThat((res) => setTimeout(() => json(res, '{}'), 50));
    const http = httpTo(server.url, { maxConnections: 1 });
    const tooLate = () => {
      throw new ServiceError('not-written', 'too late');
    };
    const checked: string[] = [];
    const [first, second, third] = await Promise.allSettled([
      http.send({ ...post, body: '"first"', beforeWriting: () => void checked.push('first') }),
      http.send({ ...post, body: '"second"', beforeWriting: tooLate }),
      http.send({ ...post, body: '"third"' }),
    ]);
    expect(second).toMatchObject({ reason: { kind: 'not-written', message: 'too late' } });
    expect([first.status, third.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(server.seen.map(({ body }) => body)).toEqual(['"first"', '"third"']);
    expect(checked).toEqual(['first']);
  });

  it('a closed client', async () => {
    const http = createHttp({
      baseUrl: 'http://127.0.0.1:9',
      timeouts: { connect: 100, headers: 100, body: 100, total: 100 },
    });
    await http.close();
    await expect(http.send(post)).rejects.toMatchObject({ kind: 'not-written' });
  });
});

describe('a written request', () => {
  it('times out while a slow answer still arrives', async () => {
    const server = await serverThat((res) => {
      res.writeHead(200);
      const drip = setInterval(() => res.write(' '), 20);
      res.on('close', () => clearInterval(drip));
    });
    const slow = httpTo(server.url).send({ ...get, total_ms: 300 });
    await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('closes the connection on an answer beyond the maximum size', async () => {
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
    // The server would have sent 50 MB.
    expect(drained).toBeLessThan(800);
  });

  it('is not sent again after a redirect', async () => {
    const server = await serverThat((res) => res.writeHead(302, { location: '/y' }).end());
    await expect(httpTo(server.url).send(get)).rejects.toMatchObject({
      kind: 'redirected',
      status: 302,
    });
    expect(server.seen.map(({ path }) => path)).toEqual(['/x']);
  });

  it('ends as broken when its caller goes away', async () => {
    const caller = new AbortController();
    const server = await serverThat(() => caller.abort());
    const call = httpTo(server.url).send({ ...get, signal: caller.signal });
    await expect(call).rejects.toMatchObject({ kind: 'broken', message: 'the caller went away' });
  });

  it('is not written again on another connection', async () => {
    // Answers once, then closes the kept-alive connection when the next request arrives.
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

describe('a proxy', () => {
  /** A proxy that tunnels to anywhere, and records the requests it can read. */
  async function startProxy(status = 200) {
    const asked: string[] = [];
    const server = createHttpServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end();
    });
    server.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
      socket.write(`HTTP/1.1 ${status} Tunnel\r\n\r\n`);
      if (status !== 200) return socket.end();
      const target = new URL(`http://${request.url}`);
      const there = connect(Number(target.port), target.hostname);
      for (const end of [socket, there]) end.on('error', () => undefined);
      socket.pipe(there).pipe(socket);
    });
    const url = (await listening(server)).replace('//', '//ana:hunter2@');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url, asked };
  }

  /** A service with TLS that this process trusts. */
  async function startSecure() {
    const certificate = createCertificate();
    const seen: string[] = [];
    const server = createSecureServer(certificate, (request, response) => {
      seen.push(`${request.method} ${request.url} HTTP/${request.httpVersion}`);
      response.end('{}');
    });
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, certificate.cert]);
    const url = (await listening(server)).replace('http', 'https');
    onTestFinished(() => {
      tls.setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
    });
    return { url, seen };
  }

  it('tunnels every call to an https service, each written once', async () => {
    const proxy = await startProxy();
    const { url, seen } = await startSecure();
    const http = httpTo(`${url}/prefix`, { proxy: { url: proxy.url, except: '' } });
    const beforeWriting = vi.fn();
    expect((await http.send({ ...post, beforeWriting })).status).toBe(200);
    expect((await http.send(get)).status).toBe(200);
    expect(seen).toEqual(['POST /prefix/x HTTP/1.1', 'GET /prefix/x HTTP/1.1']);
    const credentials = Buffer.from('ana:hunter2').toString('base64');
    expect(new Set(proxy.asked)).toEqual(
      new Set([`CONNECT ${new URL(url).host} Basic ${credentials}`]),
    );
    expect(beforeWriting).toHaveBeenCalledTimes(1);
  });

  it('is not asked for a host in NO_PROXY, nor for an http service', async () => {
    const proxy = await startProxy();
    const { url } = await startSecure();
    await httpTo(url, { proxy: { url: proxy.url, except: '127.0.0.1' } }).send(get);
    const plain = await serverThat((res) => json(res, '[]'));
    await httpTo(plain.url, { proxy: { url: proxy.url, except: '' } }).send(get);
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    ['refuses the tunnel', async () => (await startProxy(407)).url],
    ['does not answer', closedPort],
  ])('that %s means that nothing was written', async (_name, url) => {
    const service = await startSecure();
    const http = httpTo(service.url, { proxy: { url: await url(), except: '' } });
    await expect(http.send(post)).rejects.toMatchObject({ kind: 'not-written' });
    expect(service.seen).toEqual([]);
  });
});

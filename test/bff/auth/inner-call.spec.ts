import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callWithin, InnerRequest } from '../../../src/bff/auth/inner-call.ts';

/** A server whose routes are called within a request, as `/within?url=…` asks. */
async function start() {
  const app = Fastify();
  const ended = vi.fn();
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.cookie !== 'mine') throw Object.assign(new Error('no'), { statusCode: 403 });
  });
  app.addHook('onResponse', async ({ url }, { statusCode }) => ended(url, statusCode));
  app.get('/seen', async ({ raw, ip, headers, query }) => {
    return { isInner: raw instanceof InnerRequest, ip, accept: headers.accept, query };
  });
  app.get('/bytes', async (_request, reply) => reply.send(Buffer.from('ñandú')));
  app.get('/parts', async (_request, reply) => {
    const stream = new PassThrough();
    const bytes = Buffer.from('añb');
    // In the middle of a letter.
    stream.write(bytes.subarray(0, 2));
    stream.end(bytes.subarray(2));
    return reply.send(stream);
  });
  app.get('/nothing', async (_request, reply) => reply.code(204).send());
  app.get('/cut', (_request, reply) => {
    reply.hijack();
    reply.raw.destroy();
  });
  app.get('/dropped', async ({ raw }) => {
    raw.destroy();
    return 'answered';
  });
  app.get<{ Querystring: { url: string; cookie?: string } }>('/within', async (request) => {
    const { url, cookie = 'mine' } = request.query;
    return callWithin(app, request, { url, headers: { cookie, accept: 'text/plain' } });
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const within = async (url: string, cookie = 'mine') => {
    const query = new URLSearchParams({ url, cookie });
    const answer = await fetch(`${address}/within?${query}`, { headers: { cookie: 'mine' } });
    return answer.json();
  };
  return { within, ended };
}

test('goes through the hooks of the route, from the address of the request', async () => {
  const { within, ended } = await start();
  const { status, text } = await within('/seen?a=1');
  expect(status).toBe(200);
  const seen = { isInner: true, ip: '127.0.0.1', accept: 'text/plain', query: { a: '1' } };
  expect(JSON.parse(text)).toEqual(seen);
  expect(ended).toHaveBeenCalledWith('/seen?a=1', 200);
  expect(await within('/seen', 'another')).toMatchObject({ status: 403 });
  expect(ended).toHaveBeenCalledWith('/seen', 403);
  expect(await within('/nowhere')).toMatchObject({ status: 404 });
});

test.each([
  ['/bytes', 'ñandú', 200],
  ['/parts', 'añb', 200],
  ['/nothing', '', 204],
  // The connection is that of another request.
  ['/dropped', 'answered', 200],
])('takes what %s answers', async (url, text, status) => {
  const { within } = await start();
  expect(await within(url)).toEqual({ status, text });
});

test('fails where there is no answer', async () => {
  const { within } = await start();
  expect(await within('/cut')).toMatchObject({
    statusCode: 500,
    message: '/cut: no answer within the server',
  });
});

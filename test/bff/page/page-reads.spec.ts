import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { readingSessionOnce } from '../../../src/bff/auth/access.ts';
import { emptyPage } from '../../../src/bff/page/renderer.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import type { PageVisit } from '../../../src/contract/api/rendered-page.ts';
import { createBrowser } from '../../support/browser.ts';
import { startRenderingBff } from '../../support/rendering-bff.ts';

// What a page reads within the server has no headers for browsers. Whatever comes over a connection has.

const reads = [apiPaths.session, apiPaths.settings, apiPaths.accounts, apiPaths.transfers];

/** Reads at once and in later turns, as a page does. */
async function renderPage({ get }: PageVisit) {
  await Promise.all(reads.map(get));
  await new Promise((resolve) => setImmediate(resolve));
  expect((await get(apiPaths.session))?.status).toBe(200);
  return emptyPage;
}

type Connections = { agent: Agent; port: number; cookie: string; sockets: Set<unknown> };

/** A signed-in browser with a few connections, which it keeps. */
async function connect(app: FastifyInstance, listen: () => Promise<string>): Promise<Connections> {
  const sender = createBrowser(app);
  await sender.signIn('sender');
  const agent = new Agent({ keepAlive: true, maxSockets: 3 });
  onTestFinished(() => agent.destroy());
  const port = Number(new URL(await listen()).port);
  const cookie = [...sender.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { agent, port, cookie, sockets: new Set() };
}

function headersOf({ agent, port, cookie, sockets }: Connections, path: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingHttpHeaders>();
  request({ agent, port, path, headers: { cookie } }, (answer) => {
    sockets.add(answer.socket);
    answer.resume().on('end', () => resolve(answer.headers));
  })
    .on('error', reject)
    .end();
  return promise;
}

function requireSecure(answers: readonly IncomingHttpHeaders[]) {
  for (const headers of answers) {
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }
  // Of each answer its own, so none is that of a read within a page.
  expect(new Set(answers.map((headers) => headers['x-request-id'])).size).toBe(answers.length);
}

const paths = [
  ...['/transfers', apiPaths.session, '/', apiPaths.accounts, '/nowhere', '/api/nothing'],
  ...['/settings', apiPaths.transfers, apiPaths.settings, '/sign-in', apiPaths.countries],
];

test('every answer over connections that pages share with calls has the headers', async () => {
  const { app } = await startRenderingBff(renderPage);
  const connections = await connect(app, () => app.listen({ port: 0 }));
  // One after the other on a connection, as a page and its calls are.
  for (const path of paths) requireSecure([await headersOf(connections, path)]);
  expect(connections.sockets.size).toBe(1);
  const rounds = Array.from({ length: 4 }, () => paths).flat();
  requireSecure(await Promise.all(rounds.map((path) => headersOf(connections, path))));
  expect(connections.sockets.size).toBe(3);
});

test('a connection that keeps the context of a page’s work is not taken for its reads', async () => {
  const { app, db } = await startRenderingBff(renderPage);
  const connections = await connect(app, () => readingSessionOnce(() => app.listen({ port: 0 })));
  requireSecure(await Promise.all(paths.map((path) => headersOf(connections, path))));
  // Nor is a session held for longer than it stands.
  await db.deleteFrom('sessions').execute();
  const { agent, port, cookie } = connections;
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  request({ agent, port, path: apiPaths.session, headers: { cookie } }, (answer) =>
    resolve(answer.resume().statusCode),
  ).end();
  expect(await promise).toBe(401);
});

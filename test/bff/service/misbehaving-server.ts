import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

type Seen = { method: string; path: string; body: string; authorization: string };
export type Behaviour = (res: ServerResponse, seen: Seen, req: IncomingMessage) => void;

/** A server that reads and records each request, then runs the behaviour. */
export async function serverThat(behaviour: Behaviour) {
  const seen: Seen[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const request = {
      method: req.method ?? '',
      path: req.url ?? '',
      body: Buffer.concat(chunks).toString(),
      authorization: req.headers.authorization ?? '',
    };
    seen.push(request);
    behaviour(res, request, req);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const url = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, seen, connections: () => connections };
}

export async function listening(server: import('node:net').Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('not listening');
  return `http://127.0.0.1:${address.port}`;
}

/** The URL of a free port that nobody listens on. */
export async function closedPort(): Promise<string> {
  const server = createServer();
  const url = await listening(server);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return url;
}

export function json(res: ServerResponse, body: string, status = 200, headers = {}): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

/** How a service can fail after a request was written, and the expected kind of failure. */
export const misbehaviours: [name: string, kind: string, behaviour: Behaviour][] = [
  ['an HTML page', 'unreadable', (res) => res.end('<html>Welcome</html>')],
  ['an empty answer', 'unreadable', (res) => res.end()],
  ['another JSON', 'unreadable', (res) => json(res, '{"id":"7"}')],
  [
    'an answer cut short',
    'unreadable',
    (res) => {
      res.writeHead(200, { 'content-length': 500 });
      res.write('{"id":', () => res.destroy());
    },
  ],
  [
    'JSON cut short in a whole answer',
    'unreadable',
    (res) => json(res, '{"id":7,"source_amount_cents":1'),
  ],
  [
    'something that is not HTTP',
    'unreadable',
    (res) => {
      res.socket?.write('SSH-2.0-OpenSSH_9.2\r\n\r\n');
    },
  ],
  ['a 405', 'unreadable', (res) => json(res, '{"message":"no"}', 405)],
  ['a 404 of a gateway', 'unreadable', (res) => res.writeHead(404).end('<h1>404</h1>')],
  ['a redirect', 'redirected', (res) => res.writeHead(307, { location: '/elsewhere' }).end()],
  ['a 500', 'broken', (res) => json(res, '{"message":"oops"}', 500)],
  ['a 408', 'broken', (res) => res.writeHead(408).end()],
  ['a connection that ends', 'broken', (res) => res.destroy()],
  [
    'a reset',
    'broken',
    (res) => {
      if (res.socket && 'resetAndDestroy' in res.socket) res.socket.resetAndDestroy();
    },
  ],
  ['a 429', 'busy', (res) => res.writeHead(429).end()],
  ['a 503', 'busy', (res) => res.writeHead(503).end()],
  ['silence', 'timeout', () => undefined],
  [
    'silence in the middle of an answer',
    'timeout',
    (res) => {
      res.writeHead(200, { 'content-length': 500 }).write('{"id":');
    },
  ],
];

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Answer, Refusal } from './answer.ts';
import type { Clock } from './clock.ts';

const maxBodyBytes = 1024 * 1024;

/** A routed call: the id in its path ('' without one), its query and its raw body. */
export type Call = { id: string; query: URLSearchParams; body: Uint8Array };

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Matched literally; `:id` matches one segment. */
  path: string;
  auth: 'basic' | 'bearer';
  answer(call: Call): Answer;
};

type ListenerOptions = {
  clock: Clock;
  routes: readonly Route[];
  /** Throws a Refusal unless the Authorization header is valid for the route. */
  authorise(auth: Route['auth'], header: string | undefined): void;
  received(method: string, path: string): void;
  /** Changes each answer before it is sent. */
  alter(call: { method: string; path: string }, answer: Answer): Answer;
};

/** Creates a node:http listener for the routes. It reads the body of any method, also GET (contract 4.2). */
export function createListener(options: ListenerOptions): RequestListener {
  const find = matcher(options.routes);

  async function answerTo(req: IncomingMessage): Promise<Answer> {
    const { method = '', url = '' } = req;
    const [path = '', query = ''] = url.split('?', 2);
    options.received(method, path);
    return options.alter({ method, path }, await routed(req, method, path, query));
  }

  async function routed(
    req: IncomingMessage,
    method: string,
    path: string,
    query: string,
  ): Promise<Answer> {
    try {
      const { route, id } = find(method, path);
      options.authorise(route.auth, req.headers.authorization);
      const body = await readBody(req);
      return route.answer({ id, query: new URLSearchParams(query), body });
    } catch (error) {
      if (error instanceof Refusal) return error.answer();
      // The client aborted while sending its body, so nobody is left to answer.
      if (req.errored) return { status: 0, text: '', dropped: true };
      process.emitWarning(error instanceof Error ? error : String(error));
      return new Refusal(500, 'internal server error').answer();
    }
  }

  return async (req, res) => {
    const answer = await answerTo(req);
    if (answer.delay_ms) await pauseWhileOpen(res, answer.delay_ms);
    if (answer.dropped) res.destroy();
    else if (!res.destroyed) send(res, answer, options.clock);
  };
}

function matcher(routes: readonly Route[]) {
  const patterns = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replace(':id', '([^/]+)')}$`),
  }));
  return (method: string, path: string) => {
    for (const { route, pattern } of patterns) {
      const match = route.method === method ? pattern.exec(path) : null;
      if (match) return { route, id: match[1] ?? '' };
    }
    throw new Refusal(404, 'not found');
  };
}

async function readBody(req: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    // An oversized body is still read to its end, so that the client can receive the 413.
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) throw new Refusal(413, 'the request body is too large');
  return Buffer.concat(chunks);
}

/** Waits for `ms`, or until either side closes the connection. */
function pauseWhileOpen(res: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (res.closed) return resolve();
    const timer = setTimeout(resolve, ms);
    res.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function send(res: ServerResponse, answer: Answer, clock: Clock): void {
  const body = answer.bytes ?? answer.text;
  res.writeHead(answer.status, {
    date: new Date(clock.now()).toUTCString(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...answer.headers,
  });
  res.end(body);
}

import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Role } from '../../src/contract/api/session.ts';

/**
 * An in-process HTTP client that behaves like a browser: keeps cookies and sends Origin and Sec-Fetch-Site.
 * Its `fetch` can replace the global one.
 */
export function createBrowser(app: FastifyInstance) {
  const cookies = new Map<string, string>();

  async function fetchInProcess(input: RequestInfo | URL, init: RequestInit = {}) {
    init.signal?.throwIfAborted();
    const url = new URL(String(input), 'http://localhost');
    const call: InjectOptions = {
      method: readMethod(init.method),
      url: url.pathname + url.search,
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        'sec-fetch-site': 'same-origin',
        ...Object.fromEntries(new Headers(init.headers)),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    };
    const answer = await app.inject(call);
    init.signal?.throwIfAborted();
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const body = [204, 304].includes(answer.statusCode) ? null : answer.body;
    return new Response(body, { status: answer.statusCode, headers });
  }

  /** Calls the BFF with a JSON body, and answers status and parsed body. */
  async function call(method: string, path: string, body?: unknown, headers?: object) {
    const response = await fetchInProcess(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text ? JSON.parse(text) : null,
      headers: response.headers,
    };
  }

  const signIn = (role: Role) =>
    call('POST', '/api/session', { email: `${role}@giro.example`, password: 'sandbox' });

  return { fetch: fetchInProcess, call, signIn, cookies };
}

function readMethod(method = 'GET') {
  switch (method) {
    case 'POST':
    case 'PUT':
    case 'DELETE':
    case 'HEAD':
    case 'OPTIONS':
      return method;
    default:
      return 'GET';
  }
}

/**
 * A browser of its own, signed in. A page that is open in another one goes on reading by its own session: signing
 * in there as somebody else would show it what is theirs.
 */
export async function signedInBrowser(app: FastifyInstance, role: Role) {
  const browser = createBrowser(app);
  await browser.signIn(role);
  return browser;
}

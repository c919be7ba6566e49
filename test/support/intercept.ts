import { vi } from 'vitest';

type Call = (url: string, init?: RequestInit) => Promise<Response>;

/** Lets a test answer the app's calls to some paths of its own server, by method and path such as `PUT /api/orders/1`. */
export function intercept(browser: { fetch: Call }, calls: RegExp, answer: Call): void {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const isMeant = calls.test(`${init?.method ?? 'GET'} ${url}`);
    return isMeant ? answer(url, init) : browser.fetch(url, init);
  });
}

/** The answer to somebody who asks too often. */
export function tooMany(): Response {
  const problem = { type: '/problems/too-many-requests', title: 'Too many', status: 429 };
  const headers = { 'content-type': 'application/problem+json' };
  return new Response(JSON.stringify(problem), { status: 429, headers });
}

import type { Page } from 'playwright-core';
import type { Caller } from './recipients.ts';

/** Calls the BFF as the page's script does, with its cookies and Origin; also before the page is opened. */
export function callerOf(page: Page): Caller {
  // The context knows the address of Giro, and tells it by where it sends a path.
  async function originOf() {
    const shown = new URL(page.url());
    return shown.protocol === 'about:' ? (await page.request.get('/healthz')).url() : shown.href;
  }
  return {
    async call(method, path, body, headers) {
      const { origin } = new URL(await originOf());
      const answer = await page.request.fetch(path, {
        method,
        headers: { origin, ...headers },
        ...(body === undefined ? {} : { data: body }),
      });
      const text = await answer.text();
      return {
        status: answer.status(),
        body: text ? JSON.parse(text) : null,
        headers: new Headers(
          answer.headersArray().map(({ name, value }): [string, string] => [name, value]),
        ),
      };
    },
  };
}

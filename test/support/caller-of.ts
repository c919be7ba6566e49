import type { Page } from 'playwright-core';
import type { Caller } from './recipients.ts';

/** Calls the BFF as the page's script does, with its cookies and Origin. */
export function callerOf(page: Page): Caller {
  return {
    async call(method, path, body, headers) {
      const { origin } = new URL(page.url());
      const answer = await page.request.fetch(path, {
        method,
        headers: { origin, ...headers },
        ...(body === undefined ? {} : { data: body }),
      });
      const text = await answer.text();
      return {
        status: answer.status(),
        body: text ? JSON.parse(text) : null,
        headers: new Headers(answer.headers()),
      };
    },
  };
}

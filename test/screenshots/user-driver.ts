import type { Page, Route } from 'playwright-core';
import type { ProblemName } from '../../src/contract/api/problem.ts';
import { problems } from '../../src/contract/api/problem-table.ts';
import { fetchCatalogues } from './set-locale.ts';
import type { Translate } from './translate.ts';

/** A page and a person's actions on it, in any language: `name` is the English message. */
export type UserDriver = {
  page: Page;
  translate: Translate;
  /** Presses a button or link. */
  press: (name: string) => Promise<void>;
  /** Fills in a field. */
  type: (label: string, text: string) => Promise<void>;
  /** Types into a combobox and chooses the first option. */
  choose: (label: string, text: string) => Promise<void>;
  /** Waits for a message or a pattern. */
  see: (message: string | RegExp) => Promise<void>;
  /** The BFF answers matching requests with a problem; all methods unless one is given. */
  refuse: (pattern: string | RegExp, problem: ProblemName, method?: string) => Promise<unknown>;
  /** The BFF never answers matching requests. */
  hang: (pattern: string | RegExp) => Promise<unknown>;
  /** Changes the answers to matching requests. */
  change: (pattern: string | RegExp, edit: (body: string) => string) => Promise<unknown>;
  /** Goes offline. */
  disconnect: () => Promise<void>;
};

// Hanging requests. Playwright would pass them on to the BFF when their page closes.
const held = new WeakMap<Page, Route[]>();

export async function abortHeldCalls(page: Page) {
  for (const route of held.get(page) ?? []) await route.abort();
}

export function createUserDriver(page: Page, translate: Translate): UserDriver {
  const there = (message: string | RegExp) =>
    page
      .getByText(typeof message === 'string' ? translate(message) : message)
      .filter({ visible: true });
  /** Answers instead of the BFF. The page is served without initial data, so that it makes every request. */
  async function answer(pattern: string | RegExp, handler: (route: Route) => unknown) {
    await page.route(pattern, handler);
    await page.route('**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      await route.fulfill({
        response: await route.fetch({ url: new URL('/shell', route.request().url()).href }),
      });
    });
  }
  return {
    page,
    translate,
    press: (name) => {
      const button = page.getByRole('button', { name: translate(name) });
      return button
        .or(page.getByRole('link', { name: translate(name) }))
        .first()
        .click();
    },
    type: (label, text) =>
      page
        .getByLabel(orOptional(translate(label)))
        .first()
        .fill(text),
    async choose(label, text) {
      await page.getByRole('combobox', { name: translate(label) }).fill(text);
      await page.getByRole('option').first().click();
    },
    see: (message) => there(message).first().waitFor(),
    refuse: (pattern, name, method) =>
      answer(pattern, (route) => {
        if (method && route.request().method() !== method) return route.fallback();
        const [status, title] = problems[name];
        const body = JSON.stringify({ type: `/problems/${name}`, title, status });
        return route.fulfill({ status, contentType: 'application/problem+json', body });
      }),
    hang: (pattern) =>
      answer(pattern, (route) => {
        held.set(page, [...(held.get(page) ?? []), route]);
      }),
    change: (pattern, edit) =>
      answer(pattern, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: edit(await response.text()) });
      }),
    async disconnect() {
      await fetchCatalogues(page);
      const session = await page.context().newCDPSession(page);
      const nothing = { latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
      await session.send('Network.emulateNetworkConditions', { offline: true, ...nothing });
    },
  };
}

/** The label, also with "(optional)" behind it. */
function orOptional({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replace(/\\s\*\$$/, '(?:\\s*\\([^)]*\\))?\\s*$'), flags);
}

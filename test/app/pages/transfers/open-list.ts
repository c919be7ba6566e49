import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { createBrowser } from '../../../support/browser.ts';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type Browser = ReturnType<typeof createBrowser>;
type Options = Parameters<typeof renderApp>[1] & { heading?: string; waitForRows?: boolean };

/** Two transfers to Mamá Bogotá, one of which ends rejected, and one to Lucía; unless told. */
export async function openList(path = '/transfers', options: Options = {}) {
  const { heading = 'Transfers', waitForRows = heading === 'Transfers', ...rest } = options;
  const ids: string[] = [];
  async function before(browser: Browser) {
    const mama = await addRecipient(browser);
    const lucia = await addRecipient(browser, { alias: 'Lucía piso', bank_number: '777' });
    ids.push(mama.id, lucia.id);
    await sendMoney(browser, mama.id, { source_amount_cents: '100000' });
    await sendMoney(browser, mama.id, { source_amount_cents: '13' });
    await sendMoney(browser, lucia.id, { source_amount_cents: '50000' });
  }
  const app = await renderApp(path, { before, ...rest });
  await screen.findByRole('heading', { level: 1, name: heading });
  if (waitForRows) await screen.findByText(/^\d+ transfers?$/);
  return { ...app, ids, address: () => app.router.state.location.search };
}

/** Opens the list of support, of as many seeded transfers, without the rows that jsdom could not lay out. */
export async function openLongList(transfers: number) {
  const app = await renderApp('/transfers', { as: 'support', sandbox: { transfers } });
  await screen.findByText(`${transfers} transfers`);
  return app;
}

/** What was sent by the rows in the document. */
export const rows = () => screen.queryAllByText(/^CLP\s/).map((cell) => cell.textContent);

/** The places of the rows that are in the document. */
export const places = () =>
  [...document.querySelectorAll('li[aria-posinset]')].map((row) =>
    Number(row.getAttribute('aria-posinset')),
  );

/** jsdom neither lays out nor scrolls, but window and elements say where they are as a browser's do. */
export function scrollTo(top: number) {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(top);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -top));
  window.dispatchEvent(new Event('scroll'));
}

/** Answers the calls to addresses like this one otherwise, until it is called. */
export function intercept(
  pattern: RegExp,
  answer: (url: string, init?: RequestInit) => Promise<Response>,
) {
  const real = globalThis.fetch;
  const stub: typeof fetch = (input, init) =>
    pattern.test(String(input)) ? answer(String(input), init) : real(input, init);
  vi.stubGlobal('fetch', stub);
  return () => vi.stubGlobal('fetch', real);
}

import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import type { createBrowser } from '../../../support/browser.ts';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type Browser = ReturnType<typeof createBrowser>;
type Options = Parameters<typeof renderApp>[1] & { heading?: string; waitForRows?: boolean };

/** Opens the list with two transfers to Mamá Bogotá, one of them rejected, and one to Lucía. */
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

/** Opens support's list of so many seeded transfers. jsdom has no layout, so it waits for the total only. */
export async function openLongList(transfers: number) {
  const app = await renderApp('/transfers', { as: 'support', sandbox: { transfers } });
  await screen.findByText(`${transfers} transfers`);
  return app;
}

/** Source amounts of the rendered rows. */
export const rows = () =>
  screen.queryAllByText(/^from CLP\s/).map((cell) => cell.textContent?.replace(/^from /, ''));

/** Opens the filters. */
export async function openFilters(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: /^Filters/ }));
  return within(await screen.findByRole('dialog', { name: 'Filters' }));
}

/** Chooses a filter that is a radio button, and closes the filters. */
export async function filterBy(user: UserEvent, name: RegExp) {
  const dialog = await openFilters(user);
  await user.click(dialog.getByRole('radio', { name }));
  await user.click(dialog.getByRole('button', { name: /^Show \d+ transfer/ }));
}

/** Positions of the rendered rows, from 1. */
export const places = () =>
  [...document.querySelectorAll('li[aria-posinset]')].map((row) =>
    Number(row.getAttribute('aria-posinset')),
  );

/** Fakes a scroll position: jsdom has no layout and no scrolling. */
export function scrollTo(top: number) {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(top);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -top));
  window.dispatchEvent(new Event('scroll'));
}

/** Answers fetches of matching URLs with `answer`, until the returned function is called. */
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

import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

/** A network on which the recipients take longer than a pause in the typing. */
function slowDown(browser: Awaited<ReturnType<typeof renderApp>>['browser'], path: string) {
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.startsWith(path)) await new Promise((done) => setTimeout(done, 900));
    return browser.fetch(input, init);
  });
}

test('what was typed last does not call off the way to another page on a slow network', async () => {
  const { user, browser, router } = await renderApp('/');
  slowDown(browser, '/api/destination_accounts');
  await user.type(await screen.findByLabelText(/^You send, in/), '250');
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  expect(router.state.location.pathname).toBe('/recipients');
});

test('nor does what was searched last in the transfers', async () => {
  const { user, browser, router } = await renderApp('/transfers');
  slowDown(browser, '/api/destination_accounts');
  await user.type(await screen.findByRole('searchbox'), 'mam');
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  expect(router.state.location.pathname).toBe('/recipients');
});

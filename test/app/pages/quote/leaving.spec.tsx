import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { startFakeTimers } from '../../../support/fake-timers.ts';
import { renderApp } from '../../../support/render-app.tsx';

/** Holds the request for the recipients until `letOn` is called. */
function holdRecipients(browser: Awaited<ReturnType<typeof renderApp>>['browser']) {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.startsWith('/api/destination_accounts')) {
      asked.resolve();
      await held.promise;
    }
    return browser.fetch(input, init);
  });
  return { asked: asked.promise, letOn: held.resolve };
}

/** Opens the recipients right after typing; they load after the debounce has ended. */
async function leave(
  { user, browser }: Awaited<ReturnType<typeof renderApp>>,
  type: () => Promise<void>,
) {
  const pass = startFakeTimers();
  const { asked, letOn } = holdRecipients(browser);
  await type();
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  await asked;
  await pass(900);
  letOn();
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
}

test('typing in the quote does not cancel a navigation on a slow network', async () => {
  const app = await renderApp('/');
  const amount = await screen.findByLabelText(/^You send, in/);
  await leave(app, () => app.user.type(amount, '250'));
  expect(app.router.state.location.pathname).toBe('/recipients');
});

test('restores on Back what was typed right before leaving', async () => {
  const { user, router } = await renderApp('/');
  await user.type(await screen.findByLabelText(/^You send, in/), '250');
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  await router.navigate(-1);
  expect(await screen.findByLabelText(/^You send, in/)).toHaveValue('250.00');
});

test('searching the transfers does not cancel a navigation on a slow network', async () => {
  const app = await renderApp('/transfers?state=pending');
  const box = await screen.findByRole('searchbox');
  await leave(app, () => app.user.type(box, 'mam'));
  expect(app.router.state.location.pathname).toBe('/recipients');
});

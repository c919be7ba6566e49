import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function places() {
  const links = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole(
    'link',
  );
  return links.map((link) => link.textContent);
}

test('a sender finds quote, recipients and transfers', async () => {
  await renderApp('/');
  expect(await places()).toEqual(['Quote', 'Recipients', 'Transfers']);
  expect(screen.getByRole('link', { name: 'Quote' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Recipients' })).not.toHaveAttribute('aria-current');
});

test('support finds look-up, transfers and recipients', async () => {
  await renderApp('/recipients', { as: 'support' });
  expect(await places()).toEqual(['Look up', 'Transfers', 'Recipients', 'Health']);
  expect(screen.getByRole('link', { name: 'Recipients' })).toHaveAttribute('aria-current', 'page');
});

test('every page says that the sandbox moves no money', async () => {
  await renderApp('/recipients');
  expect(await screen.findByText('Sandbox: nothing here moves real money')).toBeVisible();
});

test('another page takes the focus to its heading and its name to the window', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  expect(document.title).toBe('Send money · Giro');
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  await waitFor(async () => expect(await heading('Recipients')).toHaveFocus());
  expect(document.title).toBe('Recipients · Giro');
});

test('a changed search leaves the focus alone', async () => {
  const { user, router } = await renderApp('/');
  const amount = await screen.findByLabelText(/^You send/);
  await user.type(amount, '100');
  await waitFor(() => expect(router.state.location.search).toContain('source_amount_cents'));
  expect(amount).toHaveFocus();
});

test('keyboard users can skip to the page', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to the page' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Skip to the page' })).toHaveAttribute('href', '#main');
  expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
});

test('signing out forgets everything and goes to the sign-in page', async () => {
  const { user, router, queryClient, browser } = await renderApp('/recipients');
  sessionStorage.setItem('draft', 'typed by the sender');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(async () => expect(await heading('Sign in')).toHaveFocus());
  expect(router.state.location.pathname).toBe('/sign-in');
  await waitFor(() => expect(queryClient.getQueryData(['session'])).toBeUndefined());
  expect(queryClient.getQueryData(['accounts'])).toBeUndefined();
  // The page goes first, and then what was kept for it.
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['giro-left']));
  expect((await browser.call('GET', '/api/session')).status).toBe(401);
});

test('signing out in another tab forgets everything in this one at once', async () => {
  const { router, queryClient, browser } = await renderApp('/recipients');
  await heading('Recipients');
  sessionStorage.setItem('draft', 'typed by the sender');
  await browser.call('DELETE', '/api/session');
  const other = new BroadcastChannel('giro-signed-out');
  other.postMessage('signed out');
  await waitFor(async () => expect(await heading('Sign in')).toHaveFocus());
  other.close();
  expect(router.state.location.pathname).toBe('/sign-in');
  expect(queryClient.getQueryData(['accounts'])).toBeUndefined();
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['giro-left']));
});

test('signing out tells the other tabs', async () => {
  const { user } = await renderApp('/recipients');
  const other = new BroadcastChannel('giro-signed-out');
  const told = vi.fn();
  other.onmessage = told;
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(told).toHaveBeenCalledOnce());
  other.close();
});

test('a sign-out that does not reach Giro says so and keeps the page', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You are still signed in.');
  expect(screen.getByRole('heading', { level: 1, name: 'Send money' })).toBeVisible();
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signOut } from '../../support/account-menu.ts';
import { renderApp } from '../../support/render-app.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function navLinks() {
  const links = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole(
    'link',
  );
  return links.map((link) => link.textContent);
}

test('shows a sender Send, Recipients and Transfers', async () => {
  await renderApp('/');
  expect(await navLinks()).toEqual(expect.arrayContaining(['Send', 'Recipients', 'Transfers']));
  expect(screen.getByRole('link', { name: 'Send' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Recipients' })).not.toHaveAttribute('aria-current');
});

test('shows support Look up, Transfers, Recipients and Health', async () => {
  await renderApp('/recipients', { as: 'support' });
  const all = await navLinks();
  expect(all).toEqual(expect.arrayContaining(['Look up', 'Transfers', 'Recipients', 'Health']));
  expect(all).not.toContain('Send');
  expect(screen.getByRole('link', { name: 'Recipients' })).toHaveAttribute('aria-current', 'page');
});

test('breaks a long email before its marks, not inside a word', async () => {
  await renderApp('/', { as: 'support' });
  const button = await screen.findByRole('button', { name: /^Account/ });
  expect(button.innerHTML).toContain('support<wbr>@giro<wbr>.example');
});

test('shows who is signed in, the language and Sign out behind one button', async () => {
  const { user } = await renderApp('/recipients');
  const button = await screen.findByRole('button', {
    name: 'Account Sam Sender sender@giro.example',
  });
  expect(button.firstElementChild).toHaveTextContent('SS');
  expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'Language' })).not.toBeInTheDocument();
  await user.click(button);
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
});

test('says on every page that the sandbox moves no money', async () => {
  await renderApp('/recipients');
  expect(await screen.findByText('Sandbox: no real money')).toBeVisible();
});

test('moves focus to the heading and changes the tab title on navigation', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  expect(document.title).toBe('Send money · Giro');
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  await waitFor(async () => expect(await heading('Recipients')).toHaveFocus());
  expect(document.title).toBe('Recipients · Giro');
});

test('keeps the focus when only the query changes', async () => {
  const { user, router } = await renderApp('/');
  const amount = await screen.findByLabelText(/^You send/);
  await user.type(amount, '100');
  await waitFor(() => expect(router.state.location.search).toContain('source_amount_cents'));
  expect(amount).toHaveFocus();
});

test('offers a skip link to keyboard users', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
  expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
});

test('deletes the person’s data on sign-out and goes to the sign-in page', async () => {
  const { user, router, queryClient, browser } = await renderApp('/recipients');
  sessionStorage.setItem('draft', 'typed by the sender');
  await signOut(user);
  await waitFor(async () => expect(await heading('Sign in')).toHaveFocus());
  expect(router.state.location.pathname).toBe('/sign-in');
  expect(screen.getByText('You signed out').closest('[role=status]')).toBeVisible();
  await waitFor(() => expect(queryClient.getQueryData(['session'])).toBeUndefined());
  expect(queryClient.getQueryData(['accounts'])).toBeUndefined();
  // Deleted when the layout unmounts, which is after the navigation.
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['giro-left']));
  expect((await browser.call('GET', '/api/session')).status).toBe(401);
});

test('signs this tab out when another tab signs out', async () => {
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

test('tells the other tabs of a sign-out', async () => {
  const { user } = await renderApp('/recipients');
  const other = new BroadcastChannel('giro-signed-out');
  const told = vi.fn();
  other.onmessage = told;
  await signOut(user);
  await waitFor(() => expect(told).toHaveBeenCalledOnce());
  other.close();
});

test('says that the person is still signed in when the sign-out fails', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await signOut(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('You’re still signed in.');
  expect(screen.getByRole('heading', { level: 1, name: 'Send money' })).toBeVisible();
});

import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

test('whoever is not signed in signs in first, and is brought back', async () => {
  const { router } = await renderApp('/transfers?state=pending', { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  const next = new URLSearchParams(router.state.location.search).get('next');
  expect(next).toBe('/transfers?state=pending');
});

test('whoever signs out leaves no address behind that Back could bring the next person to', async () => {
  const { user, router, browser } = await renderApp('/transfers?state=pending');
  await act(() => router.navigate('/recipients'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  const [signOut] = await screen.findAllByRole('button', { name: 'Sign out' });
  if (!signOut) throw new Error('no way out');
  await user.click(signOut);
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  await act(() => router.navigate(-1));
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(router.state.location).toMatchObject({ pathname: '/sign-in', search: '' });

  await browser.signIn('sender');
  await act(() => router.navigate('/transfers?state=pending'));
  await expect.poll(() => router.state.location.pathname).toBe('/transfers');
});

test('the home page needs no way back', async () => {
  const { router } = await renderApp('/', { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(router.state.location.search).toBe('');
});

test('support is led home from the start', async () => {
  const { router } = await renderApp('/', { as: 'support' });
  await expect.poll(() => router.state.location.pathname).toBe('/support');
});

test.each([
  [
    '/send?source_amount_cents=100&source_amount_currency=CLP&destination_amount_currency=COP&country_id=1',
    'support',
    'This page is for those who send money.',
  ],
  ['/recipients/new', 'support', 'This page is for those who send money.'],
  ['/recipients/1/edit', 'support', 'This page is for those who send money.'],
  ['/support', 'sender', 'This page is for support.'],
  ['/support/health', 'sender', 'This page is for support.'],
] as const)('%s tells %s whom it is for', async (path, as, words) => {
  const { user, router } = await renderApp(path, { as });
  expect(await screen.findByRole('heading', { name: 'Not for this account' })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Go to the start' }));
  const home = as === 'support' ? '/support' : '/';
  await expect.poll(() => router.state.location.pathname).toBe(home);
});

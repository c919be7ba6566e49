import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
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

describe('after a session that ended by itself, and the page loaded anew', () => {
  async function signInAs(role: 'sender' | 'support') {
    const app = await renderApp('/transfers?state=pending');
    const { user, browser, reload } = app;
    await screen.findByRole('heading', { level: 1, name: 'Transfers' });
    sessionStorage.setItem('a draft', 'of the first person');
    browser.cookies.clear();
    const { router } = reload('/sign-in?next=%2Frecipients');
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    await user.click(screen.getByRole('button', { name: `Use ${role}@giro.example` }));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('navigation', { name: 'Main' });
    return router;
  }

  test('the same person goes on where they were', async () => {
    const router = await signInAs('sender');
    await expect.poll(() => router.state.location.pathname).toBe('/recipients');
    expect(sessionStorage.getItem('a draft')).not.toBeNull();
  });

  test('another starts at their own home, and finds nothing of the first', async () => {
    const router = await signInAs('support');
    await expect.poll(() => router.state.location.pathname).toBe('/support');
    expect(sessionStorage.getItem('a draft')).toBeNull();
    expect(JSON.stringify({ ...sessionStorage })).toMatch(/^{"giro-whose":"-?\d+"}$/);
    await act(() => router.navigate('/transfers?state=pending'));
    await expect.poll(() => router.state.location.pathname).toBe('/transfers');
    await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  });
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

import { act, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '../../../src/app/api/query-client.ts';
import { noSessionKey, sessionQuery, settingsQuery } from '../../../src/app/api/session.ts';
import { currentSession, mayStay } from '../../../src/app/auth/require-session.ts';
import { forgetPerson } from '../../../src/app/auth/signed-out.ts';
import { signOut } from '../../support/account-menu.ts';
import { renderApp } from '../../support/render-app.tsx';

test('redirects to sign-in with the address to return to', async () => {
  const { router } = await renderApp('/transfers?state=pending', { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  const next = new URLSearchParams(router.state.location.search).get('next');
  expect(next).toBe('/transfers?state=pending');
});

test('does not return to an address in the history after a sign-out', async () => {
  const { user, router, browser } = await renderApp('/transfers?state=pending');
  await act(() => router.navigate('/recipients'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  await signOut(user);
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  await act(() => router.navigate(-1));
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(router.state.location).toMatchObject({ pathname: '/sign-in', search: '' });

  await browser.signIn('sender');
  await act(() => router.navigate('/transfers?state=pending'));
  await expect.poll(() => router.state.location.pathname).toBe('/transfers');
});

test('deletes the person’s data before the sign-in page is painted', async () => {
  const { user } = await renderApp('/transfers');
  const left: (string | null)[] = [];
  const painted = new MutationObserver(() => {
    const isSignIn = document.querySelector('h1')?.textContent === 'Sign in';
    if (isSignIn) left.push(sessionStorage.getItem('giro-left'));
  });
  painted.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => painted.disconnect());
  await signOut(user);
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(left[0]).toBe('yes');
});

describe('after an expired session and a reload', () => {
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

  test('returns the same person to their page', async () => {
    const router = await signInAs('sender');
    await expect.poll(() => router.state.location.pathname).toBe('/recipients');
    expect(sessionStorage.getItem('a draft')).not.toBeNull();
  });

  test('sends another person to their own home page, with the first person’s data deleted', async () => {
    const router = await signInAs('support');
    await expect.poll(() => router.state.location.pathname).toBe('/support');
    expect(sessionStorage.getItem('a draft')).toBeNull();
    expect(JSON.stringify({ ...sessionStorage })).toMatch(/^{"giro-whose":"-?\d+"}$/);
    await act(() => router.navigate('/transfers?state=pending'));
    await expect.poll(() => router.state.location.pathname).toBe('/transfers');
    await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  });
});

test('names no address to return to from the home page', async () => {
  const { router } = await renderApp('/', { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(router.state.location.search).toBe('');
});

test('redirects support from / to Look up', async () => {
  const { router } = await renderApp('/', { as: 'support' });
  await expect.poll(() => router.state.location.pathname).toBe('/support');
});

test.each([
  [
    '/send?source_amount_cents=100&source_amount_currency=CLP&destination_amount_currency=COP&country_id=1',
    'support',
    'This page is for people who send money.',
  ],
  ['/recipients/new', 'support', 'This page is for people who send money.'],
  ['/recipients/1/edit', 'support', 'This page is for people who send money.'],
  ['/support', 'sender', 'This page is for the support team.'],
  ['/support/health', 'sender', 'This page is for the support team.'],
] as const)('%s refuses %s and says whom it is for', async (path, as, words) => {
  const { user, router } = await renderApp(path, { as });
  expect(await screen.findByRole('heading', { name: 'You can’t open this page' })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Go to homepage' }));
  const home = as === 'support' ? '/support' : '/';
  await expect.poll(() => router.state.location.pathname).toBe(home);
});

describe('a page that the server rendered for nobody', () => {
  const session = {
    user: { id: '1', email: 'ana@giro.example', name: 'Ana', role: 'sender' as const },
  };

  function openedForNobody() {
    const asked = vi.fn(async () =>
      Response.json(
        { type: '/problems/not-signed-in', title: 'Not signed in', status: 401 },
        { status: 401 },
      ),
    );
    vi.stubGlobal('fetch', asked);
    onTestFinished(() => void vi.unstubAllGlobals());
    const client = createQueryClient();
    client.setQueryData(noSessionKey, true);
    return { client, asked };
  }

  test('has no session, without asking for it', async () => {
    const { client, asked } = openedForNobody();
    expect(await currentSession(client)).toBeNull();
    expect(await mayStay(client, 'sender')).toBe(false);
    expect(asked).not.toHaveBeenCalled();
  });

  test('has the session of a sign-in after that', async () => {
    const { client } = openedForNobody();
    client.setQueryData(sessionQuery.queryKey, session);
    expect(await currentSession(client)).toEqual(session);
    expect(await mayStay(client, 'sender')).toBe(true);
    expect(await mayStay(client, 'support')).toBe(false);
  });

  test('asks again once the person who signed in has left, here or in another tab', async () => {
    const { client, asked } = openedForNobody();
    client.setQueryData(sessionQuery.queryKey, session);
    client.setQueryData(['transfers', 'one', '1'], { of: 'Ana' });
    client.setQueryData(settingsQuery.queryKey, undefined);
    forgetPerson(client);
    const left = client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.data !== undefined);
    expect(left).toEqual([]);
    expect(await currentSession(client)).toBeNull();
    expect(asked).toHaveBeenCalledOnce();
  });
});

test('keeps session and settings in the cache for as long as the page is open', () => {
  const client = createQueryClient();
  for (const queryKey of [sessionQuery.queryKey, noSessionKey, settingsQuery.queryKey])
    expect(client.getQueryDefaults(queryKey).gcTime).toBe(Number.POSITIVE_INFINITY);
  expect(client.getQueryDefaults(['transfers']).gcTime).toBeUndefined();
});

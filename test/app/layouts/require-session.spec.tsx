import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

test('whoever is not signed in signs in first, and is brought back', async () => {
  const { router } = await renderApp('/transfers?state=pending', { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  const next = new URLSearchParams(router.state.location.search).get('next');
  expect(next).toBe('/transfers?state=pending');
});

test('the home page needs no way back', async () => {
  const { router } = await renderApp('/', { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(router.state.location.search).toBe('');
});

test.each(['/', '/send', '/recipients/new', '/recipients/1/edit'])(
  'support is sent home from %s',
  async (path) => {
    const { router } = await renderApp(path, { as: 'support' });
    await expect.poll(() => router.state.location.pathname).toBe('/support');
  },
);

test('a sender is sent home from the look-up page', async () => {
  const { router } = await renderApp('/support', { as: 'sender' });
  await expect.poll(() => router.state.location.pathname).toBe('/');
});

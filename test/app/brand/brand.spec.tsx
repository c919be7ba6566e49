import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

const env = { THEME_NAME: 'Envíos Sol', THEME_LOGO: 'public/favicon.svg' };

test('shows the operator’s name and logo on every page and in the tab title', async () => {
  const { router, browser, queryClient } = await renderApp('/sign-in', { as: null, env });
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  const main = screen.getByRole('main');
  expect(within(main).getByText('Envíos Sol')).toBeVisible();
  expect(main.querySelector('img')?.getAttribute('src')).toMatch(/^\/theme\/logo-.+\.svg$/);
  expect(document.title).toBe('Sign in · Envíos Sol');

  await browser.signIn('sender');
  queryClient.removeQueries({ queryKey: ['session'] });
  await act(() => router.navigate('/recipients'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  const home = screen.getByRole('link', { name: 'Envíos Sol' });
  expect(home.querySelector('img')).toHaveAttribute('alt', '');
  expect(document.title).toBe('Recipients · Envíos Sol');
  await act(() => router.navigate('/nothing-of-this-name'));
  await screen.findByRole('heading', { level: 1, name: 'Not found' });
  expect(document.title).toBe('Not found · Envíos Sol');
});

test('shows the default mark without a configured logo', async () => {
  await renderApp('/recipients');
  const home = await screen.findByRole('link', { name: 'Giro' });
  expect(home.querySelector('img')).toBeNull();
  expect(home.querySelector('svg')).toBeVisible();
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

test('shows Not found with a link to the homepage', async () => {
  const { user, router } = await renderApp('/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  expect(document.title).toBe('Not found · Giro');
  await user.click(screen.getByRole('link', { name: 'Go to homepage' }));
  await expect.poll(() => router.state.location.pathname).toBe('/');
});

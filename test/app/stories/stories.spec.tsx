import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

it('lists every part and shows each on its own page', async () => {
  const { router } = await renderApp('/ui', { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Parts' });
  const parts = screen.getAllByRole('link').map((link) => link.textContent ?? '');
  expect(parts.length).toBeGreaterThan(12);
  for (const part of parts) {
    await router.navigate(`/ui/${part}`);
    await screen.findByRole('heading', { level: 1, name: part });
  }
});

it('shows Not found for an unknown part', async () => {
  await renderApp('/ui/constructor', { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Not found' });
});

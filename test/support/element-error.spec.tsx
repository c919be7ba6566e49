import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from './render-app.tsx';

// The output of component tests, failed and passed.

test('reports a missing element with a short outline of the page', async () => {
  await renderApp('/', { as: null });
  await screen.findByRole('heading', { level: 1 });
  const error: unknown = await screen
    .findByRole('heading', { name: 'Nowhere' }, { timeout: 1 })
    .catch((thrown: unknown) => thrown);
  const text = String(error);
  expect(text).toContain('Unable to find role="heading" and name "Nowhere"');
  expect(text).toMatch(/^On the page:$/m);
  expect(text).toMatch(/^<button> Sign in$/m);
  expect(text.split('\n').length).toBeLessThan(60);
});

test('does not warn about elements that jsdom does not know', async () => {
  const said = vi.spyOn(console, 'error');
  // Filtered, because who has no transfer has nothing to search.
  await renderApp('/transfers?state=pending');
  await screen.findByRole('searchbox');
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
});

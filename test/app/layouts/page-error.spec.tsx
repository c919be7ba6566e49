import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('a page that can not be loaded says so within the frame, and tries again', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  const online = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  await waitFor(async () => expect(await heading('No connection')).toHaveFocus());
  expect(screen.getByText("You are offline or Giro can't be reached.")).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();

  vi.stubGlobal('fetch', online);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('Recipients')).toBeVisible();
});

test("someone else's recipient is not found", async () => {
  await renderApp('/recipients/999999');
  expect(await heading('Not found')).toBeVisible();
  expect(document.title).toBe('Not found · Giro');
});

test('an answer that is no JSON names the request for whoever helps', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  const page = () =>
    Promise.resolve(new Response('<html>', { status: 502, headers: { 'x-request-id': 'abc123' } }));
  vi.stubGlobal('fetch', page);
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  expect(await screen.findByText(/abc123/, {}, { timeout: 3_000 })).toBeVisible();
});

import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { setTabOwner } from '../../../src/app/router/entry-state.ts';
import { renderApp } from '../../support/render-app.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('shows a failed page inside the layout, and retries it', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  const online = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  await waitFor(async () => expect(await heading('No connection')).toHaveFocus());
  expect(screen.getByText('You’re offline, or our server can’t be reached.')).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();

  vi.stubGlobal('fetch', online);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('Recipients')).toBeVisible();
});

test('shows another person’s recipient as not found', async () => {
  await renderApp('/recipients/999999');
  expect(await heading('Not found')).toBeVisible();
  expect(document.title).toBe('Not found · Giro');
});

test('shows the request id of an answer that is not JSON', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  const page = () =>
    Promise.resolve(new Response('<html>', { status: 502, headers: { 'x-request-id': 'abc123' } }));
  vi.stubGlobal('fetch', page);
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  expect(await screen.findByText(/abc123/, {}, { timeout: 20_000 })).toBeVisible();
});

test('loads an offline page when the network returns', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  const online = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
  await heading('No connection');
  expect(screen.queryByText('Please don’t send it again')).not.toBeInTheDocument();
  vi.stubGlobal('fetch', online);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await heading('Recipients')).toBeVisible();
});

describe('the page of a send that was opened offline', () => {
  async function open(of: string) {
    const pathname = '/sends/b6a7c1de-4c5f-4f0e-9b57-0c5f5d1f6a01';
    const being_sent = { amount: 'CLP 504', recipient: 'Mamá Bogotá' };
    const { reload } = await renderApp(pathname, { isOffline: true });
    setTabOwner('ana');
    reload({ pathname, state: { being_sent, of } });
    await heading('We can’t tell yet whether it was sent');
    expect(screen.getByText('Please don’t send it again')).toBeVisible();
  }

  test('names what was being sent', async () => {
    await open('ana');
    expect(screen.getByText('CLP 504 to Mamá Bogotá')).toBeVisible();
  });

  test('does not name what another person of this tab was sending', async () => {
    await open('sam');
    expect(screen.queryByText(/Bogotá/)).not.toBeInTheDocument();
  });
});

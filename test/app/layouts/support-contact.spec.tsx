import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

const env = { SUPPORT_EMAIL: 'help@example.com', SUPPORT_URL: 'https://example.com/help/' };

async function openFailedPage(env: Record<string, string>) {
  const { user } = await renderApp('/', { env });
  await screen.findByRole('heading', { level: 1, name: 'Send money' });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('<html>', { status: 502, headers: { 'x-request-id': 'abc123' } })),
  );
  await user.click(screen.getByRole('link', { name: 'Recipients' }));
}

test('shows the support contact where a forgotten password is asked for', async () => {
  await renderApp('/forgot-password', { as: null, env });
  await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' });
  expect(screen.getByText('No email from us? Contact support:')).toBeVisible();
  expect(screen.getByRole('link', { name: 'help@example.com' })).toHaveAttribute(
    'href',
    'mailto:help@example.com',
  );
  expect(screen.getByRole('link', { name: 'example.com/help' })).toHaveAttribute(
    'href',
    'https://example.com/help/',
  );
});

test('says to ask the administrator without a configured contact', async () => {
  await openFailedPage({});
  expect(await screen.findByText('For help, ask your administrator.')).toBeVisible();
});

test('puts the request id of a failed page into the email’s subject', async () => {
  await openFailedPage(env);
  const link = await screen.findByRole('link', { name: 'help@example.com' }, { timeout: 20_000 });
  expect(link).toHaveAttribute('href', 'mailto:help@example.com?subject=abc123');
});

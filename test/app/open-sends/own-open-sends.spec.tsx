import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { signedInBrowser } from '../../support/browser.ts';
import { sendMoney } from '../../support/recipients.ts';
import { openSend } from '../pages/send/open-send.ts';
import { giveUpSoon, sendUnresolved } from '../pages/send/send-unresolved.ts';

const title = 'One transfer is not confirmed yet';
const notice = async () => {
  const found = (await screen.findByText(title)).closest('[role=status]');
  if (!(found instanceof HTMLElement)) throw new Error('the notice is not a status');
  return within(found);
};

describe.each([
  ['the transfer list', '/transfers', 'Transfers'],
  ['the quote page', '/', 'Send money'],
])('%s', (_what, path, heading) => {
  it('links to an unconfirmed transfer until support resolves it', async () => {
    const app = await openSend({ reconcile: giveUpSoon });
    const key = await sendUnresolved(app.browser, app.recipient.id);
    await app.go('/recipients');
    await screen.findByRole('heading', { level: 1, name: 'Recipients' });
    await app.go(path);
    await screen.findByRole('heading', { level: 1, name: heading });
    if (path === '/transfers') {
      // It is a row below.
      expect((await notice()).queryByRole('link')).not.toBeInTheDocument();
    } else {
      const link = (await notice()).getByRole('link', { name: /^CLP\s504 to Mamá Bogotá$/ });
      expect(link).toHaveAttribute('href', `/sends/${key}`);
      expect((await notice()).getByText(/ago|just now/)).toBeVisible();
    }
    expect((await notice()).getByText(/please don’t send it again/)).toBeVisible();

    const support = await signedInBrowser(app.app, 'support');
    await support.call('POST', `/api/sends/${key}/settle`, {
      outcome: 'not_sent',
      reason: 'Not in the books',
    });
    await act(() => app.queryClient.invalidateQueries({ queryKey: ['sends'] }));
    await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
  });

  it('shows no notice if every outcome is known', async () => {
    const app = await openSend();
    await sendMoney(app.browser, app.recipient.id);
    const asked = vi.fn(app.browser.fetch);
    vi.stubGlobal('fetch', asked);
    await app.go('/recipients');
    await app.go(path);
    await screen.findByRole('heading', { level: 1, name: heading });
    const answered = () => app.queryClient.getQueryData(['sends', 'any']);
    await waitFor(() => expect(answered()).toEqual([]));
    expect(screen.queryByText(title)).not.toBeInTheDocument();
  });
});

it('uses the plural for several unconfirmed transfers', async () => {
  const app = await openSend({ reconcile: giveUpSoon });
  await sendUnresolved(app.browser, app.recipient.id);
  await sendUnresolved(app.browser, app.recipient.id, { source_amount_cents: '500' });
  await app.go('/recipients');
  await app.go('/transfers');
  expect(await screen.findByText('2 transfers are not confirmed yet')).toBeVisible();
  expect(
    screen.getByText(/^They may have gone through, so please don’t send them again/),
  ).toBeVisible();
});

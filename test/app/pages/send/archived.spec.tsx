import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { createBrowser } from '../../../support/browser.ts';
import { addRecipient } from '../../../support/recipients.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { openSend, sendButton } from './open-send.ts';

const archive = (browser: Pick<ReturnType<typeof createBrowser>, 'call'>, id: string) =>
  browser.call('PUT', `/api/destination_accounts/${id}/marks`, { archived: true });

it('disables Send for an archived recipient, and brings it back on the check page', async () => {
  const { user, check, browser, recipient, posts } = await openSend();
  await archive(browser, recipient.id);
  await check(700);
  const alert = (await screen.findByText('Mamá Bogotá is archived')).closest('[role=alert]');
  expect(alert).toBeInTheDocument();
  const button = await sendButton();
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('To send, restore the recipient first.');

  await user.click(screen.getByRole('button', { name: 'Restore Mamá Bogotá' }));
  await waitFor(() => expect(screen.queryByText(/is archived$/)).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.click(await sendButton());
  await screen.findByRole('heading', { name: sentTitle });
  expect(posts()).toBe(1);
});

it('says that nothing was sent if it was archived since the check was opened', async () => {
  const { user, check, browser, recipient, posts } = await openSend();
  await check(700);
  const button = await sendButton();
  await archive(browser, recipient.id);
  await user.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Nothing was sent: Mamá Bogotá is archived');
  expect(posts()).toBe(0);
  expect(await sendButton()).toBeDisabled();

  await user.click(within(alert).getByRole('button', { name: 'Restore Mamá Bogotá' }));
  await waitFor(() => expect(alert).not.toBeInTheDocument());
  expect(screen.queryByText(/^Nothing was sent/)).not.toBeInTheDocument();
  await user.click(await sendButton());
  await screen.findByRole('heading', { name: sentTitle });
  expect(posts()).toBe(1);
});

it('keeps archived recipients apart when one is chosen, and brings them back there', async () => {
  const { user, chooseRecipient } = await openSend({
    before: async (browser) => {
      const { id } = await addRecipient(browser, { alias: 'Tío' });
      await archive(browser, id);
    },
  });
  await chooseRecipient(700);
  await screen.findByRole('link', { name: 'Mamá Bogotá' });
  expect(screen.queryByRole('link', { name: 'Tío' })).not.toBeInTheDocument();
  await user.click(screen.getByText('1 archived'));
  await user.click(screen.getByRole('button', { name: 'Restore Tío' }));
  const link = await screen.findByRole('link', { name: 'Tío' });
  expect(link).toHaveAttribute('href', expect.stringContaining('destination_account_id=502'));
  expect(screen.queryByText('1 archived')).not.toBeInTheDocument();
});

it('says why a recipient could not be brought back', async () => {
  const { user, check, browser, recipient } = await openSend();
  await archive(browser, recipient.id);
  await check(700);
  const button = await screen.findByRole('button', { name: 'Restore Mamá Bogotá' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await user.click(button);
  const why = await screen.findByText('You’re offline, or our server can’t be reached.');
  expect(why).toBeVisible();
  expect(button).toBeEnabled();
});

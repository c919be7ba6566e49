import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { createBrowser } from '../../../support/browser.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { openSend, sendButton } from './open-send.ts';

type Browser = ReturnType<typeof createBrowser>;

/** Edits the recipient as in another tab. */
async function edit(browser: Browser, id: string, changes: Record<string, string>) {
  const path = `/api/destination_accounts/${id}`;
  const { country, editable, fingerprint, ...shown } = (await browser.call('GET', path)).body;
  expect(country && editable && fingerprint).toBeTruthy();
  const given = Object.entries(shown).filter(([, value]) => value !== null);
  const edited = { ...Object.fromEntries(given), ...changes };
  expect((await browser.call('PUT', path, edited)).status).toBe(200);
}

it("shows changes in the recipient's details, and sends only after they are confirmed", async () => {
  const { user, check, browser, recipient, posts } = await openSend();
  await check(700);
  await sendButton();
  await edit(browser, recipient.id, { bank_number: '00999' });

  await user.click(await sendButton());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('recipient’s details changed');
  await within(alert).findByText(/^Nothing was sent: /);
  await waitFor(() => expect(alert.closest('[tabindex]')).toHaveFocus());
  expect(within(alert).getByText('00123454821')).toBeVisible();
  expect(within(alert).getByText('00999')).toBeVisible();
  expect(posts()).toBe(0);
  expect(await sendButton()).toBeDisabled();

  await user.tab();
  expect(within(alert).getByRole('button', { name: 'Use these details' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(posts()).toBe(0);
  await user.click(await sendButton());
  await screen.findByRole('heading', { name: sentTitle });
  expect(posts()).toBe(1);
});

it('asks for a new confirmation if other details look wrong in the same way', async () => {
  const { user, check, browser, recipient, posts } = await openSend();
  await edit(browser, recipient.id, { email: 'maria@' });
  await check(700);
  const button = await sendButton();
  const box = () => screen.getByRole('checkbox', { name: 'I checked this. It is right.' });
  const words = screen.getByText(/^Email: /).textContent;
  await user.click(box());
  expect(box()).toBeChecked();

  await edit(browser, recipient.id, { email: 'mario@' });
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: 'Use these details' }));
  expect(screen.getByText(/^Email: /)).toHaveTextContent(words);
  expect(box()).not.toBeChecked();
  await user.click(await sendButton());
  expect(box()).toHaveFocus();
  expect(box()).toBeInvalid();
  expect(posts()).toBe(0);

  await user.click(box());
  await user.click(await sendButton());
  await screen.findByRole('heading', { name: sentTitle });
  expect(posts()).toBe(1);
});

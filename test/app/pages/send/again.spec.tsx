import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { signedInBrowser } from '../../../support/browser.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { openSend, sendButton } from './open-send.ts';
import { giveUpSoon, sendUnresolved } from './send-unresolved.ts';

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const choice = () => screen.findByRole('checkbox', { name: /^I know the earlier transfer may/ });

const sameAs = (transfer: Record<string, string>) =>
  new URLSearchParams(
    [
      'destination_account_id',
      'source_amount_cents',
      'source_amount_currency',
      'destination_amount_currency',
    ].map((name) => [name, transfer[name] ?? '']),
  );

describe('while an identical transfer is not confirmed', () => {
  it('disables Send, says why, and links to that transfer', async () => {
    const { user, check, browser, recipient, posts } = await openSend();
    const { body } = await sendMoney(browser, recipient.id, { source_amount_cents: '504' });
    await check(504);
    const button = await sendButton();
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(/know the result of the first one/);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('link', { name: 'Show that transfer' })).toHaveAttribute(
      'href',
      `/sends/${body.send.key}`,
    );
    await user.click(button);
    expect(posts()).toBe(1);
  });

  it('enables Send for another amount', async () => {
    const { check, browser, recipient } = await openSend();
    await sendMoney(browser, recipient.id, { source_amount_cents: '504' });
    await check(505);
    expect(await sendButton()).toBeEnabled();
  });

  it('shows that transfer after a press that was refused because of it', async () => {
    const { user, check, browser, recipient, posts } = await openSend();
    await check(504);
    const button = await sendButton();
    const { body } = await sendMoney(browser, recipient.id, { source_amount_cents: '504' });
    await user.click(button);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The same transfer is not confirmed yet');
    expect(within(alert).getByRole('link', { name: 'Show that transfer' })).toHaveAttribute(
      'href',
      `/sends/${body.send.key}`,
    );
    await waitFor(() => expect(button).toBeDisabled());
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(posts()).toBe(1);
  });
});

describe('after an identical transfer that needs review', () => {
  it('shows both, and sends again only after a confirmation', async () => {
    const { user, check, key, browser, recipient, posts } = await openSend({
      reconcile: giveUpSoon,
    });
    const earlier = await sendUnresolved(browser, recipient.id);
    await check(504);
    const both = await screen.findByRole('region', {
      name: /^Your earlier transfer may have gone through/,
    });
    expect(within(both).getAllByText('CLP 504 to Mamá Bogotá')).toHaveLength(2);
    expect(both).toHaveTextContent(/Earlier transfer, today [\d:]+/);
    expect(both).toHaveTextContent('The payment service shows no such transfer.');
    expect(within(both).getByRole('link', { name: 'Show that transfer' })).toHaveAttribute(
      'href',
      `/sends/${earlier}`,
    );
    const button = await sendButton();
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(/tick the box/);

    await user.click(await choice());
    expect(button).toBeEnabled();
    await user.click(await choice());
    expect(button).toBeDisabled();

    await user.click(await choice());
    const again = key();
    await user.click(button);
    await heading(/^(We’re checking your transfer|Our support team is checking your transfer)$/);
    const { body } = await browser.call('GET', `/api/sends/${again}`);
    expect(body.after_unresolved).toBe(earlier);
    expect(posts()).toBe(2);
    expect(
      screen.getByRole('link', { name: 'Sent again: the earlier transfer was not confirmed' }),
    ).toHaveAttribute('href', `/sends/${earlier}`);
  });

  it('asks for a new confirmation if another unresolved transfer appears', async () => {
    const { user, check, browser, recipient, queryClient, posts } = await openSend({
      reconcile: giveUpSoon,
    });
    const earlier = await sendUnresolved(browser, recipient.id);
    await check(504);
    await user.click(await choice());
    const button = await sendButton();
    expect(button).toBeEnabled();
    await sendUnresolved(browser, recipient.id, { after_unresolved: earlier });
    await queryClient.invalidateQueries({ queryKey: ['sends'] });
    await screen.findByText(/^Your 2 earlier transfers may have gone through/);
    expect(await choice()).not.toBeChecked();
    expect(button).toBeDisabled();
    expect(posts()).toBe(2);
  });

  it('needs no confirmation after support has resolved it as not sent', async () => {
    const { check, app, browser, recipient, queryClient } = await openSend({
      reconcile: giveUpSoon,
    });
    const earlier = await sendUnresolved(browser, recipient.id);
    await check(504);
    await choice();
    const support = await signedInBrowser(app, 'support');
    const settled = await support.call('POST', `/api/sends/${earlier}/settle`, {
      outcome: 'not_sent',
      reason: 'Not in the books',
    });
    expect(settled.status).toBe(200);
    await queryClient.invalidateQueries({ queryKey: ['sends'] });
    await waitFor(() => expect(screen.queryByRole('checkbox')).not.toBeInTheDocument());
    expect(await sendButton()).toBeEnabled();
  });
});

it('warns of the same transfer sent recently, and sends when Send is pressed', async () => {
  const { user, check, browser, recipient, posts } = await openSend();
  const { body: transfer } = await sendMoney(browser, recipient.id);
  await check(100_000);
  const warning = await screen.findByText(/^You sent the same amount to Mamá Bogotá/);
  expect(warning).toHaveTextContent(/(just now|s ago)$/);
  expect(screen.getByRole('link', { name: `Show transfer ${transfer.id}` })).toHaveAttribute(
    'href',
    `/transfers/${transfer.id}`,
  );
  const { body: earlier } = await browser.call('GET', `/api/sends?${sameAs(transfer)}`);
  await user.click(await sendButton());
  await heading(sentTitle);
  expect(posts()).toBe(2);
  expect(
    screen.getByRole('link', { name: 'Sent again: the same transfer was sent shortly before' }),
  ).toHaveAttribute('href', `/sends/${earlier[0].key}`);
});

it('refuses a repetition that the page had not shown, and sends at the next press', async () => {
  const { user, check, key, browser, recipient, posts } = await openSend();
  await check(100_000);
  const button = await sendButton();
  const mine = key();
  const { body: transfer } = await sendMoney(browser, recipient.id);
  await user.click(button);
  const notice = (await screen.findByText(/^You sent the same amount to Mamá Bogotá/)).closest(
    '[tabindex]',
  );
  await waitFor(() => expect(notice).toHaveFocus());
  expect(notice).toHaveTextContent(/Nothing was sent\. If you press Send again/);
  expect(screen.getByRole('link', { name: `Show transfer ${transfer.id}` })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(posts()).toBe(1);
  expect(key()).toBe(mine);

  await user.click(button);
  await heading(sentTitle);
  expect(posts()).toBe(2);
});

it('refetches earlier transfers on window focus', async () => {
  const { check, browser, recipient } = await openSend();
  await check(100_000);
  await sendButton();
  await sendMoney(browser, recipient.id);
  expect(screen.queryByText(/^You sent the same amount/)).not.toBeInTheDocument();
  window.dispatchEvent(new Event('focus'));
  expect(await screen.findByText(/^You sent the same amount/)).toBeVisible();
});

it('shows no warning if another amount was sent', async () => {
  const { check, browser, recipient } = await openSend();
  await sendMoney(browser, recipient.id);
  await check(100_001);
  expect(await sendButton()).toBeEnabled();
  expect(screen.queryByText(/^You sent the same amount/)).not.toBeInTheDocument();
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { untilAlive } from '../support/hydrated.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { isFocused, tabTo } from '../support/keyboard.ts';
import { addRecipient } from '../support/recipients.ts';
import { sentTitle } from '../support/sent-title.ts';
import { signIn, signInUnseen, signOut } from '../support/sign-in.ts';

type Giro = Awaited<ReturnType<typeof startGiro>>;

// A short reconciliation, so that an unconfirmed send soon becomes unresolved.
const giveUpSoon = { intervals: [100], giveUpAfter: 300 };

/** A sender's page with one recipient, and the check page's address for this amount in pesos. */
async function openSender(giro: Giro) {
  const page = await openPage(giro.url);
  await signInUnseen(page, 'sender');
  // By the API: send-money.spec.ts covers the forms.
  const { id, country } = await addRecipient(callerOf(page));
  // The Chilean peso has no subunits, so the amount is also the sandbox's sentinel.
  const check = (pesos: number, key?: string) =>
    `/send?${new URLSearchParams({
      source_amount_cents: String(pesos),
      source_amount_currency: 'CLP',
      destination_amount_currency: 'COP',
      country_id: country.id,
      destination_account_id: id,
      ...(key ? { key } : {}),
    })}`;
  return { page, check };
}

const sendButton = (page: Page) => page.getByRole('button', { name: /^Send CLP/ });
const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

function posts({ sandbox }: Giro): number {
  return sandbox.requests.filter(
    ({ method, path }) => method === 'POST' && path === '/api/v3/transfers',
  ).length;
}

async function openCheck(page: Page, address: string) {
  await page.goto(address);
  await title(page, 'Check before you send');
  await sendButton(page).waitFor();
}

// Races: no retry.
describe('creates one transfer for one press or many', { retry: 0 }, () => {
  test('on a double click', async () => {
    const giro = await startGiro();
    const { page, check } = await openSender(giro);
    await openCheck(page, check(100_000));
    await sendButton(page).dblclick();
    await title(page, sentTitle);
    expect(posts(giro)).toBe(1);
    expect(giro.sandbox.transfers).toHaveLength(1);
  });

  test('on a reload before the service has answered', async () => {
    const giro = await startGiro();
    const { page, check } = await openSender(giro);
    await openCheck(page, check(408));
    await sendButton(page).click();
    await expect.poll(() => posts(giro)).toBe(1);
    await page.reload();
    await title(page, sentTitle);
    expect(posts(giro)).toBe(1);
    expect(giro.sandbox.transfers).toHaveLength(1);
  });

  test('on Back, Forward and the old address after success', async () => {
    const giro = await startGiro();
    const { page, check } = await openSender(giro);
    await page.goto('/recipients');
    await openCheck(page, check(100_000));
    const checked = page.url();
    await sendButton(page).click();
    await title(page, sentTitle);
    const outcome = page.url();
    await page.goBack();
    await title(page, 'Recipients');
    await page.goForward();
    await title(page, sentTitle);
    await page.goto(checked);
    await title(page, sentTitle);
    expect(page.url()).toBe(outcome);
    expect(posts(giro)).toBe(1);
    expect(giro.sandbox.transfers).toHaveLength(1);
  });

  test('in two tabs with the same idempotency key', async () => {
    const giro = await startGiro();
    const { page, check } = await openSender(giro);
    const address = check(100_000, crypto.randomUUID());
    const other = await page.context().newPage();
    await Promise.all([openCheck(page, address), openCheck(other, address)]);
    await Promise.all([sendButton(page).click(), sendButton(other).click()]);
    await Promise.all([title(page, sentTitle), title(other, sentTitle)]);
    expect(other.url()).toBe(page.url());
    expect(posts(giro)).toBe(1);
    expect(giro.sandbox.transfers).toHaveLength(1);
  });

  test('in two tabs one after the other: the second one asks before it sends again', async () => {
    const giro = await startGiro();
    const { page, check } = await openSender(giro);
    const other = await page.context().newPage();
    await openCheck(page, check(100_000));
    await openCheck(other, check(100_000));
    expect(new URL(other.url()).searchParams.get('key')).not.toBe(
      new URL(page.url()).searchParams.get('key'),
    );
    await sendButton(page).click();
    await title(page, sentTitle);
    // The refetch on focus may come before or after the press.
    await sendButton(other).click({ noWaitAfter: true });
    await other.getByText(/^You sent the same amount to Mamá Bogotá/).waitFor();
    expect(posts(giro)).toBe(1);
    await sendButton(other).click();
    await title(other, sentTitle);
    expect(other.url()).not.toBe(page.url());
    expect(posts(giro)).toBe(2);
    expect(giro.sandbox.transfers).toHaveLength(2);
  });

  test('in two tabs with two keys at the same moment', async () => {
    const giro = await startGiro();
    const { page, check } = await openSender(giro);
    const other = await page.context().newPage();
    await Promise.all([openCheck(page, check(100_000)), openCheck(other, check(100_000))]);
    await Promise.all([sendButton(page).click(), sendButton(other).click()]);
    await expect.poll(() => posts(giro)).toBe(1);
    await other
      .getByText(/^(Sent|You sent the same amount to Mamá Bogotá|You are sending)/)
      .first()
      .waitFor();
    await page
      .getByText(/^(Sent|You sent the same amount to Mamá Bogotá|You are sending)/)
      .first()
      .waitFor();
    expect(posts(giro)).toBe(1);
    expect(giro.sandbox.transfers).toHaveLength(1);
  });

  test('in two tabs with two keys, while the first is unconfirmed', async () => {
    const giro = await startGiro();
    const { page, check } = await openSender(giro);
    const other = await page.context().newPage();
    await Promise.all([openCheck(page, check(504)), openCheck(other, check(504))]);
    await sendButton(page).click();
    await title(page, 'We’re checking your transfer');
    await sendButton(other).click();
    await other.getByText('The same transfer is not confirmed yet').waitFor();
    await other.getByRole('link', { name: 'Show that transfer' }).click();
    await title(other, 'We’re checking your transfer');
    expect(other.url()).toBe(page.url());
    expect(posts(giro)).toBe(1);
  });
});

test('shows a lost answer as sent, with its number, on the open page', async () => {
  const giro = await startGiro();
  const { page, check } = await openSender(giro);
  await openCheck(page, check(502));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await sendButton(page).click();
  await title(page, sentTitle);
  const [transfer] = giro.sandbox.transfers;
  await page.locator('dd', { hasText: String(transfer?.id) }).waitFor();
  expect(loads).toBe(0);
  expect(posts(giro)).toBe(1);
  expect(giro.sandbox.transfers).toHaveLength(1);
});

test('rejects an identical send while one is unconfirmed, and links to it', async () => {
  const giro = await startGiro();
  const { page, check } = await openSender(giro);
  await openCheck(page, check(504));
  await sendButton(page).click();
  await title(page, 'We’re checking your transfer');
  const first = page.url();
  await openCheck(page, check(504));
  expect(await sendButton(page).isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Show that transfer' }).click();
  await title(page, 'We’re checking your transfer');
  expect(page.url()).toBe(first);
  expect(posts(giro)).toBe(1);
});

test('by keyboard alone: sends an unresolved transfer again after confirming, and support resolves it', async () => {
  const giro = await startGiro({ reconcile: giveUpSoon });
  const { page, check } = await openSender(giro);
  await openCheck(page, check(504));
  await tabTo(page, sendButton(page));
  await page.keyboard.press('Enter');
  await title(page, 'Our support team is checking your transfer');
  const first = page.url();

  await tabTo(page, page.locator('summary', { hasText: 'Send another now' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Send again anyway' }));
  await page.keyboard.press('Enter');
  await title(page, 'Check before you send');
  await page.getByText(/^Your earlier transfer may have gone through/).waitFor();
  expect(await sendButton(page).isDisabled()).toBe(true);
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, sendButton(page));
  await page.keyboard.press('Enter');
  await title(page, 'Our support team is checking your transfer');
  expect(page.url()).not.toBe(first);
  expect(posts(giro)).toBe(2);

  const desk = await openPage(giro.url);
  await signIn(desk, 'support');
  await desk.getByText('2 transfers need your review.').waitFor();
  const oldest = desk.getByRole('link', { name: /^CLP\s504$/ }).first();
  await tabTo(desk, oldest);
  await desk.keyboard.press('Enter');
  await title(desk, 'This transfer needs your review');
  expect(desk.url()).toBe(first);
  const notSent = desk.getByRole('button', { name: 'It was not sent' });
  await tabTo(desk, notSent);
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'It was not sent' });
  await dialog.waitFor();
  await desk.keyboard.type('Not in');
  await desk.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await isFocused(notSent)).toBe(true);
  await notSent.press('Enter');
  await dialog.waitFor();
  await desk.keyboard.press('End');
  await desk.keyboard.type(' the books');
  await desk.keyboard.press('Enter');
  await title(desk, 'This transfer was not sent');
  await desk.getByText('Support: Not in the books').waitFor();

  await page.goto(first);
  await title(page, 'This transfer was not sent');
  await page.getByText('Support: Not in the books').waitFor();
});

test('shows the next person of the tab nothing of what was being sent', async () => {
  const giro = await startGiro();
  const { page, check } = await openSender(giro);
  const key = crypto.randomUUID();
  await openCheck(page, check(100_000, key));
  // The request never arrives, so there is no record of it.
  await page.route('**/api/transfers', (route) => route.abort());
  await sendButton(page).click();
  await page.getByRole('link', { name: 'Send it now' }).waitFor();
  await page.goto('/recipients');
  await signOut(page);
  await signIn(page, 'support');
  while (!page.url().endsWith(key)) {
    await page.goBack();
    // The sign-in page leads on, which must not replace the entry that the next Back reaches.
    await untilAlive(page);
  }
  await title(page, /./);
  const words = await page.getByRole('main').textContent();
  expect(words).not.toMatch(/Bogotá|100[,.]000|Send it now|not sent/i);
});

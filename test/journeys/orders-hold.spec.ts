import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';
import { addRecipient } from '../support/recipients.ts';
import { signIn } from '../support/sign-in.ts';

const figures = {
  source_amount_cents: '55000',
  source_amount_currency: 'CLP',
  destination_amount_currency: 'COP',
};

/** The check of a transfer to a new recipient, who is paid only after a hold. */
async function openCheck(seconds: number) {
  const env = { HOLD_SECONDS_NEW_RECIPIENT: String(seconds) };
  const giro = await startGiro({ env });
  const page = await openPage(giro.url);
  await signIn(page, 'sender');
  const { id, country } = await addRecipient(callerOf(page));
  const search = { ...figures, country_id: String(country.id), destination_account_id: String(id) };
  await page.goto(`/send?${new URLSearchParams(search)}`);
  return { ...giro, page };
}

const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const send = (page: Page) => page.getByRole('button', { name: /^Send CLP/ });
const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });

test('holds a transfer to a new recipient, the same after a reload, until another device stops it', async () => {
  const { page, url, sandbox } = await openCheck(600);
  await page.getByText(/After Send you can stop it for 10 minutes/).waitFor();
  await send(page).click();
  await title(page, 'Not sent yet');
  await page.reload();
  await title(page, 'Not sent yet');
  const left = await page.getByRole('timer').textContent();
  expect(left).toMatch(/^(10:00|9:\d\d)/);
  const other = await openPage(url);
  await signIn(other, 'sender');
  await other.goto(page.url());
  await title(other, 'Not sent yet');
  await stop(other).click();
  await title(other, 'Stopped: nothing was sent');
  await title(page, 'Stopped: nothing was sent');
  expect(sandbox.transfers).toHaveLength(0);
});

test('sends it once when the hold ends, with the page open', async () => {
  const { page, sandbox } = await openCheck(2);
  await page.getByText(/After Send you can stop it for 2 seconds/).waitFor();
  await send(page).click();
  await expect
    .poll(() => new URL(page.url()).pathname, { timeout: 15_000 })
    .toMatch(/^\/transfers\//);
  expect(sandbox.transfers).toHaveLength(1);
});

test('is stopped by the keyboard alone', async () => {
  const { page, sandbox } = await openCheck(600);
  await tabTo(page, send(page));
  await page.keyboard.press('Enter');
  await title(page, 'Not sent yet');
  await tabTo(page, stop(page));
  await page.keyboard.press('Enter');
  await title(page, 'Stopped: nothing was sent');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(sandbox.transfers).toHaveLength(0);
});

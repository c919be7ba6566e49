import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { isFocused, tabTo } from '../support/keyboard.ts';
import { addRecipient } from '../support/recipients.ts';
import { sentTitle } from '../support/sent-title.ts';
import { signIn, signInUnseen } from '../support/sign-in.ts';

const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const sendButton = (page: Page) => page.getByRole('button', { name: /^Send CLP/ });

/** Opens a sender's check page for this amount in pesos. */
async function openCheck(url: string, pesos: number) {
  const page = await openPage(url);
  await signInUnseen(page, 'sender');
  const { id, country } = await addRecipient(callerOf(page));
  const search = new URLSearchParams({
    source_amount_cents: String(pesos),
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    country_id: country.id,
    destination_account_id: id,
  });
  await page.goto(`/send?${search}`);
  await title(page, 'Check before you send');
  await sendButton(page).waitFor();
  return { page, id };
}

test('quotes an unknown refusal, and lets support resolve it at once as not sent', async () => {
  const giro = await startGiro();
  const { page } = await openCheck(giro.url, 422);
  await sendButton(page).click();
  await title(page, 'We’re checking your transfer');
  await page.getByText('The payment service said: “amount below the minimum”').waitFor();

  const desk = await openPage(giro.url);
  await signIn(desk, 'support');
  await desk.getByRole('link', { name: /^CLP\s422$/ }).click();
  await desk.getByText('The payment service said: “amount below the minimum”').waitFor();
  await desk.getByRole('button', { name: 'It was not sent' }).click();
  await desk.getByLabel('Reason').fill('Refused as too small');
  await desk.getByRole('button', { name: 'Resolve as not sent' }).click();
  await title(desk, 'This transfer was not sent');

  await title(page, 'This transfer was not sent');
  await page.getByText('Support: Refused as too small').waitFor();
  expect(giro.sandbox.transfers).toHaveLength(0);
});

test('lets support link one of two matching transfers', async () => {
  const giro = await startGiro({ reconcile: { intervals: [100], giveUpAfter: 300 } });
  const { page } = await openCheck(giro.url, 606);
  await sendButton(page).click();
  await title(page, 'Our support team is checking your transfer');

  const desk = await openPage(giro.url);
  await signIn(desk, 'support');
  await desk.getByText('1 transfer needs your review.').waitFor();
  await desk.getByRole('link', { name: /^CLP\s606$/ }).click();
  await title(desk, 'This transfer needs your review');
  await desk.getByText('2 transfers at the payment service may be this one.').waitFor();
  await desk.getByRole('button', { name: 'This is it' }).first().click();
  await desk.getByLabel('Reason').fill('The first of the two');
  await desk.getByRole('button', { name: 'Resolve as sent' }).click();
  await desk.getByText('Resolved: the sender can read your reason').waitFor();
  await desk.goto('/support');
  await desk.getByText('None. Every transfer has a known result.').waitFor();

  await page.getByText('Support: The first of the two').waitFor();
  expect(giro.sandbox.transfers).toHaveLength(2);
});

test('by keyboard alone: confirms in one tab a recipient that was edited in another', async () => {
  const giro = await startGiro();
  const { page, id } = await openCheck(giro.url, 700);
  const other = await page.context().newPage();
  await other.goto(`/recipients/${id}/edit`);
  await other.getByLabel('Account number').fill('00999');
  await other.getByRole('button', { name: 'Save' }).click();
  await title(other, 'Mamá Bogotá');

  await tabTo(page, sendButton(page));
  await page.keyboard.press('Enter');
  const notice = page.getByRole('alert');
  await notice.getByText('The recipient’s details changed').waitFor();
  await notice.getByText(/^Nothing was sent: /).waitFor();
  expect(await isFocused(notice.locator('xpath=..'))).toBe(true);
  expect(await notice.locator('del').allTextContents()).toEqual(['00123454821']);
  expect(await notice.locator('ins').allTextContents()).toEqual(['00999']);
  expect(giro.sandbox.transfers).toHaveLength(0);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await notice.waitFor({ state: 'detached' });
  expect(await isFocused(page.getByRole('heading', { level: 1 }))).toBe(true);
  await tabTo(page, sendButton(page));
  await page.keyboard.press('Enter');
  await title(page, sentTitle);
  expect(giro.sandbox.transfers).toHaveLength(1);
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addRecipient } from '../support/recipients.ts';
import { signInUnseen } from '../support/sign-in.ts';

const summary = (page: Page) => page.getByText('Add a note or reference');
const sidewise = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

test('writes a note and a reference at the check, and finds, changes and prints them later', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { viewport: { width: 390, height: 844 } });
  await signInUnseen(page, 'sender');
  const mama = await addRecipient(callerOf(page));
  const search = new URLSearchParams({
    ...{ source_amount_cents: '100000', source_amount_currency: 'CLP' },
    ...{ destination_amount_currency: 'COP', country_id: mama.country.id },
    destination_account_id: mama.id,
  });
  await page.goto(`/send?${search}`);
  const send = page.getByRole('button', { name: /^Send CLP/ });
  await send.waitFor();

  // By the keyboard alone, and kept by a reload.
  await summary(page).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Note').fill('March rent');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Flat 4B');
  await page.reload();
  await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('March rent');
  await expect.poll(() => page.getByLabel('Your reference').isVisible()).toBe(true);
  expect(page.url()).not.toMatch(/March|Flat/);
  expect(await sidewise(page)).toBe(false);
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/transfers\/\d+$/);
  const transfer = new URL(page.url()).pathname;
  await page.getByText('March rent').waitFor();

  await page.goto('/transfers?q=flat+4b');
  const row = page.getByRole('link', { name: 'Mamá Bogotá' });
  await row.waitFor();
  await page.getByText('Flat 4B · March rent').waitFor();
  expect(await sidewise(page)).toBe(false);

  await row.click();
  const edit = page.getByRole('button', { name: 'Edit note and reference' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Note and reference' });
  await dialog.getByLabel('Note').fill('April rent');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await edit.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByText('April rent').waitFor();

  await page.evaluate(() => {
    window.print = () => void window.dispatchEvent(new Event('beforeprint'));
  });
  await page.getByRole('button', { name: 'Receipt' }).click();
  const receipt = page.locator('article');
  // On paper alone.
  await receipt.getByText('Flat 4B').waitFor({ state: 'attached' });
  expect(await receipt.textContent()).not.toContain('April rent');

  await page.goto('/transfers');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toMatch(/,Reference,Note\r\n.*,Flat 4B,April rent\r\n$/);
  expect(file).toContain(transfer.split('/')[2]);
});

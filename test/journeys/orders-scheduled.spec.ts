import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';
import { scheduleTransfer } from '../support/orders.ts';
import { addRecipient } from '../support/recipients.ts';
import { signInUnseen } from '../support/sign-in.ts';

async function openScheduled() {
  const giro = await startGiro();
  const page = await openPage(giro.url);
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  const { id } = await addRecipient(caller);
  await scheduleTransfer(caller, id);
  await page.goto('/scheduled');
  return { ...giro, page };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Presses a button by the keyboard alone. */
async function press(page: Page, name: string) {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

test('is paused, goes on, skips the day that it names, and is stopped, by the keyboard alone', async () => {
  const { page, sandbox } = await openScheduled();
  await press(page, 'Pause');
  await page.getByText('Paused: nothing is sent until you resume').waitFor();
  await expect.poll(() => focused(page)).toBe('H1');
  await press(page, 'Resume');
  await page.getByText(/^Resumed\. Next: .*October 31/).waitFor();
  await press(page, 'Skip October 31');
  const dialog = page.getByRole('dialog', { name: 'Skip October 31?' });
  await dialog
    .getByText(/Nothing is sent on .*October 31.*The next one is on .*November 30/)
    .waitFor();
  await tabTo(page, dialog.getByRole('button', { name: 'Skip October 31' }));
  await page.keyboard.press('Enter');
  await page.getByText(/^Skipped October 31\. Next: .*November 30/).waitFor();
  await expect.poll(() => focused(page)).toBe('H1');
  await page.reload();
  await button(page, 'Skip November 30').waitFor();
  await press(page, 'Stop');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Stop transfer' }));
  await page.keyboard.press('Enter');
  await page.getByText('Stopped: nothing more is sent').waitFor();
  await page.getByText('Nothing is scheduled').waitFor();
  await expect.poll(() => focused(page)).toBe('H1');
  expect(sandbox.transfers).toHaveLength(0);
});

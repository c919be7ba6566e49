import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { isFocused, tabTo } from '../support/keyboard.ts';
import { addRecipient } from '../support/recipients.ts';
import { sentTitle } from '../support/sent-title.ts';
import { accountButton } from '../support/sign-in.ts';

// From sign-in to sign-out without a mouse. The keyboard journeys of the recipient form and of an
// unresolved send are in recipients.spec.ts and send-once.spec.ts.

async function enter(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Waits for the page's heading to have the focus. */
async function arrive(page: Page, name: string | RegExp) {
  const heading = page.getByRole('heading', { level: 1, name, exact: true });
  await heading.waitFor();
  await expect.poll(() => isFocused(heading)).toBe(true);
}

async function signIn(page: Page, role: 'sender' | 'support') {
  await page.goto('/sign-in');
  const email = page.getByLabel('Email');
  await enter(page, page.getByRole('button', { name: 'Sign in', exact: true }));
  // Missing fields show their errors, and the first one gets the focus.
  await expect.poll(() => isFocused(email)).toBe(true);
  await page.keyboard.type(`${role}@giro.example`);
  await page.keyboard.press('Tab');
  await page.keyboard.type('sandbox');
  await page.keyboard.press('Enter');
}

async function signOut(page: Page) {
  await enter(page, accountButton(page));
  await enter(page, page.getByRole('button', { name: 'Sign out' }));
  await arrive(page, 'Sign in');
}

/** The menu moves focus to its first item, and returns it when it closes. */
async function lookIntoMenu(page: Page) {
  const button = page.getByRole('button', { name: 'More', exact: true });
  const last = page.getByRole('menuitem', { name: 'All transfers to this recipient' });
  await enter(page, button);
  await expect.poll(() => isFocused(page.getByRole('menuitem').first())).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await isFocused(last)).toBe(true);
  await page.keyboard.press('Escape');
  await last.waitFor({ state: 'hidden' });
  expect(await isFocused(button)).toBe(true);
}

async function quoteToCheck(page: Page, amount: string) {
  await enter(page, page.getByRole('link', { name: 'Send', exact: true }));
  await tabTo(page, page.getByRole('combobox', { name: 'To', exact: true }));
  await page.keyboard.type('colombia');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: /^You send/ }));
  await page.keyboard.type(amount);
  await page.getByText(/^You send .+ The recipient gets about /).waitFor({ state: 'attached' });
  await enter(page, page.getByRole('button', { name: 'Continue' }));
  await arrive(page, 'Choose a recipient');
  await enter(page, page.getByRole('link', { name: /Mamá Bogotá/ }));
  await arrive(page, 'Check before you send');
}

test('by keyboard alone: signs in, sends to a recipient, opens the transfer and signs out', async () => {
  const { url, sandbox } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  await arrive(page, 'Send money');
  await addRecipient(callerOf(page));
  await quoteToCheck(page, '250');
  await enter(page, page.getByRole('button', { name: /^Send USD/ }));
  await arrive(page, sentTitle);
  const [transfer] = sandbox.transfers;
  expect(new URL(page.url()).pathname).toBe(`/transfers/${transfer?.id}`);
  await lookIntoMenu(page);
  await signOut(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
});

test('by keyboard alone: corrects an invalid amount and a refused estimate', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  await arrive(page, 'Send money');
  const where = page.getByRole('combobox', { name: 'To', exact: true });
  const amount = page.getByRole('textbox', { name: /^You send/ });
  const next = page.getByRole('button', { name: 'Continue' });
  await enter(page, next);
  await expect.poll(() => isFocused(where)).toBe(true);
  await page.keyboard.type('colombia');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await enter(page, next);
  await expect.poll(() => isFocused(amount)).toBe(true);
  await page.keyboard.type('404');
  await page.getByText(/^No rate from/).waitFor();
  await page.keyboard.press('Backspace');
  await page.getByText(/The final rate is set/).waitFor();
  expect(await isFocused(amount)).toBe(true);
});

/**
 * Looks up two recipients of one name: j begins in the transfers, at the left, and goes on to the recipients. Back from
 * a picked one leads to both.
 */
async function pickAndComeBack(page: Page) {
  const find = page.getByRole('textbox', { name: /^Transfer number/ });
  await page.keyboard.press('/');
  await page.keyboard.type('patiño');
  await page.keyboard.press('Enter');
  const recipients = page.getByRole('list', { name: '2 recipients match' }).getByRole('link');
  const transfer = page.getByRole('list', { name: 'Transfers' }).getByRole('link').first();
  const unconfirmed = page.getByRole('main').getByRole('link', { name: /^USD\s504/ });
  await recipients.first().waitFor();
  for (const row of [unconfirmed, transfer, recipients.first()]) {
    await page.keyboard.press('j');
    expect(await isFocused(row)).toBe(true);
  }
  await page.keyboard.press('Enter');
  await page.getByText(/^Only transfers to/).waitFor();
  expect(page.url()).toMatch(/\/support\?recipient=\d+$/);
  await page.goBack();
  await page.getByText(/^Only transfers to/).waitFor({ state: 'detached' });
  expect(await find.inputValue()).toBe('patiño');
  expect(await recipients.count()).toBe(2);
}

test('by keyboard alone: support looks up a transfer, opens it and resolves a send', async () => {
  const giro = await startGiro({ reconcile: { intervals: [100], giveUpAfter: 300 } });
  const page = await openPage(giro.url);
  await signIn(page, 'sender');
  await arrive(page, 'Send money');
  await addRecipient(callerOf(page));
  await addRecipient(callerOf(page), { alias: 'Tía Gloria', bank_number: '5550' });
  await quoteToCheck(page, '504');
  await enter(page, page.getByRole('button', { name: /^Send USD/ }));
  await arrive(page, 'Our support team is checking your transfer');
  await quoteToCheck(page, '70');
  await enter(page, page.getByRole('button', { name: /^Send USD/ }));
  await arrive(page, sentTitle);
  await signOut(page);

  await signIn(page, 'support');
  await arrive(page, 'Look up');
  const id = String(giro.sandbox.transfers[0]?.id);
  await tabTo(
    page,
    page
      .getByRole('search')
      .getByRole('searchbox')
      .or(page.getByRole('search').getByRole('textbox')),
  );
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  const found = page.locator('main').getByRole('link', { name: /Mamá Bogotá/ });
  await enter(page, found.first());
  await arrive(page, new RegExp(`^Transfer ${id}:`));
  await page.goBack();
  await expect.poll(() => isFocused(found.first())).toBe(true);
  await pickAndComeBack(page);

  await page.keyboard.press('/');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Not confirmed yet' }).waitFor();
  await enter(page, page.getByRole('link', { name: /^USD\s504/ }));
  await arrive(page, 'This transfer needs your review');
  await enter(page, page.getByRole('button', { name: 'It was not sent' }));
  const dialog = page.getByRole('dialog', { name: 'It was not sent' });
  await expect.poll(() => isFocused(dialog.getByLabel('Reason'))).toBe(true);
  await page.keyboard.type('Not in the books');
  await page.keyboard.press('Enter');
  await page.getByText('Resolved: the sender can read your reason').waitFor();
});

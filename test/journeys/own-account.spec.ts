import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, startGiro } from '../support/journey.ts';
import { isFocused, tabTo } from '../support/keyboard.ts';
import { accountButton, signInUnseen } from '../support/sign-in.ts';
import { codeAt } from '../support/totp.ts';

// People look after their own account with the keyboard alone.

async function enter(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function typeInto(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('changes the password and ends the session of another device', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await page.goto('/sign-in');
  await page.locator('form button[type=submit]').waitFor();
  await typeInto(page, 'Email', 'sender@giro.example');
  await typeInto(page, 'Password', 'sandbox');
  await page.keyboard.press('Enter');
  await accountButton(page).waitFor();
  const [second, third] = [await openPage(url), await openPage(url)];
  await signInUnseen(second, 'sender');
  await signInUnseen(third, 'sender');

  await page.goto('/settings/security');
  await heading(page, 'Where you’re signed in').waitFor();
  const rows = page
    .getByRole('region', { name: 'Where you’re signed in' })
    .getByRole('listitem')
    .filter({ hasText: /Chrome on Linux/ });
  expect(await rows.count()).toBe(3);
  await enter(page, page.getByRole('button', { name: 'Sign out Chrome on Linux' }).first());
  await page.getByText('Signed out on that device.').waitFor();
  expect(await isFocused(heading(page, 'Where you’re signed in'))).toBe(true);
  expect(await rows.count()).toBe(2);

  await typeInto(page, 'Current password', 'not it');
  await typeInto(page, 'New password', 'a longer password');
  await page.keyboard.press('Enter');
  await page.getByText('This is not your current password').waitFor();
  expect(await isFocused(page.getByLabel('Current password', { exact: true }))).toBe(true);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('sandbox');
  await page.keyboard.press('Enter');
  await page.getByText('Password changed').waitFor();
  expect(await rows.count()).toBe(1);

  // This session goes on, both others have ended.
  await page.reload();
  await heading(page, 'Your password').waitFor();
  for (const other of [second, third]) {
    await other.goto('/transfers');
    await heading(other, 'Sign in').waitFor();
  }
});

test('adds an authenticator app, and signs in by its code, then by a recovery code', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  const give = async () => {
    await page.locator('form button[type=submit]').waitFor();
    await typeInto(page, 'Email', 'sender@giro.example');
    await typeInto(page, 'Password', 'sandbox');
    await page.keyboard.press('Enter');
  };
  const leave = async () => {
    await enter(page, accountButton(page));
    await enter(page, page.getByRole('button', { name: 'Sign out' }));
    await heading(page, 'Sign in').waitFor();
  };
  await page.goto('/sign-in');
  await give();
  await accountButton(page).waitFor();

  await page.goto('/settings/security');
  await enter(page, page.getByRole('button', { name: 'Set up app' }));
  await page
    .getByRole('region', { name: 'Two-step verification' })
    .getByLabel('Current password')
    .waitFor();
  await page.keyboard.type('sandbox');
  await page.keyboard.press('Enter');
  const key = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await key.waitFor();
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  expect(await isFocused(page.getByLabel('Code', { exact: true }))).toBe(true);
  // Of the step before, so that the sign-in does not wait for the next one.
  await page.keyboard.type(codeAt(secret, Date.now() - 30_000));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const recovery = (await codes.first().textContent()) ?? '';
  await enter(page, page.getByRole('button', { name: 'I saved them' }));
  expect(await isFocused(heading(page, 'Two-step verification'))).toBe(true);
  await page.getByText('Recovery codes left: 10').waitFor();

  await leave();
  await give();
  await heading(page, 'Enter your code').waitFor();
  await typeInto(page, 'Code', codeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  await accountButton(page).waitFor();

  await leave();
  await give();
  await enter(page, page.getByRole('button', { name: 'Use a recovery code' }));
  expect(await isFocused(page.getByLabel('Recovery code'))).toBe(true);
  await page.keyboard.type(recovery);
  await page.keyboard.press('Enter');
  await accountButton(page).waitFor();
  await page.goto('/settings/security');
  await page.getByText('Recovery codes left: 9').waitFor();
});

test('sets a forgotten password anew by the link in the mail', async () => {
  const { url } = await startGiro();
  const desk = await openPage(url);
  await signInUnseen(desk, 'support');
  const page = await openPage(url);
  await page.goto('/sign-in');
  await enter(page, page.getByRole('link', { name: 'Forgot your password?' }));
  await heading(page, 'Forgot your password?').waitFor();
  await typeInto(page, 'Email', 'sender@giro.example');
  await page.keyboard.press('Enter');
  await page.getByText('Check your email').waitFor();

  await desk.goto('/sandbox/mail');
  const mail = desk.getByRole('article').filter({ hasText: 'Set a new password' });
  await mail.waitFor();
  const path = /\/new-password#[\w-]{43}/.exec((await mail.textContent()) ?? '')?.[0] ?? '';

  await page.goto(path);
  await typeInto(page, 'New password', 'a new password of mine');
  await page.keyboard.press('Enter');
  await page.getByText('Password changed').waitFor();
  await enter(page, page.getByRole('link', { name: 'Sign in' }));
  await heading(page, 'Sign in').waitFor();
  await typeInto(page, 'Email', 'sender@giro.example');
  await typeInto(page, 'Password', 'a new password of mine');
  await page.keyboard.press('Enter');
  await accountButton(page).waitFor();

  const again = await openPage(url);
  await again.goto(path);
  await typeInto(again, 'New password', 'another password of mine');
  await again.keyboard.press('Enter');
  await again.getByText('This link no longer works').waitFor();
});

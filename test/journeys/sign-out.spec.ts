import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addRecipient } from '../support/recipients.ts';
import { signIn, signOut } from '../support/sign-in.ts';

test('deletes the person’s data in every tab on sign-out', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  const { id } = await addRecipient(callerOf(page));
  const other = await page.context().newPage();
  await other.goto('/recipients');
  await other.goto(`/recipients/${id}`);
  await other.getByRole('main').getByText('Mamá Bogotá').first().waitFor();
  expect(await other.locator('#initial-data').count()).toBe(0);

  await signOut(page);
  // Sooner than the next poll would notice.
  const signInPage = other.getByRole('heading', { level: 1, name: 'Sign in' });
  await signInPage.waitFor({ timeout: 4_000 });
  for (const tab of [page, other]) expect(await tab.content()).not.toMatch(/Bogotá|Patiño/);
  await other.goBack();
  await signInPage.waitFor();
});

test('hides the page until sign-in when the session has ended', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  const { id } = await addRecipient(callerOf(page));
  await page.goto(`/recipients/${id}/edit`);
  const nickname = page.getByLabel('Nickname');
  await nickname.fill('Mamá Cali');
  await page.context().clearCookies();
  await page.getByRole('button', { name: /^Save/ }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session ended' });
  await dialog.waitFor();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  expect(await nickname.isVisible()).toBe(false);
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);

  await dialog.getByLabel('Password').fill('sandbox');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await nickname.inputValue()).toBe('Mamá Cali');
  expect(await nickname.isVisible()).toBe(true);
});

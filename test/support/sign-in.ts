import type { Page } from 'playwright-core';

/** Signs in on the sign-in page with a demo account. */
export async function signIn(page: Page, role: 'sender' | 'support') {
  await page.goto('/sign-in');
  // What stands there before the script does is to be filled in, and leads nowhere yet.
  await page.locator('form button[type=submit]').waitFor();
  await page.getByLabel('E-mail').fill(`${role}@giro.example`);
  await page.getByLabel('Password').fill('sandbox');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).first().waitFor();
}

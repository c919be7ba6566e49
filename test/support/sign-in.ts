import type { Page } from 'playwright-core';
import type { Role } from '../../src/contract/api/session.ts';
import { callerOf } from './caller-of.ts';

/** Signs in on the sign-in page with a demo account. */
export async function signIn(page: Page, role: Role) {
  await page.goto('/sign-in');
  // The prerendered form can be filled in, but submits only after hydration.
  await page.locator('form button[type=submit]').waitFor();
  await page.getByLabel('Email').fill(`${role}@giro.example`);
  await page.getByLabel('Password').fill('sandbox');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await accountButton(page).waitFor();
}

/**
 * Signs in with a demo account as the form does, and opens no page: two loads cost a second each time. For journeys
 * that begin with an address.
 */
export async function signInUnseen(page: Page, role: Role) {
  const account = { email: `${role}@giro.example`, password: 'sandbox' };
  const { status } = await callerOf(page).call('POST', '/api/session', account);
  if (status !== 200) throw new Error(`${role} was not signed in: ${status}`);
}

/** Opens the account menu. */
export const accountButton = (page: Page) => page.getByRole('button', { name: /^Account\b/ });

export async function signOut(page: Page) {
  await accountButton(page).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

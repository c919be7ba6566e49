import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { startProcess } from '../support/giro-process.ts';
import { openPage } from '../support/journey.ts';
import { freePort, startProvider } from '../support/oidc-provider.ts';
import { addWallet } from '../support/recipients.ts';

const ana = { name: 'Ana Díaz', email: 'ana@org.example', giro_role: 'sender' };

/** The real server on 127.0.0.1, and a provider on localhost: two sites to a browser. */
async function startBoth() {
  const port = await freePort();
  const provider = await startProvider({ giro: `http://127.0.0.1:${port}`, people: { ana } });
  const giro = await startProcess({ ...provider.env, PORT: String(port) });
  onTestFinished(() => giro.kill());
  return { giro, provider, page: await openPage(giro.url) };
}

async function enterAtProvider(page: Page, issuer: string) {
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.waitForURL(`${issuer}/**`);
  await page.getByPlaceholder('Enter any login').fill('ana');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a person signs in at their organisation, signs out at both, and signs in again', async () => {
  const { giro, provider, page } = await startBoth();
  await page.goto('/recipients?q=ana');
  await enterAtProvider(page, provider.issuer);

  // From another site by redirects, and signed in all the same: then, and after a reload.
  await page.waitForURL(`${giro.url}/recipients?q=ana`);
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).first().waitFor();
  const cookies = await page.context().cookies(giro.url);
  expect(cookies.filter(({ name }) => name.startsWith('giro'))).toMatchObject([
    { name: 'giro', httpOnly: true, sameSite: 'Strict' },
  ]);

  await page.evaluate(() => sessionStorage.setItem('canary', 'ana'));
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${giro.url}/sign-in`);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['giro-left']);
  await page.goto('/transfers');
  // Where whoever sat here before was to go is not where the next one is led.
  await page.waitForURL(`${giro.url}/sign-in`);

  // Asked for a password again, for the provider has forgotten her too.
  await enterAtProvider(page, provider.issuer);
  await page.waitForURL(`${giro.url}/`);
  await page.getByRole('heading', { level: 1, name: 'Send money' }).waitFor();
});

test('while signed in at the organisation, one click is enough; Back from its page shows nobody', async () => {
  const { giro, provider, page } = await startBoth();
  await page.goto('/sign-in');
  await enterAtProvider(page, provider.issuer);
  await page.waitForURL(`${giro.url}/`);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.goBack();
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.waitForURL(`${giro.url}/`);
  await page.getByRole('button', { name: 'Sign out' }).first().waitFor();
});

test('who turns away at the organisation is told so, and may still use an account of Giro', async () => {
  const { giro, provider, page } = await startBoth();
  await page.goto('/transfers');
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(`${giro.url}/sign-in?problem=denied&next=%2Ftransfers`);
  expect(await page.getByRole('alert').textContent()).toContain('You are not signed in');
  await page.getByRole('button', { name: 'Use sender@giro.example' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${giro.url}/transfers`);
});

test('an edit outlives a session that ends in the middle of it', async () => {
  const { giro, provider, page } = await startBoth();
  await page.goto('/recipients');
  await enterAtProvider(page, provider.issuer);
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor();
  const { id } = await addWallet(callerOf(page));
  await page.goto(`/recipients/${id}/edit`);
  await page.getByLabel('Name for this recipient').fill('Cold wallet, the new one');
  await page.context().clearCookies({ name: 'giro' });
  await page.getByRole('button', { name: 'Save changes' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session ended' });
  await dialog.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.waitForURL(`${giro.url}/recipients/${id}/edit`);
  await page.getByText('What you had entered is still here').waitFor();
  const alias = page.getByLabel('Name for this recipient');
  expect(await alias.inputValue()).toBe('Cold wallet, the new one');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cold wallet, the new one' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('edit-recipient');
});

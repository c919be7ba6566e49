import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { freePort, startProvider } from '../support/oidc-provider.ts';
import { addRecipient, addWallet } from '../support/recipients.ts';
import { sentTitle } from '../support/sent-title.ts';
import { accountButton, signOut } from '../support/sign-in.ts';

const ana = { name: 'Ana Díaz', email: 'ana@org.example', giro_role: 'sender' };

/** Starts Giro on 127.0.0.1 and a provider on localhost: two sites to a browser. */
async function startBoth(env: Record<string, string> = {}) {
  const port = await freePort();
  const provider = await startProvider({ giro: `http://127.0.0.1:${port}`, people: { ana } });
  const giro = await startGiro({ env: { ...provider.env, ...env }, port });
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

test('signs in with the organisation, signs out of both, and signs in again', async () => {
  const { giro, provider, page } = await startBoth();
  await page.goto('/recipients?q=ana');
  await enterAtProvider(page, provider.issuer);

  // The session cookie is sent after a cross-site redirect too, and after a reload.
  await page.waitForURL(`${giro.url}/recipients?q=ana`);
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor();
  await page.reload();
  await accountButton(page).waitFor();
  const cookies = await page.context().cookies(giro.url);
  // The browser's own, as of its time zone, hold no secret.
  expect(cookies.filter(({ httpOnly }) => httpOnly)).toMatchObject([
    { name: 'giro', sameSite: 'Strict' },
  ]);

  await page.evaluate(() => sessionStorage.setItem('canary', 'ana'));
  await signOut(page);
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${giro.url}/sign-in`);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['giro-left']);
  await page.goto('/transfers');
  // The address that the previous person was going to is not used for the next one.
  await page.waitForURL(`${giro.url}/sign-in`);

  // The provider asks for the password again: its session has ended too.
  await enterAtProvider(page, provider.issuer);
  await page.waitForURL(`${giro.url}/`);
  await page.getByRole('heading', { level: 1, name: 'Send money' }).waitFor();
});

test('signs in with one click while the provider has a session, and shows nobody’s data on Back', async () => {
  const { giro, provider, page } = await startBoth();
  await page.goto('/sign-in');
  await enterAtProvider(page, provider.issuer);
  await page.waitForURL(`${giro.url}/`);
  await signOut(page);
  await page.waitForURL(`${provider.issuer}/**`);
  await page.goBack();
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.waitForURL(`${giro.url}/`);
  await accountButton(page).waitFor();
});

test('explains a cancelled sign-in with the organisation, and still offers the password', async () => {
  const { giro, provider, page } = await startBoth();
  await page.goto('/transfers');
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(`${giro.url}/sign-in?problem=denied&next=%2Ftransfers`);
  expect(await page.getByRole('alert').textContent()).toContain('You’re not signed in');
  await page.getByRole('button', { name: 'Use sender@giro.example' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${giro.url}/transfers`);
});

test('keeps a half-filled form when the session ends', async () => {
  const { giro, provider, page } = await startBoth();
  await page.goto('/recipients');
  await enterAtProvider(page, provider.issuer);
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor();
  const { id } = await addWallet(callerOf(page));
  await page.goto(`/recipients/${id}/edit`);
  await page.getByLabel('Nickname').fill('Cold wallet, the new one');
  await page.context().clearCookies({ name: 'giro' });
  await page.getByRole('button', { name: 'Save changes' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session ended' });
  await dialog.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await page.waitForURL(`${giro.url}/recipients/${id}/edit`);
  await page.getByText('What you had entered is still here').waitFor();
  const alias = page.getByLabel('Nickname');
  expect(await alias.inputValue()).toBe('Cold wallet, the new one');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cold wallet, the new one' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('edit-recipient');
});

test('confirms a large transfer with the organisation, and comes back to the same check', async () => {
  const { provider, page } = await startBoth({
    STEP_UP_ABOVE: '{"CLP":100000}',
    HOLD_SECONDS_NEW_RECIPIENT: '0',
  });
  await page.goto('/recipients');
  await enterAtProvider(page, provider.issuer);
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor();
  const { id, country } = await addRecipient(callerOf(page));
  await page.goto(
    `/send?source_amount_cents=100001&source_amount_currency=CLP&destination_amount_currency=COP&country_id=${country.id}&destination_account_id=${id}`,
  );
  const send = page.getByRole('button', { name: /^Send CLP/ });
  await send.click();
  const key = new URL(page.url()).searchParams.get('key');
  await page.getByRole('button', { name: 'Confirm with your organisation' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  // Though the provider has a session, it asks again.
  await page.getByPlaceholder('Enter any login').fill('ana');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();

  await page.getByText('You confirmed that it’s you. Press Send within 5 minutes.').waitFor();
  expect(new URL(page.url()).searchParams.get('key')).toBe(key);
  await send.click();
  await page.getByRole('heading', { level: 1, name: sentTitle }).waitFor();
  const { body: sent } = await callerOf(page).call('GET', `/api/sends/${key}`);
  expect(new URL(page.url()).pathname).toBe(`/transfers/${sent.transfer_id}`);
});

import { createServer } from 'node:net';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, startGiro } from '../support/journey.ts';
import { isFocused, tabTo } from '../support/keyboard.ts';
import { accountButton, signInUnseen } from '../support/sign-in.ts';

// People add a passkey and sign in by it with the keyboard alone, in Chromium with its virtual authenticator.

/** Browsers allow passkeys on localhost only by its name, and PUBLIC_ORIGIN has the port. */
async function startOnLocalhost() {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((done) => probe.close(done));
  const origin = `http://localhost:${port}`;
  await startGiro({ port, env: { PUBLIC_ORIGIN: origin } });
  return origin;
}

/** Puts an authenticator into the page that verifies its person at once. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Whether its person touches the authenticator as soon as they are asked. */
function setTouching(
  { cdp, authenticatorId }: { cdp: CDPSession; authenticatorId: string },
  enabled: boolean,
) {
  return cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
}

async function enter(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function typeInto(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page) => page.getByRole('region', { name: 'Your passkeys' });

test('adds, uses, renames and removes a passkey', async () => {
  const origin = await startOnLocalhost();
  const page = await openPage(origin);
  const authenticator = await addAuthenticator(page);
  await signInUnseen(page, 'sender');
  await page.goto('/settings/security');
  await card(page).waitFor();

  await enter(page, button(page, 'Add a passkey'));
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Chrome on Linux');
  await tabTo(page, dialog.getByLabel('Current password'));
  await page.keyboard.type('not it');
  await page.keyboard.press('Enter');
  await page.getByText('This is not your current password').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('sandbox');
  await page.keyboard.press('Enter');
  await page.getByText('Passkey added. You can sign in with it now.').waitFor();
  await card(page).getByText('Chrome on Linux').first().waitFor();
  await page.getByText('Save your recovery codes').waitFor();
  await enter(page, button(page, 'I saved them'));
  expect(await isFocused(page.getByRole('heading', { name: 'Your passkeys' }))).toBe(true);

  // The device has one already: the browser says so.
  await enter(page, button(page, 'Add a passkey'));
  await enter(page, dialog.getByRole('button', { name: 'Confirm with a passkey' }));
  await page.getByText('This device already has your passkey.').waitFor();
  await page.keyboard.press('Escape');

  // After the password alone nobody is in: the passkey is the second step.
  await setTouching(authenticator, false);
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await typeInto(page, 'Email', 'sender@giro.example');
  await typeInto(page, 'Password', 'sandbox');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await setTouching(authenticator, true);
  await enter(page, button(page, 'Use a passkey'));
  await accountButton(page).waitFor();

  // By the passkey alone: the field of the email suggests it, and this person takes it at once.
  await page.context().clearCookies();
  await page.goto('/sign-in?next=/settings/security');
  await card(page).waitFor();
  await page.getByText(/^Last used/).waitFor();

  await enter(page, button(page, 'Rename Chrome on Linux'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('My laptop');
  await page.keyboard.press('Enter');
  await card(page).getByText('Name saved').waitFor();
  await enter(page, button(page, 'Remove My laptop'));
  await enter(page, button(page, 'Confirm with a passkey'));
  await page.getByText('Passkey removed. You can’t use it to sign in.').waitFor();
  expect(await isFocused(page.getByRole('heading', { name: 'Your passkeys' }))).toBe(true);
});

test('a passkey that is not used leaves the form as it is', async () => {
  const origin = await startOnLocalhost();
  const page = await openPage(origin);
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.goto('/sign-in');
  await enter(page, button(page, 'Use a passkey'));
  await page.getByText('No passkey was used. Try again when you are ready.').waitFor();
  await typeInto(page, 'Email', 'sender@giro.example');
  await typeInto(page, 'Password', 'sandbox');
  await page.keyboard.press('Enter');
  await accountButton(page).waitFor();
});

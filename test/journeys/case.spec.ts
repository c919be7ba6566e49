import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accountPaths } from '../../src/contract/api/own-account.ts';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { accountButton, signInUnseen } from '../support/sign-in.ts';

const diego = { email: 'diego@example.com', name: 'Diego Rojas', role: 'support' } as const;
const password = 'a long password';

/** A page on which a second person of support is signed in, as an admin invited them. */
async function openDiego(url: string): Promise<Page> {
  const admin = await openPage(url);
  await signInUnseen(admin, 'admin');
  const { body } = await callerOf(admin).call('POST', '/api/people', diego);
  const token = new URL(body.link, url).hash.slice(1);
  const page = await openPage(url);
  await page.goto('/sign-in');
  await callerOf(page).call('POST', accountPaths.acceptInvitation, {
    token,
    new_password: password,
  });
  await page.getByLabel('Email').fill(diego.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await accountButton(page).waitFor();
  return page;
}

/** Two transfers that need review: to the first one, two transfers of the service fit. */
async function startWithCases() {
  const giro = await startGiro({
    reconcile: { intervals: [20], giveUpAfter: 50 },
    env: { RESOLVE_ALONE_UP_TO: '{}' },
  });
  const sender = await openPage(giro.url);
  await signInUnseen(sender, 'sender');
  const caller = callerOf(sender);
  const { id } = await addRecipient(caller);
  const keys: string[] = [];
  for (const source_amount_cents of ['606', '504']) {
    const { body } = await sendMoney(caller, id, { source_amount_cents });
    const { key } = body.send;
    await expect
      .poll(async () => (await caller.call('GET', `/api/sends/${key}`)).body.state)
      .toBe('unresolved');
    keys.push(key);
  }
  const [first = '', second = ''] = keys;
  return { ...giro, sender, first, second };
}

const side = (page: Page) => page.getByRole('region', { name: 'Who has this case' });
const notes = (page: Page) => page.getByRole('region', { name: 'Team notes' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('two people of support see each other on one case', async () => {
  const { url, sender, first, second } = await startWithCases();
  const marta = await openPage(url);
  await signInUnseen(marta, 'support');
  const other = await openDiego(url);
  for (const page of [marta, other]) {
    await page.goto(`/sends/${first}`);
    await page.getByText('Nobody has this case').waitFor();
  }

  await press(marta, 'Take case');
  await marta.getByText('Your case', { exact: true }).waitFor();
  expect(await marta.evaluate(() => document.activeElement?.textContent)).toBe('Give back');
  await side(other).getByText('Sue Support has this case').waitFor();

  await notes(marta).getByLabel('New team note').fill('9038 fits.');
  await press(marta, 'Add team note');
  await notes(other).getByText('9038 fits.').waitFor();
  expect(
    await notes(other)
      .getByRole('button', { name: /^Correct / })
      .count(),
  ).toBe(0);
  await notes(marta)
    .getByRole('button', { name: /^Correct / })
    .click();
  await notes(marta).getByLabel('Correct your note').fill('9041 fits.');
  await press(marta, 'Save correction');
  await notes(other).getByText('9041 fits.').waitFor();
  expect(await notes(other).locator('s').textContent()).toBe('9038 fits.');

  await press(other, 'Take over');
  await other.getByText('Your case', { exact: true }).waitFor();
  await side(marta).getByRole('alert').getByText('Diego Rojas took over your case').waitFor();
  await marta.getByText(/took the case over from/).waitFor();

  // It takes both: one proposes it, which they can't confirm, and the other one confirms it.
  await other.getByRole('button', { name: 'It was not sent' }).click();
  await other.getByLabel('Reason').fill('Not in the books of the service');
  await press(other, 'Ask a second person');
  await other.getByRole('heading', { name: 'Waits for a second person' }).waitFor();
  const confirm = { name: 'Confirm it was not sent' };
  expect(await other.getByRole('button', confirm).count()).toBe(0);
  await marta.getByRole('button', confirm).click();
  await marta.getByRole('dialog').getByRole('button', confirm).click();
  await other.getByRole('heading', { level: 1, name: 'This transfer was not sent' }).waitFor();
  await marta.getByRole('heading', { level: 1, name: 'This transfer was not sent' }).waitFor();
  await marta.getByText(/confirmed: it was not sent/).waitFor();
  await marta.getByRole('link', { name: 'Next case' }).click();
  await marta.waitForURL(`${url}/sends/${second}`);
  await marta.getByText('Nobody has this case').waitFor();

  await sender.goto(`/sends/${first}`);
  await sender.getByText('Not in the books of the service').waitFor();
  expect(await sender.content()).not.toMatch(/9038|9041|Diego|Sue Support|Team notes/);
}, 120_000);

test.each([
  ['a desk', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])('the decision is on the first screen of %s', async (_where, viewport) => {
  const { url, first } = await startWithCases();
  const page = await openPage(url, { viewport });
  await signInUnseen(page, 'support');
  await page.goto(`/sends/${first}`);
  await page.getByRole('button', { name: 'This is it' }).first().waitFor();
  await page.getByText('Nobody has this case').waitFor();
  // What the tabs of a phone cover is not seen.
  const bottom = await page.evaluate(() => {
    const tabs = [...document.querySelectorAll('nav')]
      .map((nav) => nav.getBoundingClientRect())
      .find(({ top, width }) => top > innerHeight / 2 && width === innerWidth);
    return tabs?.top ?? innerHeight;
  });
  for (const name of ['This is it', 'It was not sent']) {
    const box = await page.getByRole('button', { name }).first().boundingBox();
    expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(bottom);
  }
});

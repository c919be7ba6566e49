import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { isFocused, tabTo } from '../support/keyboard.ts';
import { openStore } from '../support/open-store.ts';
import { addRecipient } from '../support/recipients.ts';
import { sentTitle } from '../support/sent-title.ts';
import { signInUnseen } from '../support/sign-in.ts';
import { sqlite } from '../support/stores.ts';
import { ageFactors, codeAt, enrolTotp } from '../support/totp.ts';

test('confirms a large transfer with a code, by keyboard, and sends it once', async () => {
  const store = await openStore(sqlite.create);
  const env = { STEP_UP_ABOVE: '{"CLP":100000}', DATABASE_URL: store.url };
  const giro = await startGiro({ env });
  const page = await openPage(giro.url);
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  const { id, country } = await addRecipient(caller);
  const { secret } = await enrolTotp(caller, 'sandbox');
  await ageFactors(await store.open());
  const search = new URLSearchParams({
    source_amount_cents: '100001',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    country_id: country.id,
    destination_account_id: id,
  });
  await page.goto(`/send?${search}`);
  const send = page.getByRole('button', { name: /^Send CLP/ });
  await tabTo(page, send);
  const key = new URL(page.url()).searchParams.get('key');
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const code = dialog.getByLabel('Code');
  await code.waitFor();
  await expect.poll(() => isFocused(code)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(send)).toBe(true);
  await page.keyboard.press('Enter');
  await code.waitFor();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await expect.poll(() => isFocused(code)).toBe(true);
  expect(giro.sandbox.transfers).toHaveLength(0);

  // The wrong code is selected, so that this one replaces it.
  await page.keyboard.type(codeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: sentTitle }).waitFor();
  expect(giro.sandbox.transfers).toHaveLength(1);
  const { body: sent } = await callerOf(page).call('GET', `/api/sends/${key}`);
  expect(new URL(page.url()).pathname).toBe(`/transfers/${sent.transfer_id}`);
});

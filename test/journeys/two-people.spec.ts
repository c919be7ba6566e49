import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addRecipient } from '../support/recipients.ts';
import { sentTitle } from '../support/sent-title.ts';
import { signIn, signInUnseen } from '../support/sign-in.ts';

const minute = 60_000;

/** Sets a mark on the page that a reload would remove. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-mark', 'same'));
const isSame = (page: Page) => page.evaluate(() => document.body.getAttribute('data-mark'));

test('shows sender and support each new state of a transfer', async () => {
  const ahead = { ms: 0 };
  const { url, sandbox } = await startGiro({
    sandbox: {
      clock: { now: () => Date.now() + ahead.ms },
      assigned_after_ms: 10 * minute,
      settled_after_ms: 20 * minute,
    },
  });
  const sender = await openPage(url);
  await signInUnseen(sender, 'sender');
  const recipient = await addRecipient(callerOf(sender));
  await sender.goto(
    `/send?source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP&country_id=${recipient.country.id}&destination_account_id=${recipient.id}`,
  );
  await sender.getByRole('button', { name: /^Send / }).click();
  await sender.getByRole('heading', { level: 1, name: sentTitle }).waitFor();
  const id = String(sandbox.transfers[0]?.id);
  await sender.getByRole('link', { name: 'Transfers' }).first().click();
  await sender.getByRole('link', { name: /Mamá Bogotá/ }).click();
  await sender.getByRole('heading', { level: 1, name: `Transfer ${id}` }).waitFor();

  const support = await openPage(url);
  await signIn(support, 'support');
  await support.getByRole('textbox', { name: /^Transfer number/ }).fill('patiño');
  await support.keyboard.press('Enter');
  const found = support.getByRole('list', { name: 'Transfers' }).getByRole('listitem');
  await found.getByText(id).waitFor();
  await support.getByRole('heading', { level: 2, name: 'Gloria Patiño' }).waitFor();
  // No name remains in the address.
  expect(new URL(support.url()).search).toBe('');
  await support.reload();
  await found.getByText('Pending').waitFor();

  await mark(sender);
  await mark(support);
  for (const [state, title] of [
    ['In progress', `Transfer ${id}: In progress`],
    ['Completed', /^Transfer \d+: COP\s[\d,.]+ has arrived$/],
  ] as const) {
    ahead.ms += 10 * minute;
    await found.getByText(state).waitFor({ timeout: 30_000 });
    await sender.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  expect([await isSame(sender), await isSame(support)]).toEqual(['same', 'same']);
  expect(await found.count()).toBe(1);
});

import { expect, test } from 'vitest';
import { findUserByEmail } from '../../src/bff/ledger/people/users.ts';
import { backdate, usualArrivals } from '../support/arrivals.ts';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { openStore } from '../support/open-store.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { signInUnseen } from '../support/sign-in.ts';
import { strictestStore } from '../support/stores.ts';

const cost = {
  en: 'We charge no fee.',
  es: 'No cobramos comisión.',
  pt: 'Não cobramos tarifa.',
};
const lead = 'Half are completed within 2 hours, 9 in 10 within 1 day.';

/** A Giro that has seen 40 transfers to the sender's recipient completed. */
async function startKnown() {
  const store = await openStore(strictestStore().create);
  const giro = await startGiro({
    env: { DATABASE_URL: store.url, COST_NOTE: JSON.stringify(cost) },
    sandbox: { assigned_after_ms: 3_600_000, settled_after_ms: 7_200_000 },
    slowTransfers: { everyMs: 100 },
  });
  const db = await store.open();
  const page = await openPage(giro.url, { viewport: { width: 390, height: 844 } });
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  // Before anybody asks for the figures, which are then kept for minutes.
  const recipient = await addRecipient(caller);
  const user_id = (await findUserByEmail(db, 'sender@giro.example'))?.id ?? '';
  await usualArrivals(db, { user_id, destination_account_id: recipient.id });
  const account = `/api/destination_accounts/${recipient.id}`;
  await expect
    .poll(async () => (await caller.call('GET', account)).body.arrival)
    .toMatchObject({ count: 40 });
  return { ...giro, db, page, caller, recipient };
}

test('tells how long it takes and what it costs, and support of the slow ones, once', async () => {
  const { url, db, page, caller, recipient } = await startKnown();
  const search = new URLSearchParams({
    ...{ source_amount_cents: '100000', source_amount_currency: 'CLP' },
    ...{ destination_amount_currency: 'COP', country_id: recipient.country.id },
    destination_account_id: recipient.id,
  });
  const shown = (text: string) => page.getByText(text).filter({ visible: true });
  const asSaid = async (scope: 'bank' | 'country') => {
    await shown(lead).waitFor();
    await shown(`Of the last 40 transfers to this ${scope}, checked every 5 minutes.`).waitFor();
    expect(await shown(lead).count()).toBe(1);
  };
  await page.goto(`/?${search}`);
  await asSaid('bank');
  await shown(cost.en).waitFor();

  await page.goto(`/send?${search}`);
  await asSaid('bank');
  await shown(cost.en).waitFor();
  const send = page.getByRole('button', { name: /^Send CLP/ });
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/transfers\/\d+$/);
  await asSaid('bank');

  const first = page.url().split('/').at(-1) ?? '';
  await backdate(db, first, 80);
  const support = await openPage(url);
  await signInUnseen(support, 'support');
  const slow = async () => {
    const { body } = await callerOf(support).call('GET', '/api/cases');
    return body.items.map(({ key }: { key: string }) => key);
  };
  await expect.poll(slow).toEqual([first]);
  await support.goto('/support/cases');
  const rows = support.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  await rows.getByText(`Transfer ${first} is slower than 95 in 100`).waitFor();
  expect(await rows.count()).toBe(1);
  await rows.getByRole('link', { name: 'To Mamá Bogotá' }).click();
  await support.getByText('Slower than 95 in 100: not completed after 3 days').waitFor();
  await support.getByText('95 in 100 of the last 40 to this bank took 40 hours at most.').waitFor();
  await support.getByRole('button', { name: 'Done' }).click();
  await support.getByLabel('Reason').fill('Their bank is closed today');
  await support.getByRole('button', { name: 'Close case' }).click();
  await support.getByRole('heading', { name: 'Case closed' }).waitFor();

  // The second shows that Giro has looked again.
  const { body } = await sendMoney(caller, recipient.id, { source_amount_cents: '200000' });
  await backdate(db, body.id, 80);
  await expect.poll(slow).toEqual([body.id]);
  await support.goto('/support/cases');
  await rows.getByText(`Transfer ${body.id} is slower than 95 in 100`).waitFor();
  expect(await rows.count()).toBe(1);
});

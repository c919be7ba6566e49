import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';
import { addRecipient } from '../support/recipients.ts';
import { signInUnseen } from '../support/sign-in.ts';

test('schedules every month on the 31st by the keyboard, and changes one day', async () => {
  const { url, sandbox } = await startGiro();
  const page = await openPage(url, { timezoneId: 'America/Santiago' });
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  const to = await addRecipient(caller);
  const search = new URLSearchParams({
    ...{ source_amount_cents: '55000', source_amount_currency: 'CLP' },
    destination_amount_currency: 'COP',
    ...{ country_id: String(to.country.id), destination_account_id: String(to.id) },
  });
  await page.goto(`/send?${search}`);

  await tabTo(page, page.getByRole('radio', { name: 'Now' }));
  for (const _ of ['a day', 'week', 'month']) await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'Every month' }).isChecked()).toBe(true);
  const year = new Date().getUTCFullYear() + 1;
  await tabTo(page, page.getByLabel('First day'));
  await page.keyboard.type(`0131${year}`);
  const dates = page.getByRole('main').getByRole('list').getByRole('listitem');
  await dates.filter({ hasText: 'January 31' }).waitFor();
  expect(await dates.nth(1).textContent()).toContain('This month has no day 31');
  expect(await dates.nth(2).textContent()).toContain('March 31');
  await tabTo(page, page.getByRole('button', { name: 'Schedule transfers' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/scheduled');

  const [order] = (await caller.call('GET', '/api/orders')).body.items;
  expect(order).toMatchObject({
    kind: 'monthly',
    days: { first_day: `${year}-01-31`, time: '09:00', zone: 'America/Santiago' },
  });
  await page.goto(`/scheduled/${order.id}/edit?day=${year}-03-31`);
  await page.getByLabel('Day', { exact: true }).fill(`${year}-03-30`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/scheduled');
  const { items } = (await caller.call('GET', '/api/orders')).body;
  const days = items.map(({ days }: { days: { first_day: string } }) => days.first_day);
  expect(days.sort()).toEqual([`${year}-01-31`, `${year}-03-30`]);
  expect(sandbox.transfers).toHaveLength(0);
});

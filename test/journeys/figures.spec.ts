import { expect, test } from 'vitest';
import { timeZoneCookie } from '../../src/contract/api/rendered-page.ts';
import { findBrokenFigures, findOverflow } from '../screenshots/layout-checks.ts';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { untilQuiet } from '../support/quiet.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { signInUnseen } from '../support/sign-in.ts';

const widths = [360, 390];

/** As a cookie's value, a time zone in which it is past ten: the time beside a figure is as long as it gets. */
function zoneAtTen(): string {
  // The furthest west is 12 hours: there it is past eleven.
  const east = Math.max(-12, 10 - new Date().getUTCHours());
  return encodeURIComponent(`Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`);
}

test('does not break a long figure over two lines on a phone', async () => {
  // The service's clock stands, so that the transfers stay on their way and are shown beside the quote.
  const now = Date.now();
  const { url } = await startGiro({ sandbox: { clock: { now: () => now } } });
  const page = await openPage(url, { viewport: { width: 390, height: 844 } });
  await page.context().addCookies([{ name: timeZoneCookie, value: zoneAtTen(), url }]);
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  const { id } = await addRecipient(caller);
  const { body: countries } = await caller.call('GET', '/api/countries');
  const spain = countries.find(({ code }: { code: string }) => code === 'ES').id;
  // A large amount of the dearest currency, and one with 18 decimals.
  const bitcoin = { source_amount_cents: '10000000001', source_amount_currency: 'BTC' };
  const sent = await sendMoney(caller, id, { ...bitcoin, destination_amount_currency: 'ETH' });
  const other = await sendMoney(caller, id, {
    source_amount_cents: '55032381100',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'BTC',
  });
  const ofSpain = new URLSearchParams({
    ...bitcoin,
    country_id: spain,
    destination_amount_currency: 'EUR',
  });
  const ofEther = new URLSearchParams({
    ...bitcoin,
    country_id: spain,
    destination_amount_currency: 'ETH',
  });
  const check = new URLSearchParams({
    ...bitcoin,
    destination_amount_currency: 'ETH',
    country_id: spain,
    destination_account_id: id,
    source_amount_cents: '10000000002',
  });

  const faults: Record<string, string[]> = {};
  async function look(name: string, address: string, ready: string | RegExp) {
    await page.goto(address);
    await page.getByText(ready).first().waitFor();
    // Lazy parts of the quote page load when they scroll into view.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await untilQuiet(page);
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const found = [...(await findBrokenFigures(page)), ...(await findOverflow(page))];
      if (found.length > 0) faults[`${name} at ${width}`] = found;
    }
  }

  await look('quote', `/?${ofSpain}`, /The final rate is set/);
  expect(await page.getByRole('heading', { name: 'On the way' }).isVisible()).toBe(true);
  const ways = page.getByRole('table', { name: /^Ways to receive/ }).locator('td');
  expect((await ways.allInnerTexts()).every((text) => /\d/.test(text))).toBe(true);
  await look('quote of ether', `/?${ofEther}`, /The final rate is set/);
  await look('recipient', `/send?${ofSpain}`, 'Choose a recipient');
  await look('check', `/send?${check}`, 'Check before you send');
  await look('list', '/transfers', 'Mamá Bogotá');
  await look('transfer', `/transfers/${sent.body.id}`, /BTC/);
  await look('transfer to bitcoin', `/transfers/${other.body.id}`, /BTC/);
  await look('recipient page', `/recipients/${id}`, /BTC/);

  await page.context().clearCookies();
  await signInUnseen(page, 'support');
  await look('support', '/support', /BTC/);
  await look('found', '/support?q=Gloria', /BTC/);
  await look('transfer for support', `/transfers/${sent.body.id}`, /BTC/);
  expect(faults).toEqual({});
});

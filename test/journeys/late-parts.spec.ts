import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { reads } from '../../src/contract/api/reads.ts';
import { scriptsWith } from '../support/built-scripts.ts';
import { startWithTransfer } from '../support/every-page.ts';
import { holdScripts, untilAlive } from '../support/hydrated.ts';
import { openPage } from '../support/journey.ts';

/** The cookies at the first moment in which React has the element. */
async function cookiesOnceHydrated(page: Page, element: Locator) {
  const cookies = await page.waitForFunction(
    (node) =>
      Object.keys(node ?? {}).some((key) => key.startsWith('__react')) && `${document.cookie};`,
    await element.elementHandle(),
    { polling: 20 },
  );
  return cookies.jsonValue();
}

/** Comes back to the page, which asks again for the open sends, and gets others. */
async function returnTo(page: Page) {
  const isRead = ({ pathname, search }: URL) => pathname + search === reads.openSends.url;
  await page.route(isRead, async (route) => {
    const response = await route.fetch();
    const sends = z.parse(z.array(z.looseObject({})), await response.json());
    await route.fulfill({ response, json: sends.map((one) => ({ ...one, isOther: true })) });
  });
  const answered = page.waitForResponse((response) => isRead(new URL(response.url())));
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await (await answered).finished();
}

const figures =
  'source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP&country_id=6';

test('keeps an unconfirmed transfer in sight while its script is late, whatever else renders', async () => {
  const { url, page: sender } = await startWithTransfer({ isOneOpen: true });
  const page = await openPage(url, { timezoneId: 'America/Bogota' });
  await page.context().addCookies(await sender.context().cookies());
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const isThere = document.body?.innerText.includes('is not confirmed yet') ?? false;
      if (isThere !== (seen.at(-1) ?? false)) seen.push(isThere);
    }).observe(document, { subtree: true, childList: true });
  });
  const ownZone = () => page.evaluate(() => document.cookie.includes('America%2FBogota'));
  const words = scriptsWith('Estimated rates');
  const partsCame = await holdScripts(page, (name) => /^(open-sends|next-scheduled)/.test(name));
  const wordsCame = await holdScripts(page, (name) => words.includes(name));
  await page.goto(`/?${figures}`);
  await untilAlive(page);

  // More of the catalogue, for what stands beside the form.
  expect(wordsCame()).toBe(1);
  const aside = page.getByRole('complementary').getByRole('table').first();
  await aside.waitFor();
  await page.getByRole('textbox', { name: /^You send/ }).fill('2500');
  await page.waitForURL(/source_amount_cents=2500(&|$)/);
  await returnTo(page);
  // Longer than the page waits before it takes the browser's time zone.
  const alive = await page.evaluate(() => performance.now());
  await page.waitForFunction((end) => performance.now() > end, alive + 2_500, { polling: 100 });
  expect(await ownZone()).toBe(false);

  // It hydrates before the zone is taken.
  const notice = page.getByText('is not confirmed yet').first();
  expect(partsCame()).toBe(2);
  expect(await cookiesOnceHydrated(page, notice)).not.toContain('America%2FBogota');
  await expect.poll(ownZone).toBe(true);
  await untilAlive(page);
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([true]);
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stillness } from '../screenshots/browser.ts';
import { someOf } from '../support/at-length.ts';
import { type Ids, startWithTransfer } from '../support/every-page.ts';
import { openPage } from '../support/journey.ts';
import { untilQuiet } from '../support/quiet.ts';
import { signInUnseen } from '../support/sign-in.ts';

const day = 24 * 60 * 60_000;
const wrong = { days: [-day, day], years: [-2 * 365 * day, 2 * 365 * day] };

/** The browser's clock is wrong by this, in milliseconds. */
async function setClockWrong(page: Page, by: number) {
  await page.addInitScript((ms) => {
    const RightDate = Date;
    const now = () => RightDate.now() + ms;
    globalThis.Date = new Proxy(RightDate, {
      construct: (target, given, made) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, made),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, by);
}

/** What the page says and lets enter, whatever second it is, and however often somebody has asked. */
async function saidOn(page: Page) {
  await untilQuiet(page);
  // On a busy machine an estimate is asked for only after nothing was.
  await stillness(page);
  await untilQuiet(page);
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
  const text = await page.locator('main').innerText();
  const limits = await page
    .locator('main input[type=date]')
    .evaluateAll((inputs) =>
      inputs.map((input) => [input.getAttribute('min'), input.getAttribute('max')]),
    );
  const shown = text
    .replace(/\d+ (s|min) ago|just now/gi, 'lately')
    .replace(/\d+ estimates?/, 'estimates')
    // Said aloud once an estimate is there, and not again when it is asked for anew.
    .replace(/You send [^\n]* gets about [^\n]*\n*/, '');
  return { text: shown, limits };
}

/** The page as the server renders it, and as the browser alone does. */
async function saidTwice(page: Page, path: string) {
  await page.goto(path);
  const rendered = await saidOn(page);
  await page.goto('/no-such-page');
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('h1').filter({ hasNotText: 'Not found' }).first().waitFor();
  return { rendered, shown: await saidOn(page) };
}

const pathsOf = ({ transfer, bank, bankCountry, wallet, openKey, sendKey }: Ids) => {
  const figures = `source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=ETH&country_id=33`;
  return [
    '/transfers',
    '/transfers?from=2026-01-01',
    `/transfers/${transfer}`,
    `/?${figures}`,
    `/send?${figures}&destination_account_id=${wallet}&key=${sendKey}`,
    `/sends/${openKey}`,
    `/sends/${sendKey}`,
    `/recipients/${bank}`,
    `/recipients/new?country_id=${bankCountry}`,
  ];
};

test('every page says the same with a clock that is days or years wrong', async () => {
  const { url, page: right, ids } = await startWithTransfer({ isOneOpen: true });
  const paths = someOf(pathsOf(ids), 5);
  const saidOnAll = async (page: Page) => {
    const said: [string, Awaited<ReturnType<typeof saidTwice>>][] = [];
    for (const path of paths) said.push([path, await saidTwice(page, path)]);
    return said;
  };
  async function saidWithClock(by: number) {
    const page = await openPage(url);
    await setClockWrong(page, by);
    await signInUnseen(page, 'sender');
    const said = await saidOnAll(page);
    const ahead = (await page.evaluate(() => Date.now())) - Date.now();
    expect(Math.abs(ahead - by)).toBeLessThan(day / 2);
    return said;
  }
  // The first estimate of a pair of currencies has no course of rates beside it, the next ones have.
  for (const path of paths) await saidTwice(right, path);
  const some = someOf([...wrong.days, ...wrong.years], 1);
  // At once, because most of it is waiting until a page stands still.
  const [said, ...others] = await Promise.all([saidOnAll(right), ...some.map(saidWithClock)]);
  for (const [path, { shown }] of said) expect(shown.text.length, path).toBeGreaterThan(50);
  for (const [place, other] of others.entries()) {
    for (const [index, [path, both]] of said.entries()) {
      expect.soft(other[index]?.[1], `${path}, ${some[place]} ms`).toEqual(both);
    }
  }
}, 240_000);

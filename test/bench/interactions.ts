import type { Page } from 'playwright-core';
import { keystroke, signIn, slowDown, throttled, timed, withBuiltGiro } from './built-giro.ts';
import { type Line, median } from './section.ts';

const rounds = 7;
const typed = '1234567';
/** Where to, and what only that page shows. */
const pages = [
  ['/recipients', 'main a[href="/recipients/new"]'],
  ['/transfers', 'main select'],
  ['/', 'main input[inputmode=decimal]'],
] as const;

/** Ways between pages whose data is there, and keys in each kind of field, on a phone's processor. */
export function interactions(): Promise<Line[]> {
  return withBuiltGiro({}, async ({ url: baseURL, browser }) => {
    const context = await browser.newContext({ baseURL, locale: 'en-US' });
    const page = await context.newPage();
    await page.goto('/sign-in');
    const slow = await slowDown(page);
    const email = await keysIn(page, 'input[type=email]');
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await signIn(page, 'sender');
    await slowDown(page);

    const ways = await between(page);
    const amount = await keysIn(page, 'input[inputmode=decimal]');
    await page.goto('/transfers');
    const search = await keysIn(page, 'input[type=search]');
    await page.goto('/recipients/new');
    const name = await keysIn(page, 'input[name=first_name]');
    const line = (what: string, times: number[]): Line => ({
      what: `${what}, ${throttled}, median and worst`,
      value: `${median(times).toFixed(0)} / ${Math.max(...times).toFixed(0)} ms`,
    });
    return [
      line('from page to painted page, its data known', ways),
      line('a key in the sign-in form', email),
      line('a key in the amount of a quote', amount),
      line('a key in the search of transfers', search),
      line('a key in the form of a recipient', name),
    ];
  });
}

/** From the quote to the recipients to the transfers and back, after a first time that fetches them. */
async function between(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [path, shown] of pages) {
      const took = await timed(page, `nav a[href="${path}"]`, shown);
      if (round > 0) times.push(took);
      // What the page reads on its own has come.
      await page.waitForTimeout(400);
    }
  }
  return times;
}

async function keysIn(page: Page, field: string): Promise<number[]> {
  await page.locator(field).first().focus();
  await page.waitForTimeout(1_000);
  const times: number[] = [];
  for (const key of typed) {
    times.push(await keystroke(page, key));
    await page.waitForTimeout(250);
  }
  return times;
}

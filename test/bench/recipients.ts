import { readdirSync, statSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { signIn } from '../support/sign-in.ts';
import { appFolder, keystroke, slowDown, throttled, timed, withBuiltGiro } from './built-giro.ts';
import { type Line, median } from './section.ts';

const many = 5_000;
const rounds = 5;

/** Measures the recipient form and list in Chromium with CPU throttle. */
export function recipients(): Promise<Line[]> {
  return withBuiltGiro({}, async ({ url: baseURL, browser }) => {
    const context = await browser.newContext({ baseURL, locale: 'en-US' });
    const page = await context.newPage();
    await signIn(page, 'sender');
    await page.route('**/api/banks?*', (route) => route.fulfill({ json: manyBanks }));
    await slowDown(page);

    const opening = await repeat(() => openForm(page));
    const banks = await repeat(() => typeBank(page));
    await page.route('**/recipients/new', withoutInitialData);
    await page.route('**/api/destination_accounts', (route) =>
      route.fulfill({ json: manyAccounts }),
    );
    const list = await repeat(() => searchList(page));
    return [
      line(`opening the recipient form, ${throttled}`, opening, 'open'),
      line(`first keystroke to painted list, ${many} banks, ${throttled}`, banks, 'first'),
      line(`next keystroke, ${many} banks, ${throttled}`, banks, 'next'),
      line(`opening the list of ${many} recipients, ${throttled}`, list, 'open'),
      line(`first keystroke to painted box, ${many} recipients, ${throttled}`, list, 'first'),
      line(`first keystroke to painted results, ${throttled}`, list, 'found'),
      { what: 'check-digit code, loaded on demand', value: sizeOf('checks') },
    ];
  });
}

const manyBanks = Array.from({ length: many }, (_, at) => ({
  id: String(at + 1),
  code: String(at).padStart(4, '0'),
  name: `Banco ${['Norte', 'Sur', 'del Pacífico', 'Andino'][at % 4]} ${throttled}`,
  country_name: 'Colombia',
}));

const manyAccounts = Array.from({ length: many }, (_, at) => ({
  id: String(at + 501),
  alias: `Recipient ${throttled}`,
  category: 'bank',
  first_name: 'Gloria',
  last_name: `Patiño ${throttled}`,
  bank_id: String((at % many) + 1),
  bank_number: String(10_000_000 + at * 7),
  country: { id: String((at % 30) + 1), name: 'Colombia', code: 'CO', is_asset: false },
  editable: true,
  pinned: false,
  archived: false,
  last_sent: null,
}));

/** Removes the initial data, so that the page makes the reads that this file mocks. */
async function withoutInitialData(route: Route) {
  const response = await route.fetch();
  const html = await response.text();
  const body = html.replace(/<script type="application\/json".*?<\/script>/gs, '');
  await route.fulfill({ response, body });
}

/** Milliseconds from a click on the link to the painted form. Its code is already loaded. */
async function openForm(page: Page) {
  await page.goto('/recipients');
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor();
  return { open: await timed(page, 'a[href="/recipients/new"]', 'input[role=combobox]') };
}

async function typeBank(page: Page) {
  await page.goto('/recipients/new');
  const answered = page.waitForResponse(/api\/banks/);
  await page.getByRole('combobox', { name: /^Country/ }).fill('colombia');
  await page.keyboard.press('Enter');
  await answered;
  await page.getByRole('combobox', { name: 'Bank' }).focus();
  await page.waitForTimeout(500);
  const first = await keystroke(page, 'b');
  const next = await keystroke(page, 'a');
  await page.evaluate(() => sessionStorage.clear());
  return { first, next };
}

async function searchList(page: Page) {
  await page.goto('/recipients/new');
  await page.getByRole('heading', { level: 1, name: 'New recipient' }).waitFor();
  const open = await timed(page, 'nav a[href="/recipients"]', 'main a[href="/recipients/501"]');
  await page.getByRole('searchbox').focus();
  await page.locator('main a[href="/recipients/501"]').waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  const begun = performance.now();
  const first = await keystroke(page, '9');
  await page.locator('main a[href="/recipients/501"]').waitFor({ state: 'detached' });
  return { open, first, found: performance.now() - begun };
}

async function repeat<Name extends string>(run: () => Promise<Record<Name, number>>) {
  const results: Record<Name, number>[] = [];
  // The first run fills the browser's cache.
  await run();
  for (let round = 0; round < rounds; round += 1) results.push(await run());
  return results;
}

function line<Name extends string>(
  what: string,
  results: Record<Name, number>[],
  name: Name,
): Line {
  return { what, value: `${median(results.map((result) => result[name])).toFixed(0)} ms` };
}

function sizeOf(chunk: string): string {
  const folder = `${appFolder}/assets`;
  const name = readdirSync(folder).find(
    (file) => file.startsWith(chunk) && file.endsWith('.js.br'),
  );
  if (!name) throw new Error(`the build has no file ${chunk}`);
  return `${(statSync(`${folder}/${name}`).size / 1000).toFixed(1)} kB`;
}

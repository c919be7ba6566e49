import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { readConfig } from '../../src/bff/config.ts';
import { start } from '../../src/bff/start.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { findChromium } from '../support/chromium.ts';
import { type Line, median } from './section.ts';

const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));
const many = 5_000;
const rounds = 5;
const throttling = 4;

/** The recipient form and list in Chromium, its processor slowed down to that of a phone. */
export async function recipients(): Promise<Line[]> {
  await build({ logLevel: 'error' });
  const sandbox = createSandbox({ scenarios: false });
  const { url: baseUrl, close } = await sandbox.listen();
  const access = { baseUrl, clientId: sandbox.client_id, clientSecret: sandbox.client_secret };
  const app = await start({
    config: readConfig({}),
    log: pino({ level: 'silent' }),
    appFolder,
    startSandbox: async () => ({ ...access, close }),
  });
  const baseURL = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ baseURL, locale: 'en-US' });
    const page = await context.newPage();
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill('sender@giro.example');
    await page.getByLabel('Password').fill('sandbox');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).first().waitFor();
    await page.route('**/api/banks?*', (route) => route.fulfill({ json: manyBanks }));
    const slow = await context.newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: throttling });

    const opening = await repeat(() => openForm(page));
    const banks = await repeat(() => typeBank(page));
    await page.route('**/api/destination_accounts', (route) =>
      route.fulfill({ json: manyAccounts }),
    );
    const list = await repeat(() => searchList(page));
    const at = `at ${throttling}x CPU throttle`;
    return [
      line(`opening the recipient form, ${at}`, opening, 'open'),
      line(`first keystroke to painted list, ${many} banks, ${at}`, banks, 'first'),
      line(`next keystroke, ${many} banks, ${at}`, banks, 'next'),
      line(`opening the list of ${many} recipients, ${at}`, list, 'open'),
      line(`first keystroke to painted box, ${many} recipients, ${at}`, list, 'first'),
      line(`first keystroke to the recipients found, ${at}`, list, 'found'),
      { what: 'the checks of codes and addresses, loaded on demand', value: sizeOf('checks') },
    ];
  } finally {
    await browser.close();
    await app.close();
  }
}

const manyBanks = Array.from({ length: many }, (_, at) => ({
  id: String(at + 1),
  code: String(at).padStart(4, '0'),
  name: `Banco ${['Norte', 'Sur', 'del Pacífico', 'Andino'][at % 4]} ${at}`,
  country_name: 'Colombia',
}));

const manyAccounts = Array.from({ length: many }, (_, at) => ({
  id: String(at + 501),
  alias: `Recipient ${at}`,
  category: 'bank',
  first_name: 'Gloria',
  last_name: `Patiño ${at}`,
  bank_id: String((at % many) + 1),
  bank_number: String(10_000_000 + at * 7),
  country: { id: String((at % 30) + 1), name: 'Colombia', code: 'CO', is_asset: false },
  editable: true,
}));

/** Milliseconds from the press of a link to the painted heading, its code already in the browser. */
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
  await page.getByText('Recipient 0', { exact: true }).waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  const begun = performance.now();
  const first = await keystroke(page, '9');
  await page.getByText('Recipient 0', { exact: true }).waitFor({ state: 'detached' });
  return { open, first, found: performance.now() - begun };
}

/** Presses what is at `from` and waits for `to`, in the page's own clock, until it is painted. */
function timed(page: Page, from: string, to: string): Promise<number> {
  return page.evaluate(
    ([link = '', wanted = '']) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const look = () => {
          if (!document.querySelector(wanted)) return requestAnimationFrame(look);
          return setTimeout(() => resolve(performance.now() - begun));
        };
        document.querySelector<HTMLElement>(link)?.click();
        requestAnimationFrame(look);
      }),
    [from, to],
  );
}

/** Milliseconds from a key to the end of the frame that shows what it did. */
async function keystroke(page: Page, key: string): Promise<number> {
  // Listening before the key is pressed, which takes another way into the browser.
  const listening = await page.evaluateHandle(() => {
    const painted = new Promise<number>((resolve) => {
      const press = ({ timeStamp }: KeyboardEvent) =>
        // What a key does is done before the next frame; a task after that comes when it is painted.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      document.addEventListener('keydown', press, { capture: true, once: true });
    });
    return { painted };
  });
  await page.keyboard.press(key);
  return listening.evaluate(({ painted }) => painted);
}

async function repeat<Name extends string>(run: () => Promise<Record<Name, number>>) {
  const results: Record<Name, number>[] = [];
  // The first one fills the browser's caches.
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

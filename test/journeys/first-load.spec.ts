import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openPage, signIn, startGiro } from '../support/journey.ts';

const budget = z.parse(
  z.object({ cold: z.record(z.string(), z.number()), later: z.number(), styles: z.number() }),
  JSON.parse(readFileSync('test/budget.json', 'utf8')),
);

type Asked = { path: string; byScript: boolean; began: number; ended: number };

/** Opens a page in a browser that holds nothing, and answers what it asked for. */
async function cold(page: Page, path: string): Promise<Asked[]> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.clearBrowserCache');
  const asked = new Map<string, Asked>();
  network.on('Network.requestWillBeSent', ({ requestId, request, initiator, timestamp }) => {
    const { pathname } = new URL(request.url);
    const byScript = initiator.type === 'script';
    asked.set(requestId, { path: pathname, byScript, began: timestamp, ended: Infinity });
  });
  network.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const one = asked.get(requestId);
    if (one) one.ended = timestamp;
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await network.detach();
  return [...asked.values()];
}

const scriptsOf = (asked: Asked[]) =>
  new Set(
    asked.map(({ path }) => path).filter((path) => path.endsWith('.js') && path !== '/sw.js'),
  );

const bytesOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(`dist${file}.br`).size, 0);

test('a cold sign-in keeps to its bytes, and asks for nothing but its script', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { serviceWorkers: 'block' });
  const asked = await cold(page, '/sign-in');
  expect(bytesOf(scriptsOf(asked))).toBeLessThanOrEqual(budget.cold['/sign-in'] ?? 0);
  expect(asked.filter(({ byScript }) => byScript)).toEqual([]);
});

/** Opens pages one after the other, each in a browser that holds nothing; the first is the quote's. */
async function holdToBudget(page: Page, home: string, paths: readonly string[]) {
  const first = scriptsOf(await cold(page, home));
  for (const path of [home, ...paths]) {
    const asked = await cold(page, path);
    const scripts = scriptsOf(asked);
    if (path === '/') expect(bytesOf(scripts)).toBeLessThanOrEqual(budget.cold['/'] ?? 0);
    const more = bytesOf([...scripts].filter((file) => !first.has(file)));
    expect(more, `what ${path} adds`).toBeLessThanOrEqual(budget.later);

    // The page names its chunks; what its script asks for waits for nothing else that it asked for.
    // A second read of the same is no way to what is shown first: it is there already.
    const byScript = [...new Map(asked.toReversed().map((one) => [one.path, one])).values()].filter(
      (one) => one.byScript,
    );
    const waited = byScript.filter((one) => byScript.some((other) => other.ended < one.began));
    expect(
      waited.map((one) => one.path),
      `third round trips of ${path}`,
    ).toEqual([]);
  }
}

test('each cold page of a sender keeps to its bytes and to two round trips', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { serviceWorkers: 'block' });
  await signIn(page, 'sender');
  const { recipient, transfer, sending } = await sentOnce(page, url);
  await holdToBudget(page, '/', [
    '/recipients',
    '/recipients/new',
    `/recipients/${recipient}`,
    `/sends/${sending}`,
    '/transfers',
    `/transfers/${transfer}`,
  ]);
});

test('each cold page of support keeps to its bytes and to two round trips', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { serviceWorkers: 'block' });
  await signIn(page, 'support');
  await holdToBudget(page, '/support', ['/support/health']);
});

/** A wallet that money went to, so that each page has something to show. */
async function sentOnce(page: Page, url: string) {
  const sending = crypto.randomUUID();
  const post = async (path: string, data: object, headers = {}) => {
    const answer = await page.request.post(path, { data, headers: { origin: url, ...headers } });
    return z.parse(z.object({ id: z.string() }), await answer.json()).id;
  };
  const recipient = await post('/api/destination_accounts', {
    alias: 'Cold wallet',
    category: 'wallet',
    additional_data: '0x52908400098527886E0F7030069857D2E4169EE7',
  });
  const money = {
    destination_account_id: recipient,
    source_amount_cents: '100000',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'ETH',
  };
  const transfer = await post('/api/transfers', money, { 'idempotency-key': sending });
  return { recipient, transfer, sending };
}

test('the styles of all pages keep to their bytes', () => {
  const styles = readdirSync('dist/assets').filter((name) => name.endsWith('.css'));
  expect(bytesOf(styles.map((name) => `/assets/${name}`))).toBeLessThanOrEqual(budget.styles);
  expect(styles).toHaveLength(1);
});

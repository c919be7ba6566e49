import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { initialData, initialDataKey } from '../../src/contract/api/initial-data.ts';
import { allPages } from '../../src/contract/api/pages.ts';
import { apiPaths } from '../../src/contract/api/paths.ts';
import type { Role } from '../../src/contract/api/session.ts';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addRecipient, addWallet, asShown } from '../support/recipients.ts';
import { signIn } from '../support/sign-in.ts';

const bytesByPath = z.record(z.string(), z.number());
const budget = z.parse(
  z.object({ cold: bytesByPath, later: bytesByPath, styles: z.number() }),
  JSON.parse(readFileSync('test/budget.json', 'utf8')),
);
const laterBytes = (path: string) =>
  budget.later[path.split('?', 1).join()] ?? budget.later['*'] ?? 0;

/** A request of the page, with its status where it went over the network. */
type Asked = { url: string; byScript: boolean; began: number; ended: number; status?: number };
type Load = {
  asked: Asked[];
  /** The reads of the API whose answers came with the page. */
  brought: string[];
};

/** Notes what a page asks for from now on; answers all of it once it is asked. */
async function note(page: Page): Promise<() => Promise<Asked[]>> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const asked = new Map<string, Asked>();
  // It may be told before the request is.
  const statuses = new Map<string, number>();
  network.on('Network.requestWillBeSent', ({ requestId, request, initiator, timestamp }) => {
    const { pathname, search } = new URL(request.url);
    const byScript = initiator.type === 'script';
    asked.set(requestId, { url: pathname + search, byScript, began: timestamp, ended: Infinity });
  });
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode);
  });
  const end = ({ requestId, timestamp }: { requestId: string; timestamp: number }) => {
    const one = asked.get(requestId);
    if (one) one.ended = timestamp;
  };
  network.on('Network.loadingFinished', end);
  network.on('Network.loadingFailed', end);
  return async () => {
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const underWay = () => [...asked.values()].filter((one) => one.ended === Infinity);
    await expect.poll(() => urlsOf(underWay().filter((one) => !isStream(one)))).toEqual([]);
    await network.detach();
    return [...asked].map(([id, one]) => {
      const status = statuses.get(id);
      return status === undefined ? one : { ...one, status };
    });
  };
}

/** Opens a page, and answers what it asked for and what it brought. */
async function load(page: Page, path: string): Promise<Load> {
  const noted = await note(page);
  const html = (await (await page.goto(path))?.text()) ?? '';
  // Not the likeness that it came painted with.
  await page.locator('#root:not([inert]) h1').waitFor();
  const asked = await noted();
  const [, block = '{}'] = /id="initial-data">(.*?)<\/script>/s.exec(html) ?? [];
  const brought = Object.keys(z.parse(initialData, JSON.parse(block)));
  // What the page names waits for no script, whoever fetches it.
  const isNamed = ({ url }: Asked) => html.includes(`"${url}"`);
  return {
    asked: asked.map((one) => ({ ...one, byScript: one.byScript && !isNamed(one) })),
    brought,
  };
}

/** The same in a browser that holds nothing. */
async function cold(page: Page, path: string): Promise<Load> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.clearBrowserCache');
  await network.detach();
  return load(page, path);
}

const scriptsOf = ({ asked }: Load) =>
  new Set(asked.map(({ url }) => url).filter((url) => url.endsWith('.js') && url !== '/sw.js'));

const bytesOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(`dist${file}.br`).size, 0);

const isStream = ({ url }: Asked) => url.startsWith(apiPaths.transferEvents);

/** What its script asks for, but for the stream of changes, which stays open. */
const askedByScript = ({ asked }: Load) => asked.filter((one) => one.byScript && !isStream(one));

test.each(['/sign-in', '/', '/transfers'])(
  'a cold sign-in at %s keeps to its bytes, and asks for nothing but its script',
  async (path) => {
    const { url } = await startGiro();
    const page = await openPage(url, { serviceWorkers: 'block' });
    const loaded = await cold(page, path);
    expect(bytesOf(scriptsOf(loaded))).toBeLessThanOrEqual(budget.cold['/sign-in'] ?? 0);
    expect(askedByScript(loaded)).toEqual([]);
  },
);

/** Opens pages one after the other, each in a browser that holds nothing; the first is the home. */
async function holdToBudget(page: Page, paths: readonly string[]) {
  const [home = '/'] = paths;
  const first = scriptsOf(await cold(page, home));
  for (const path of paths) {
    const loaded = await cold(page, path);
    const scripts = scriptsOf(loaded);
    if (path === home)
      expect.soft(bytesOf(scripts), path).toBeLessThanOrEqual(budget.cold[path] ?? Infinity);
    const more = bytesOf([...scripts].filter((file) => !first.has(file)));
    expect.soft(more, `what ${path} adds`).toBeLessThanOrEqual(laterBytes(path));

    // The page names its chunks; what its script asks for waits for nothing else that it asked for.
    const byScript = askedByScript(loaded);
    const waited = byScript.filter((one) => byScript.some((other) => other.ended < one.began));
    expect.soft(urlsOf(waited), `third round trips of ${path}`).toEqual([]);
    const again = byScript.filter(({ url }) => loaded.brought.includes(initialDataKey(url)));
    expect.soft(urlsOf(again), `what ${path} brings and asks for again`).toEqual([]);
    const streams = urlsOf(loaded.asked.filter(isStream));
    for (const stream of streams) expect.soft(stream, path).toContain('?after=');
  }
}

const urlsOf = (asked: Asked[]) => asked.map(({ url }) => url);

type Ids = Record<'wallet' | 'bank' | 'bankCountry' | 'transfer' | 'sending', string>;

const amount = {
  source_amount_cents: '100000',
  source_amount_currency: 'CLP',
  destination_amount_currency: 'ETH',
};

/** Addresses of every page, as a sender and support come to them. */
function pagesOf({ wallet, bank, bankCountry, transfer, sending }: Ids) {
  const figures = new URLSearchParams({ ...amount, country_id: '33' });
  // Each that needs no id is opened without being named here.
  const plain = (role: Role) =>
    allPages
      .filter(([, page]) => [role, 'anyone', undefined].includes(page.role))
      .map(([, { path }]) => path)
      .filter((path) => !/[:*]/.test(path));
  const both = [
    `/recipients/${wallet}`,
    `/recipients/${bank}`,
    `/sends/${sending}`,
    '/transfers?state=pending',
    `/transfers?destination_account_id=${wallet}`,
    `/transfers/${transfer}`,
    '/transfers/999999',
    '/no-such-page',
  ];
  return {
    sender: [
      '/',
      `/?${figures}`,
      `/?${figures}&destination_account_id=${wallet}`,
      `/recipients/new?country_id=${bankCountry}`,
      `/recipients/new?copy=${bank}`,
      `/recipients/${bank}/edit`,
      `/recipients/${wallet}/edit`,
      `/send?${figures}`,
      `/send?${figures}&destination_account_id=${bank}`,
      `/send?${figures}&destination_account_id=${bank}&key=${crypto.randomUUID()}`,
      `/send?${figures}&destination_account_id=${wallet}&key=${sending}`,
      '/support',
      ...both,
      ...plain('sender').filter((path) => path !== '/'),
    ],
    support: [
      '/support',
      '/support?q=Cold',
      `/support?q=${transfer}`,
      `/support?recipient=${wallet}`,
      '/',
      ...both,
      ...plain('support').filter((path) => path !== '/support'),
    ],
  };
}

/** Giro with a bank account, a wallet and a transfer to it; time stands still, so that nothing changes. */
async function startWithTransfer() {
  const now = Date.now();
  const { url } = await startGiro({ sandbox: { clock: { now: () => now } } });
  const page = await openPage(url, { serviceWorkers: 'block' });
  await signIn(page, 'sender');
  const caller = callerOf(page);
  const bank = await addRecipient(caller);
  const wallet = await addWallet(caller);
  const sending = crypto.randomUUID();
  const body = await asShown(caller, { ...amount, destination_account_id: wallet.id });
  const sent = await caller.call('POST', '/api/transfers', body, { 'idempotency-key': sending });
  const ids: Ids = {
    ...{ bank: bank.id, bankCountry: bank.country.id, wallet: wallet.id },
    ...{ transfer: sent.body.id, sending },
  };
  return { url, page, ids };
}

test.each(['sender', 'support'] as const)(
  'each cold page of a %s keeps to its bytes and to two round trips',
  async (role) => {
    const { url, page: sender, ids } = await startWithTransfer();
    const page = role === 'sender' ? sender : await openPage(url, { serviceWorkers: 'block' });
    if (role === 'support') await signIn(page, role);
    await holdToBudget(page, pagesOf(ids)[role]);
  },
  240_000,
);

test('no page of the app is left out', () => {
  const ids = { wallet: '1', bank: '2', bankCountry: '3', transfer: '4', sending: 'key' };
  const { sender, support } = pagesOf(ids);
  const opened = [...sender, ...support].map((path) => new URL(path, 'http://giro').pathname);
  for (const [, { path: route }] of allPages)
    expect(
      opened.some((path) => matchPath(route, path)),
      route,
    ).toBe(true);
});

test('a second visit has its files, and asks at most whether reference data is new', async () => {
  const { page: first } = await startWithTransfer();
  const second = await first.context().newPage();
  const sent = (asked: Asked[], path: string) =>
    asked.filter(({ url, status }) => url.startsWith(path) && status !== undefined);

  const before = await cold(first, '/recipients');
  expect(sent(before.asked, '/assets/')).not.toEqual([]);
  expect(sent(before.asked, apiPaths.banks)).toMatchObject([{ status: 200 }]);
  const after = await load(second, '/recipients');
  expect(urlsOf(sent(after.asked, '/assets/'))).toEqual([]);
  expect(sent(after.asked, apiPaths.banks)).toMatchObject([{ status: 304 }]);

  // What the page does not bring, for the page after it.
  async function goOn(page: Page) {
    const noted = await note(page);
    await page.getByRole('link', { name: 'Quote', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Send money' }).waitFor();
    return sent(await noted(), apiPaths.currencies);
  }
  expect(await goOn(first)).toMatchObject([{ status: 200 }]);
  expect(await goOn(second)).toEqual([]);
});

test('the styles of all pages keep to their bytes', () => {
  const styles = readdirSync('dist/assets').filter((name) => name.endsWith('.css'));
  expect(bytesOf(styles.map((name) => `/assets/${name}`))).toBeLessThanOrEqual(budget.styles);
  expect(styles).toHaveLength(1);
});

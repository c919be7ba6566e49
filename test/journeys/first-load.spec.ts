import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allPages } from '../../src/contract/api/pages.ts';
import { apiPaths } from '../../src/contract/api/paths.ts';
import { someOf } from '../support/at-length.ts';
import { pagesOf, someOfEachPage, startWithTransfer } from '../support/every-page.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { signInUnseen } from '../support/sign-in.ts';

const byPath = z.record(z.string(), z.number());
const budget = z.parse(
  z.object({ cold: byPath, later: byPath, files: byPath, styles: z.number() }),
  JSON.parse(readFileSync('test/budget.json', 'utf8')),
);
const limitOf = (limits: z.infer<typeof byPath>, path: string) =>
  limits[
    path
      .split('?', 1)
      .join()
      .replace(/\/[\da-f]{8}-[\da-f-]{27}/, '/:key')
      .replace(/\/\d+/g, '/:id')
  ] ??
  limits['*'] ??
  0;

/** A request of the page, with its status if it went over the network. */
type Asked = { url: string; byScript: boolean; began: number; ended: number; status?: number };

/** After so long without a request, a page has asked for all that it needs. */
const quietMs = 500;

/** Records the page's requests from now on; returns a function that answers them. */
async function note(page: Page): Promise<() => Promise<Asked[]>> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const asked = new Map<string, Asked>();
  let changedAt = performance.now();
  // This event can come before the request's.
  const statuses = new Map<string, number>();
  network.on('Network.requestWillBeSent', ({ requestId, request, initiator, timestamp }) => {
    const { pathname, search } = new URL(request.url);
    const byScript = initiator.type === 'script';
    asked.set(requestId, { url: pathname + search, byScript, began: timestamp, ended: Infinity });
    changedAt = performance.now();
  });
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode);
  });
  const end = ({ requestId, timestamp }: { requestId: string; timestamp: number }) => {
    const one = asked.get(requestId);
    if (one) one.ended = timestamp;
    changedAt = performance.now();
  };
  network.on('Network.loadingFinished', end);
  network.on('Network.loadingFailed', end);
  return async () => {
    // Not by Playwright's `networkidle`, which a stream of events never lets come.
    const underWay = () =>
      [...asked.values()].filter((one) => one.ended === Infinity && !isStream(one));
    const isQuiet = () => performance.now() - changedAt >= quietMs;
    await expect
      .poll(() => (isQuiet() ? urlsOf(underWay()) : null), { timeout: 15_000 })
      .toEqual([]);
    await network.detach();
    return [...asked].map(([id, one]) => {
      const status = statuses.get(id);
      return status === undefined ? one : { ...one, status };
    });
  };
}

/** Opens a page and answers its requests. */
async function load(page: Page, path: string): Promise<Asked[]> {
  const noted = await note(page);
  const html = (await (await page.goto(path))?.text()) ?? '';
  await page.locator('#root:not([inert]) h1').waitFor();
  const asked = await noted();
  // Files named in the HTML do not wait for a script, whatever initiates the fetch.
  const isNamed = ({ url }: Asked) => html.includes(`"${url}"`);
  return asked.map((one) => ({ ...one, byScript: one.byScript && !isNamed(one) }));
}

/** The same in a browser with an empty cache. */
async function cold(page: Page, path: string): Promise<Asked[]> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.clearBrowserCache');
  await network.detach();
  return load(page, path);
}

const scriptsOf = (asked: Asked[]) =>
  new Set(asked.map(({ url }) => url).filter((url) => url.endsWith('.js') && url !== '/sw.js'));

const bytesOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(`dist${file}.br`).size, 0);

const isStream = ({ url }: Asked) => url.startsWith(apiPaths.transferEvents);

/** The script's API requests, without the event stream, which stays open. */
const askedByScript = (asked: Asked[]) => asked.filter((one) => one.byScript && !isStream(one));

test.each(['/sign-in', '/', '/transfers'])(
  'keeps a cold sign-in at %s within its byte limit, and fetches nothing but its script',
  async (path) => {
    const { url } = await startGiro();
    const page = await openPage(url, { serviceWorkers: 'block' });
    const loaded = await cold(page, path);
    const scripts = scriptsOf(loaded);
    expect(bytesOf(scripts)).toBeLessThanOrEqual(budget.cold['/sign-in'] ?? 0);
    expect(scripts.size).toBeLessThanOrEqual(budget.files['/sign-in'] ?? 0);
    expect(askedByScript(loaded)).toEqual([]);
  },
);

/** Holds the script of a cold home page to the limits of this name. */
function holdHome(scripts: Set<string>, limits: string) {
  expect.soft(bytesOf(scripts), limits).toBeLessThanOrEqual(budget.cold[limits] ?? Infinity);
  expect
    .soft(scripts.size, `files of ${limits}`)
    .toBeLessThanOrEqual(limitOf(budget.files, limits));
}

/** The home page of a sender who has something scheduled, which is a part of its own. */
const scheduledHome = '/ scheduled';

/** Opens pages one after the other, each with an empty cache; the first is the home page. */
async function holdToBudget(page: Page, paths: readonly string[]) {
  const [home = '/'] = paths;
  const first = scriptsOf(await cold(page, home));
  for (const path of paths) {
    const loaded = await cold(page, path);
    const scripts = scriptsOf(loaded);
    if (path === home) holdHome(scripts, path === '/' ? scheduledHome : path);
    const more = bytesOf([...scripts].filter((file) => !first.has(file)));
    expect.soft(more, `what ${path} adds`).toBeLessThanOrEqual(limitOf(budget.later, path));
    // Who is signed in is led on from the first pages, which alone have a limit below that of all.
    const files = Math.max(limitOf(budget.files, path), budget.files['*'] ?? 0);
    expect.soft(scripts.size, `files of ${path}`).toBeLessThanOrEqual(files);

    // No read of the script waits for another request of it.
    const byScript = askedByScript(loaded);
    const waited = byScript.filter(
      (one) => isRead(one) && !isLater(one) && byScript.some((other) => other.ended < one.began),
    );
    expect.soft(urlsOf(waited), `third round trips of ${path}`).toEqual([]);
    const again = byScript.filter((one) => isRead(one) && !isLater(one));
    expect.soft(urlsOf(again), `what ${path} did not bring or asks for again`).toEqual([]);
    const streams = urlsOf(loaded.filter(isStream));
    for (const stream of streams) expect.soft(stream, path).toContain('?after=');
  }
}

const isRead = ({ url }: Asked) => url.startsWith('/api/');
/** What does not come with a page: estimates of currencies that may not be in view, and errors. */
const isLater = ({ url, status }: Asked) =>
  url.startsWith(apiPaths.quotes) || status === 403 || status === 404;

const urlsOf = (asked: Asked[]) => asked.map(({ url }) => url);

test.each(['sender', 'approver', 'support', 'admin'] as const)(
  'keeps each cold page of a %s within its byte limit and two round trips',
  async (role) => {
    const { url, page: sender, ids } = await startWithTransfer();
    const page = role === 'sender' ? sender : await openPage(url, { serviceWorkers: 'block' });
    if (role !== 'sender') await signInUnseen(page, role);
    const [home = '/', ...others] = someOfEachPage(ids, role);
    await holdToBudget(page, [home, ...someOf(others, Math.ceil(others.length / 2))]);
  },
  240_000,
);

test('brings nothing of what is scheduled to a sender who has scheduled nothing', async () => {
  const { page } = await startWithTransfer({ isOneScheduled: false });
  holdHome(scriptsOf(await cold(page, '/')), '/');
});

test('covers every page of the app', () => {
  const ids = {
    wallet: '1',
    bank: '2',
    bankCountry: '3',
    transfer: '4',
    sendKey: 'key',
    openKey: 'open',
    orderKey: 'order',
    person: 'person',
  };
  const { sender, approver, support, admin } = pagesOf(ids);
  const opened = [...sender, ...approver, ...support, ...admin].map(
    (path) => new URL(path, 'http://giro').pathname,
  );
  for (const [, { path: route }] of allPages)
    expect(
      opened.some((path) => matchPath(route, path)),
      route,
    ).toBe(true);
});

test('fetches at most reference data on a second visit', async () => {
  const { page: first } = await startWithTransfer();
  const second = await first.context().newPage();
  const sent = (asked: Asked[], path: string) =>
    asked.filter(({ url, status }) => url.startsWith(path) && status !== undefined);

  const before = await cold(first, '/recipients');
  expect(sent(before, '/assets/')).not.toEqual([]);
  const after = await load(second, '/recipients');
  expect(urlsOf(sent(after, '/assets/'))).toEqual([]);

  // Loads what only the next page needs.
  async function goOn(page: Page) {
    const noted = await note(page);
    await page.getByRole('link', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Send money' }).waitFor();
    return sent(await noted(), apiPaths.countries);
  }
  expect(await goOn(first)).toMatchObject([{ status: 200 }]);
  expect(await goOn(second)).toEqual([]);
});

test('fetches the chunks of the next page together', async () => {
  const { page } = await startWithTransfer();
  await cold(page, '/');
  const noted = await note(page);
  // Without a pointer, so that nothing is prefetched.
  await page.getByRole('link', { name: 'Transfers', exact: true }).dispatchEvent('click');
  await page.getByRole('heading', { level: 1, name: 'Transfers' }).waitFor();
  const chunks = (await noted()).filter(({ url }) => url.startsWith('/assets/'));
  expect(chunks.length).toBeGreaterThan(2);
  expect(urlsOf(chunks.filter((one) => chunks.some(({ ended }) => ended < one.began)))).toEqual([]);
});

test('keeps the styles of all pages within their byte limit', () => {
  const styles = readdirSync('dist/assets').filter((name) => name.endsWith('.css'));
  expect(bytesOf(styles.map((name) => `/assets/${name}`))).toBeLessThanOrEqual(budget.styles);
  expect(styles).toHaveLength(1);
});

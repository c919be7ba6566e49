import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { apiPaths } from '../../src/contract/api/paths.ts';

const quietMs = 500;

type Calls = { underWay: Set<Request>; changedAt: number };
const calls = new WeakMap<Page, Calls>();

/** Notes what the page asks for, but not its stream of events, which stays open. */
export function noteCalls(page: Page) {
  const noted: Calls = { underWay: new Set(), changedAt: performance.now() };
  calls.set(page, noted);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(apiPaths.transferEvents)) return;
    // What the document before has left open may never be told to have ended.
    if (request.isNavigationRequest()) noted.underWay.clear();
    noted.underWay.add(request);
    noted.changedAt = performance.now();
  });
  const end = (request: Request) => {
    if (noted.underWay.delete(request)) noted.changedAt = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Waits until the page has asked for nothing for a moment. Playwright's `networkidle` waits for streams, and not
 * at all once the document's first load is over. */
export async function untilQuiet(page: Page) {
  const noted = calls.get(page);
  if (!noted) throw new Error('the calls of this page are not noted');
  const underWay = () =>
    performance.now() - noted.changedAt < quietMs
      ? null
      : [...noted.underWay].map((one) => one.url());
  await expect.poll(underWay, { timeout: 30_000 }).toEqual([]);
}

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stillness } from '../screenshots/browser.ts';
import { addOrder } from '../support/add-order.ts';
import { createBrowser } from '../support/browser.ts';
import { callerOf } from '../support/caller-of.ts';
import { startWithTransfer } from '../support/every-page.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { signInUnseen } from '../support/sign-in.ts';

const many = 4_000;

// For what only reads: to start it anew and read the service's list takes as long as a short test.
let long: Awaited<ReturnType<typeof startGiro>>;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  long = await startGiro({ sandbox: { transfers: many }, atEnd: (close) => ends.push(close) });
});
afterAll(async () => {
  for (const close of ends) await close();
});

async function openLong(options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(long.url, options);
  await signInUnseen(page, 'support');
  return page;
}

const link = (page: Page, id: string) => page.locator(`a[data-transfer="${id}"]`);

const total = (page: Page) => page.getByText(/^[\d,]+ transfers?$/);

/** The scroll position, and the focused row's position in the viewport. */
const view = (page: Page) =>
  page.evaluate(() => ({
    scroll: Math.round(window.scrollY),
    id: document.activeElement?.getAttribute('data-transfer') ?? null,
    top: Math.round(document.activeElement?.getBoundingClientRect().top ?? 0),
  }));

/** The ids of the fully visible rows. */
const idsInView = (page: Page) =>
  page.locator('a[data-transfer]').evaluateAll((links) =>
    links
      .filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight - 100;
      })
      .map((one) => one.getAttribute('data-transfer') ?? ''),
  );

/** Scrolls by wheel until this many rows are above. */
async function scrollDown(page: Page, rowsAbove: number) {
  await page.mouse.move(700, 600);
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 2_500);
        const places = await page
          .locator('li[aria-posinset]')
          .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-posinset'))));
        return Math.max(...places);
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBeGreaterThan(rowsAbove);
  await page.waitForFunction(() => document.querySelectorAll('a[data-transfer]').length > 10);
  // The last wheel event may still be scrolling.
  await page.evaluate(async () => {
    const moment = () => new Promise((done) => setTimeout(done, 300));
    for (let last = -1; last !== window.scrollY; await moment()) last = window.scrollY;
  });
}

async function openList(page: Page, address = '/transfers') {
  await page.goto(address);
  await page.locator('a[data-transfer]').first().waitFor();
}

test('restores the position deep in the list on Back and after a reload', async () => {
  const page = await openLong();
  await openList(page);
  expect(await page.locator('li[aria-setsize]').first().getAttribute('aria-setsize')).toBe('4000');
  await scrollDown(page, 700);
  expect(await page.locator('a[data-transfer]').count()).toBeLessThan(60);

  const id = (await idsInView(page))[3] ?? '';
  await link(page, id).focus();
  const left = await view(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: `Transfer ${id}` }).waitFor();
  await page.goBack();
  await expect.poll(() => view(page)).toEqual(left);
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Transfers' }).click();
  await expect.poll(() => view(page)).toEqual(left);
  await page.reload();
  await expect.poll(() => view(page)).toEqual(left);

  await page.keyboard.press('j');
  await expect.poll(async () => Number((await view(page)).id)).toBe(Number(id) - 1);
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect.poll(async () => Number((await view(page)).id)).toBe(Number(id) + 1);
  await page.keyboard.press('/');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(300);
  await page.keyboard.type('garcia');
  await expect.poll(() => total(page).textContent()).not.toBe('4,000 transfers');
  expect(page.url()).not.toContain('garcia');
  await page.reload();
  expect(await page.getByRole('searchbox').inputValue()).toBe('garcia');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('radio', { name: /^Rejected/ }).check();
  await page.waitForURL('**/transfers?state=rejected');
  await page.reload();
  await page.getByRole('button', { name: 'Filters 1 chosen' }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('garcia');
});

test('starts at the top when it is opened anew, as the server rendered it', async () => {
  const page = await openLong();
  await openList(page);
  await scrollDown(page, 100);
  await page.goto('/support');
  await openList(page);
  expect((await view(page)).scroll).toBe(0);
  expect(await page.locator('li[aria-posinset="1"]').isVisible()).toBe(true);
});

test('does not move visible rows when transfers change or arrive', async () => {
  const { url, app } = await startGiro({
    sandbox: { transfers: 1_500, assigned_after_ms: 0, settled_after_ms: 6_000 },
  });
  const sender = createBrowser(app);
  await sender.signIn('sender');
  const { id: account } = await addRecipient(sender, { alias: 'Nueva' });
  await sendMoney(sender, account, { source_amount_cents: '4200' });

  const page = await openPage(url);
  await signInUnseen(page, 'support');
  await openList(page);
  const first = page.locator('li[aria-posinset="1"]');
  await first.getByText('Completed').waitFor();

  await scrollDown(page, 400);
  const before = await idsInView(page);
  const { scroll } = await view(page);
  await sendMoney(sender, account, { source_amount_cents: '4300' });
  await sendMoney(sender, account, { source_amount_cents: '4400' });
  const pill = page.getByRole('button', { name: '2 new' });
  await pill.waitFor();
  expect(await idsInView(page)).toEqual(before);
  expect((await view(page)).scroll).toBe(scroll);
  // It is read apart from the new rows.
  await expect.poll(() => total(page).textContent()).toBe('1,503 transfers');

  // Further pages join without duplicate or missing rows.
  await scrollDown(page, 900);
  const seen = (await idsInView(page)).map(Number);
  expect(seen).toEqual(seen.map((_, index) => (seen[0] ?? 0) - index));

  await pill.click();
  await first.getByText('CLP 4,400').waitFor();
  await expect.poll(async () => (await view(page)).scroll).toBe(0);
  expect((await view(page)).id).not.toBeNull();
});

/** The position of the first row in view, or what there is instead. */
const topRow = (page: Page) =>
  page.locator('li[aria-posinset]').evaluateAll((rows) => {
    const first = rows.find((row) => row.getBoundingClientRect().bottom > 0);
    const last = rows.at(-1);
    const end = last?.getBoundingClientRect().bottom;
    return (
      first?.getAttribute('aria-posinset') ??
      `none of ${rows.length}, up to ${last?.getAttribute('aria-posinset')} at ${end} of ${window.scrollY}`
    );
  });

const rowHeight = (page: Page) =>
  page
    .locator('li[aria-posinset]')
    .last()
    .evaluate((row) => row.lastElementChild?.getBoundingClientRect().height ?? 0);

test('keeps the same row in view when rows change height on resize', async () => {
  const page = await openLong();
  await openList(page);
  await scrollDown(page, 400);
  const before = await topRow(page);
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  const phone = { width: 390, height: wide.height };
  const { scroll } = await view(page);
  await page.setViewportSize(phone);
  await expect.poll(async () => (await view(page)).scroll).not.toBe(scroll);
  await expect.poll(() => topRow(page)).toBe(before);
  const narrow = (await view(page)).scroll + (await rowHeight(page));
  await page.setViewportSize(wide);
  await expect.poll(async () => (await view(page)).scroll).toBe(scroll);
  // The rows of a new width come a moment after the position.
  await expect.poll(() => topRow(page)).toBe(before);

  // A scroll by a row renders the list at the new width, before the browser tells the rows' new heights.
  await page.evaluate(
    (row) => {
      window.addEventListener('resize', () => {
        window.scrollBy(0, row);
        window.dispatchEvent(new Event('scroll'));
      });
    },
    await rowHeight(page),
  );
  await page.setViewportSize(phone);
  await expect.poll(async () => Math.abs((await view(page)).scroll - narrow)).toBeLessThan(4);
  await expect.poll(() => topRow(page)).toBe(String(Number(before) + 1));
});

test('downloads every row of the list as CSV, and no file on a refusal', async () => {
  const { url, app } = await startGiro({ sandbox: { transfers: 1_000 } });
  const sender = createBrowser(app);
  await sender.signIn('sender');
  const { id: account } = await addRecipient(sender, { alias: '=SUM(A1:A9)' });
  await sendMoney(sender, account, { source_amount_cents: '4200' });
  const page = await openPage(url);
  await signInUnseen(page, 'support');
  await openList(page, '/transfers?currency=CLP&sort=amount');
  const button = page.getByRole('button', { name: 'Download CSV' });
  const count = Number((await total(page).textContent())?.replace(/\D/g, ''));
  expect(count).toBeGreaterThan(100);
  expect(count).toBeLessThan(1_000);

  const downloading = page.waitForEvent('download');
  await button.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^transfers-[\dT-]+Z\.csv$/);
  expect(download.url()).not.toMatch(/CLP|amount/);
  const file = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(file).toHaveLength(count + 1);
  expect(file[1]?.split(',')[0]).toBe(
    await page.locator('a[data-transfer]').first().getAttribute('data-transfer'),
  );
  expect(file.filter((line) => line.includes(",'=SUM(A1:A9),"))).toHaveLength(1);
  await page.keyboard.press('Control+End');
  const last = page.locator(`li[aria-posinset="${count}"] a`);
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return last.count();
    })
    .toBe(1);
  expect(file.at(-1)?.split(',')[0]).toBe(await last.getAttribute('data-transfer'));

  await page.context().clearCookies();
  let saved = 0;
  page.on('download', () => {
    saved += 1;
  });
  await button.click();
  await page.getByRole('dialog', { name: 'Your session ended' }).waitFor();
  expect(saved).toBe(0);
});

test('shows the first row high on a phone, also under open transfers, and nothing moves', async () => {
  const {
    url,
    page: sender,
    ids,
  } = await startWithTransfer({
    isOneOpen: true,
    isOneScheduled: false,
  });
  const plain = await openPage(url, { viewport: { width: 390, height: 844 } });
  await plain.context().addCookies(await sender.context().cookies());
  await plain.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = JSON.parse(JSON.stringify(entry));
        if (value >= 0.001 && !hadRecentInput)
          document.documentElement.dataset.moved = String(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const topOf = (page: Page) =>
    page.evaluate(() => {
      const { top } = document
        .querySelector('a[data-transfer]')
        ?.closest('li > div')
        ?.getBoundingClientRect() ?? { top: 0 };
      const main = document.querySelector('main')?.getBoundingClientRect().top ?? 0;
      return Math.round(top - main);
    });
  await openList(plain);
  await plain.getByText('One transfer is not confirmed yet').waitFor();
  // Above it are the tabs, and a notice of a title and a sentence, of which each transfer is a row.
  const without = await topOf(plain);
  expect(without).toBeLessThan(440);

  // What is scheduled stands between the search and the rows.
  await addOrder(callerOf(sender), crypto.randomUUID(), ids.bank);
  await openList(plain);
  await plain.getByRole('heading', { name: 'Scheduled' }).waitFor();
  expect((await topOf(plain)) - without).toBeLessThan(160);

  const other = await openPage(url, { viewport: { width: 390, height: 844 } });
  await signInUnseen(other, 'support');
  await openList(other);
  const { top } =
    (await other
      .locator('a[data-transfer]')
      .first()
      .evaluate((link) => link.closest('li > div')?.getBoundingClientRect().toJSON())) ?? {};
  expect(top).toBeLessThan(320);

  expect(await plain.evaluate(() => document.documentElement.dataset.moved)).toBeUndefined();
});

test('aligns each amount with its name on a phone, and cuts no figure', async () => {
  const page = await openLong({ viewport: { width: 360, height: 844 } });
  for (const address of ['/transfers', '/transfers?currency=CLP&sort=amount']) {
    await openList(page, address);
    const rows = await page.locator('li[aria-posinset]').evaluateAll((items) =>
      items.map((item) => {
        const [name, amount] = [item.querySelector('a'), item.querySelector('[id^=gets-]')];
        const [one, other] = [name?.getBoundingClientRect(), amount?.getBoundingClientRect()];
        return {
          apart: Math.abs((one?.bottom ?? 0) - (other?.bottom ?? 99)),
          isCut: (amount?.scrollWidth ?? 99) > (amount?.clientWidth ?? 0) + 1,
        };
      }),
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ apart, isCut }) => apart > 4 || isCut)).toEqual([]);
  }
});

test('cancels the download of a long list, and saves nothing', async () => {
  const { url } = await startGiro({ sandbox: { transfers: 10_000 } });
  const page = await openPage(url);
  await signInUnseen(page, 'support');
  await openList(page);
  const head = page.getByRole('heading', { level: 1 });
  const places = async () => [
    await head.boundingBox(),
    await page.locator('a[data-transfer]').first().boundingBox(),
  ];
  // While the first list is written, a notice above the rows says so.
  await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('10,000 transfers');
  await stillness(page);
  const before = await places();
  let saved = 0;
  page.on('download', () => {
    saved += 1;
  });
  // A slow line, so that the file can't be there before Cancel is pressed.
  const devTools = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: 5_000, uploadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', line);
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByText(/Preparing 10,000 rows|of 10,000 rows/).waitFor();
  expect(await places()).toEqual(before);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  expect(await places()).toEqual(before);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(saved).toBe(0);
});

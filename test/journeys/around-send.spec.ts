import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { untilQuiet } from '../support/quiet.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { sentTitle } from '../support/sent-title.ts';
import { signInUnseen } from '../support/sign-in.ts';

type Giro = Awaited<ReturnType<typeof startGiro>>;
const phone = { viewport: { width: 390, height: 844 } };

/** A sender with one recipient, and a function for the check page's address by amount. */
async function openSender(giro: Giro, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(giro.url, options);
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  const { id, country } = await addRecipient(caller);
  const check = (pesos: number, more: Record<string, string> = {}) =>
    `/send?${new URLSearchParams({
      source_amount_cents: String(pesos),
      source_amount_currency: 'CLP',
      destination_amount_currency: 'COP',
      country_id: country.id,
      destination_account_id: id,
      ...more,
    })}`;
  const send = (pesos: number) => sendMoney(caller, id, { source_amount_cents: String(pesos) });
  return { page, id, check, send };
}

const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Layout shifts are reported at the end of their frame: wait for two. */
function drawnTwice(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );
}

/** Collects layout shifts, from now on and in each page that is opened. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate((): number[] => Reflect.get(window, 'shifts'));
}

test('prints each page as shown, and a transfer as its receipt', async () => {
  const giro = await startGiro();
  const { page, check, send } = await openSender(giro);
  const { body: sent } = await send(100_000);
  const { body: lost } = await send(504);
  const pages: [address: string, heading: string, text: string | RegExp][] = [
    ['/', 'Send money', 'You send'],
    ['/recipients', 'Recipients', 'Mamá Bogotá'],
    ['/transfers', 'Transfers', 'Mamá Bogotá'],
    [check(70_000), 'Check before you send', 'Mamá Bogotá gets about'],
    [`/sends/${lost.send.key}`, 'We’re checking your transfer', 'You pressed Send'],
  ];
  for (const [address, heading, text] of pages) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(address);
    await title(page, heading);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { level: 1, name: heading }).isVisible()).toBe(true);
    // Not the link in the folded notice.
    await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
    expect((await page.pdf()).length).toBeGreaterThan(8_000);
  }

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/transfers/${sent.id}`);
  await title(page, new RegExp(`^Transfer ${sent.id}:`));
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { level: 2, name: 'Receipt' }).waitFor();
  expect(await page.locator('h1').isVisible()).toBe(false);
});

test('saves the receipt of a transfer as an image', async () => {
  const giro = await startGiro();
  const { page, send } = await openSender(giro, phone);
  const { body: sent } = await send(100_000);
  // As in a browser that can't share files, whatever the machine's own can.
  await page.addInitScript(() => Reflect.set(navigator, 'canShare', undefined));
  await page.goto(`/transfers/${sent.id}`);
  await title(page, new RegExp(`^Transfer ${sent.id}:`));
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`Giro-receipt-${sent.id}.png`);
  const image = await readFile(await download.path());
  expect(image.subarray(1, 4).toString()).toBe('PNG');
  // Of 640 px, in double resolution; higher than wide.
  expect(image.readUInt32BE(16)).toBe(1_280);
  expect(image.readUInt32BE(20)).toBeGreaterThan(1_280);
  await page.getByRole('button', { name: 'Image saved' }).waitFor();
  const { RECEIPT_COPY } = process.env;
  if (RECEIPT_COPY) await download.saveAs(RECEIPT_COPY);
});

test('shows state, steps and actions of a transfer in the first screen of a phone', async () => {
  const giro = await startGiro();
  const { page, send } = await openSender(giro, phone);
  const { body: sent } = await send(100_000);
  await page.goto(`/transfers/${sent.id}`);
  await title(page, new RegExp(`^Transfer ${sent.id}:`));
  const nav = await page.getByRole('navigation').boundingBox();
  for (const part of [
    page.getByRole('list', { name: 'Progress' }),
    page.getByRole('button', { name: 'Get help' }),
    page.getByRole('button', { name: 'Notify me' }),
  ]) {
    const box = await part.boundingBox();
    expect(box && nav && box.y + box.height <= nav.y).toBe(true);
  }
});

test('starts a newly opened page at the top, and restores the scroll position on reload and Back', async () => {
  const giro = await startGiro();
  const { page } = await openSender(giro, { viewport: { width: 390, height: 280 } });
  const top = () => page.evaluate(() => window.scrollY);
  await page.goto('/transfers');
  await title(page, 'Transfers');
  await page.evaluate(() => window.scrollTo(0, 150));
  await page.goto('/recipients');
  await title(page, 'Recipients');
  expect(await top()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 120));
  await page.reload();
  await title(page, 'Recipients');
  await expect.poll(top).toBe(120);
  await page.goto('/');
  await title(page, 'Send money');
  await page.goBack();
  await title(page, 'Recipients');
  await expect.poll(top).toBe(120);
});

describe('on a phone', () => {
  test('shows the warning not to send again in the first screen', async () => {
    const giro = await startGiro();
    const { page, send } = await openSender(giro, phone);
    const { body } = await send(500);
    await page.goto(`/sends/${body.send.key}`);
    await title(page, 'We’re checking your transfer');
    const warning = await page.getByText('It may have gone through.').boundingBox();
    const nav = await page.getByRole('navigation').boundingBox();
    expect(warning && nav && warning.y + warning.height < nav.y).toBe(true);
  });

  test('keeps the focused element above the tab bar', async () => {
    const giro = await startGiro();
    const { page, check } = await openSender(giro, { viewport: { width: 390, height: 500 } });
    await page.goto(check(70_000));
    const button = page.getByRole('button', { name: /^Send CLP/ });
    await button.and(page.locator(':enabled')).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    await button.focus();
    const [box, nav] = [
      await button.boundingBox(),
      await page.getByRole('navigation').boundingBox(),
    ];
    expect(box && nav && box.y + box.height <= nav.y).toBe(true);
  });

  test.each(['/', '/transfers'])(
    'does not shift the layout of %s with unconfirmed transfers',
    async (at) => {
      const giro = await startGiro();
      const { page, send } = await openSender(giro, phone);
      await send(500);
      await send(504);
      const shifts = await watchShifts(page);
      await page.goto(at);
      await page.getByText('2 transfers are not confirmed yet').waitFor();
      await untilQuiet(page);
      await drawnTwice(page);
      expect(await shifts()).toEqual([]);
    },
  );

  test('does not shift the layout when the check shows a changed estimate', async () => {
    const giro = await startGiro();
    const { page, check } = await openSender(giro, phone);
    const shifts = await watchShifts(page);
    // The estimate arrives after the first render.
    await page.route('**/api/quotes?*', async (route) => {
      await page.getByRole('heading', { name: 'Check before you send' }).waitFor();
      await drawnTwice(page);
      await route.continue();
    });
    await page.goto(check(70_000, { quoted: '31000000' }));
    await page.getByText('The estimate changed.').waitFor();
    await drawnTwice(page);
    expect(await shifts()).toEqual([]);
  });
});

test('does not say “nothing was sent” in one tab while another tab’s request is in flight', async () => {
  const giro = await startGiro();
  const { page, check } = await openSender(giro);
  await page.goto(check(70_000));
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/transfers', async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Send CLP/ }).click();
  const key = new URL(page.url()).searchParams.get('key');
  const other = await page.context().newPage();
  await other.goto(`/sends/${key}`);
  await title(other, 'We can’t tell yet whether it was sent');
  resolve();
  await title(page, sentTitle);
  await title(other, sentTitle);
  expect(giro.sandbox.transfers).toHaveLength(1);
});

test('keeps Look up as the current item on the page of a transfer to review', async () => {
  const giro = await startGiro({ reconcile: { intervals: [100], giveUpAfter: 300 } });
  const { send } = await openSender(giro);
  const { body } = await send(504);
  const desk = await openPage(giro.url);
  await signInUnseen(desk, 'support');
  await desk.goto(`/sends/${body.send.key}`);
  await title(desk, 'This transfer needs your review');
  const current = desk.getByRole('navigation').locator('[aria-current=page]');
  expect(await current.textContent()).toBe('Look up');
  await desk.getByRole('main').getByRole('link', { name: 'Look up' }).click();
  await title(desk, 'Look up');
});

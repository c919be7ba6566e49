import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { appLocales } from '../../src/contract/api/languages.ts';
import { createScreenshotBrowser, stillness } from '../screenshots/browser.ts';
import { measureLargeText } from '../screenshots/large-text.ts';
import { folderOf, screenshots } from '../screenshots/screenshots.ts';
import { setLocale } from '../screenshots/set-locale.ts';
import { isAtLength, someOfEach } from '../support/at-length.ts';
import { launchChromium } from '../support/chromium.ts';

vi.setConfig({ maxConcurrency: 3, testTimeout: 60_000 });

/** The states that show amounts or names. A usual run looks at one or two of each page, at length at every state of all. */
const shown = [
  ...['quote-first', 'quote', 'quote-again', 'recipients-marked', 'recipient'],
  ...['recipient-wallet', 'recipient-locked', 'recipient-edit', 'send-choose', 'send-check'],
  ...['send-check-wallet', 'send-check-changed', 'send-step-up', 'send-sent', 'send-unconfirmed'],
  ...['send-check-held', 'send-held', 'send-held-asks', 'send-held-stopped'],
  ...['send-check-month', 'scheduled-edit', 'scheduled-edit-one', 'scheduled-order'],
  ...['scheduled-order-asks', 'scheduled-support', 'scheduled-support-stop'],
  ...['transfers', 'transfers-support', 'transfers-recipient', 'transfers-filters'],
  ...['transfer-pending', 'transfer-executed', 'transfer-rejected', 'transfer-help'],
  ...['transfer-notes', 'statement', 'scheduled', 'scheduled-asks', 'scheduled-home'],
  ...['scheduled-transfers', 'approve', 'approve-unusual', 'approve-waits', 'approve-scheduled'],
  ...['support', 'support-transfer', 'support-several', 'sender', 'settle'],
  ...['account-menu', 'sign-in', 'settings', 'people', 'person'],
];
/** What shows figures of 18 and more digits: no phone has them in a line, and in a field they scroll. */
const withoutRoom = ['quote-large', 'quote-longest', 'send-choose-longest', 'send-check-longest'];
/** What has neither an amount nor a name of the fixtures. */
const withoutAny = ['sign-in', 'settings', 'people'];

const sizes = [130, 150, 200];
const widths = [320, 390];

let browser: Browser;
let screenshotBrowser: ReturnType<typeof createScreenshotBrowser>;
beforeAll(async () => {
  browser = await launchChromium();
  screenshotBrowser = createScreenshotBrowser(browser);
});
afterAll(async () => {
  await screenshotBrowser.close();
  await browser.close();
});

describe.concurrent('large text on a phone, in three languages', () => {
  const showing = screenshots.filter(
    ({ name }) => shown.includes(name) || (isAtLength && !withoutRoom.includes(name)),
  );
  const wanted = someOfEach(showing, folderOf, (folder) => (folder.startsWith('send') ? 3 : 1));

  test('looks at every page of the list', () => {
    const names = new Set(screenshots.map(({ name }) => name));
    expect(shown.filter((name) => !names.has(name))).toEqual([]);
  });

  test.each(wanted.map((screenshot, index) => ({ ...screenshot, index })))(
    '$name',
    async ({ index, ...screenshot }) => {
      const found = await screenshotBrowser.open(screenshot, (page) => look(page, index), {
        viewport: { width: 390, height: 844 },
      });
      expect(found.faults).toEqual({});
      if (shown.includes(screenshot.name) && !withoutAny.includes(screenshot.name))
        expect(found.measured).toBeGreaterThan(0);
    },
  );
});

/**
 * Each size at each width: two of them in each language, others from page to page. The size is the one of the document
 * on one page, and the browser's setting on the next, which widths in `em` of a media query follow too.
 */
async function look(page: Page, index: number) {
  const faults: Record<string, string[]> = {};
  let measured = 0;
  const devTools = await page.context().newCDPSession(page);
  const isSetting = index % 2 === 1;
  const ways = sizes.flatMap((size) => widths.map((width) => ({ size, width })));
  for (const [turn, language] of appLocales.entries()) {
    if ((await page.locator('main > [data-skeleton]').count()) === 0)
      await setLocale(page, language);
    for (const { size, width } of ways.filter((_, at) => (at + index) % 3 === turn)) {
      await page.setViewportSize({ width, height: 844 });
      await setTextSize(size);
      let { faults: found, ...counts } = await measureLargeText(page);
      if (found.length > 0) {
        // A part that is laid out by its own script follows a moment later.
        await stillness(page);
        ({ faults: found, ...counts } = await measureLargeText(page));
      }
      measured += counts.amounts + counts.names;
      if (found.length > 0) faults[`${size}% at ${width} px, in ${language}`] = [...new Set(found)];
    }
  }
  await setTextSize(100);
  return { faults, measured };

  async function setTextSize(percent: number) {
    // Whole pixels alone are taken.
    const [standard = 16, fixed = 13] = [16, 13].map((px) => Math.round((px * percent) / 100));
    if (isSetting) {
      await devTools.send('Page.setFontSizes', {
        fontSizes: { standard, fixed },
      });
    } else {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, percent);
    }
  }
}

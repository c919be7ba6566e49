import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createScreenshotBrowser } from '../screenshots/browser.ts';
import { findOverflow } from '../screenshots/layout-checks.ts';
import { screenshots } from '../screenshots/screenshots.ts';
import { findChromium } from '../support/chromium.ts';

vi.setConfig({ maxConcurrency: 3 });

/** A font size of 32 px, as set in the browser; the viewport keeps its width. */
const largeLetters = '--blink-settings=defaultFontSize=32';
const widths = [390, 1280];

let browser: Browser;
let screenshotBrowser: ReturnType<typeof createScreenshotBrowser>;
beforeAll(async () => {
  const args = ['--no-sandbox', largeLetters];
  browser = await chromium.launch({ executablePath: findChromium(), args });
  screenshotBrowser = createScreenshotBrowser(browser);
});
afterAll(async () => {
  await screenshotBrowser.close();
  await browser.close();
});

describe.concurrent('every screenshot page fits at twice the font size', () => {
  test.each(screenshots)('$name', async (screenshot) => {
    const found = await screenshotBrowser.open(screenshot, async (page) => {
      const faults: Record<number, string[]> = {};
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        faults[width] = await findOverflow(page);
      }
      return faults;
    });
    expect(found).toEqual({ 390: [], 1280: [] });
  });
});

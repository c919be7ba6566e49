import type { Browser } from 'playwright-core';
import { type Driver, viewport } from './driver.ts';

/** Drives a Chromium by Playwright, as the journeys do. */
export async function driveChromium(browser: Browser): Promise<Driver> {
  const context = await browser.newContext({ locale: 'en-US', viewport });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    goTo: async (url) => void (await page.goto(url, { waitUntil: 'commit' })),
    evaluate: (expression) => page.evaluate(expression),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    click: ({ x, y }) => page.mouse.click(x, y),
    async wheel({ x, y }, by) {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, by);
    },
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    forward: async () => void (await page.goForward({ waitUntil: 'commit' })),
    errors: () => errors,
    close: () => browser.close(),
  };
}

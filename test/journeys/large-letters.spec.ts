import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { misfits } from '../shots/fit.ts';
import { scenes } from '../shots/scenes.ts';
import { createStage } from '../shots/stage.ts';
import { findChromium } from '../support/chromium.ts';

vi.setConfig({ maxConcurrency: 3 });

/** Twice the usual 16 px, as a person sets it in their browser: the window stays as wide as it is. */
const largeLetters = '--blink-settings=defaultFontSize=32';
const widths = [390, 1280];

let browser: Browser;
let stage: ReturnType<typeof createStage>;
beforeAll(async () => {
  const args = ['--no-sandbox', largeLetters];
  browser = await chromium.launch({ executablePath: findChromium(), args });
  stage = createStage(browser);
});
afterAll(async () => {
  await stage.close();
  await browser.close();
});

describe.concurrent('every scene fits in letters twice as large', () => {
  test.each(scenes)('$name', async (scene) => {
    const found = await stage.play(scene, async (page) => {
      const faults: Record<number, string[]> = {};
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        faults[width] = await misfits(page);
      }
      return faults;
    });
    expect(found).toEqual({ 390: [], 1280: [] });
  });
});

import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { appLocales } from '../../src/contract/api/languages.ts';
import { violations } from '../shots/axe.ts';
import { looseFigures, misfits, motions, smallTargets, unseenFocus } from '../shots/fit.ts';
import { scenes } from '../shots/scenes.ts';
import { speak } from '../shots/speak.ts';
import { createStage } from '../shots/stage.ts';
import { findChromium } from '../support/chromium.ts';

// Each scene is opened once, and looked at in every way: opening takes longer than looking.
vi.setConfig({ maxConcurrency: 3 });

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };
/** 1280 px at a zoom of 400% and of 200%, and a small phone. */
const narrow = [320, 360, 640];

let browser: Browser;
let stage: ReturnType<typeof createStage>;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  stage = createStage(browser);
});
afterAll(async () => {
  await stage.close();
  await browser.close();
});

test('there is a scene of every kind of page, and no two of a name', () => {
  expect(scenes.length).toBeGreaterThan(80);
  expect(new Set(scenes.map(({ name }) => name)).size).toBe(scenes.length);
});

describe.concurrent('every scene, in both themes, on a phone and on a desk, in three languages', () => {
  test.each(scenes)('$name', async (scene) => {
    expect(await stage.play(scene, look)).toEqual({});
  });
});

const sourceOnly = ['en'] as const;
const ofWholePages = ['page-has-heading-one', 'landmark-one-main'];

/** All that is wrong, by where it was seen; nothing where nothing is. */
async function look(page: Page): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  const note = (where: string, faults: unknown[]) => {
    if (faults.length > 0) found[where] = faults;
  };
  note('motion although less was asked for', await motions(page));
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'dark' });
    note(`dark at ${viewport.width} px`, await violations(page, 'colours'));
    await page.emulateMedia({ colorScheme: 'light' });
    note(`light at ${viewport.width} px`, await faultsOf(page));
  }
  note('figures', await looseFigures(page));
  note('targets', await smallTargets(page));
  for (const language of (await isStarting(page)) ? sourceOnly : appLocales) {
    await speak(page, language);
    if (language !== 'en') note(`in ${language}`, await faultsOf(page, 'words'));
    for (const width of narrow) {
      await page.setViewportSize({ width, height: 740 });
      note(`${width} px wide, in ${language}`, await misfits(page));
    }
  }
  // Last: a link that has the focus fetches its page, whose words every language would need from then on.
  await speak(page, 'en');
  await page.setViewportSize(phone);
  note('focus', await unseenFocus(page));
  return found;
}

/** Before the script there is the likeness of a page, which has no heading and can't be switched. */
async function isStarting(page: Page): Promise<boolean> {
  return (await page.locator('main > [data-skeleton]').count()) > 0;
}

async function faultsOf(page: Page, part?: 'words') {
  const starting = await isStarting(page);
  const found = await violations(page, part);
  return starting ? found.filter(({ rule }) => !ofWholePages.includes(rule)) : found;
}

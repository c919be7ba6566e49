import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppLocale, appLocales } from '../../src/contract/api/languages.ts';
import { allPages } from '../../src/contract/api/pages.ts';
import { findViolations } from '../screenshots/axe.ts';
import { createScreenshotBrowser, stillness } from '../screenshots/browser.ts';
import {
  findMotion,
  findNonTabularFigures,
  findOverflow,
  findSmallTargets,
  findUnseenFocus,
} from '../screenshots/layout-checks.ts';
import { folderOf, screenshots } from '../screenshots/screenshots.ts';
import { setLocale } from '../screenshots/set-locale.ts';
import { isAtLength, someOfEach } from '../support/at-length.ts';
import { launchChromium } from '../support/chromium.ts';
import { isStep } from '../support/every-page.ts';
import { seed } from '../support/seed.ts';

// Each page is opened once for all checks, because opening takes longer than checking.
vi.setConfig({ maxConcurrency: 3 });

// A usual run looks at some states of each page, by the run's seed, and at each in a part of the ways, which from page
// to page are others: both themes, both sizes, large letters, the language of the source and one more, every width. At
// length at every state in all.
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };
/** 1280 px at a zoom of 400% and of 200%, and a small phone. */
const narrow = [320, 360, 640];
/** Font sizes as set in the browser, where the viewport keeps its width; in pixels. */
const usualLetters = { standard: 16, fixed: 13 };
const largeLetters = { standard: 32, fixed: 26 };

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

test('has a screenshot of every kind of page, with unique names', () => {
  const looked = new Set(screenshots.map(folderOf));
  expect(allPages.map(([folder]) => folder).filter((folder) => !looked.has(folder))).toEqual([]);
  expect(new Set(screenshots.map(({ name }) => name)).size).toBe(screenshots.length);
});

/** How many states of a page a usual run looks at: more of those on which money is sent. */
const statesOf = (folder: string) => (isStep(folder) ? 4 : 2);

describe.concurrent('every screenshot page in both themes, on a phone and a desk, in three languages', () => {
  const some = someOfEach(screenshots, folderOf, statesOf);
  const each = some.map((screenshot, index) => ({ ...screenshot, ways: waysOf(index) }));
  test.each(each)('$name', async ({ ways, ...screenshot }) => {
    expect(await screenshotBrowser.open(screenshot, (page) => look(page, ways))).toEqual({});
  });
});

type Ways = {
  dark: (typeof phone)[];
  light: (typeof phone)[];
  large: (typeof phone)[];
  languages: readonly AppLocale[];
  /** In the language of the source; in the others the narrowest. */
  widths: number[];
};

function waysOf(index: number): Ways {
  const sizes = [desk, phone];
  if (isAtLength)
    return { dark: sizes, light: sizes, large: sizes, languages: appLocales, widths: narrow };
  const turn = seed + index;
  const one = (offset: number) => sizes.slice((turn + offset) % 2).slice(0, 1);
  return {
    ...{ dark: one(0), light: one(1), large: one(Math.floor(turn / 2)) },
    languages: ['en', turn % 2 === 0 ? 'es' : 'pt'],
    widths: narrow.slice(1 + (turn % 2)).slice(0, 1),
  };
}

const sourceOnly = ['en'] as const;
const ofWholePages = ['page-has-heading-one', 'landmark-one-main'];

/** The faults by variant; empty if there are none. */
async function look(page: Page, ways: Ways): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  const note = (where: string, faults: unknown[]) => {
    if (faults.length > 0) found[where] = faults;
  };
  note('motion although less was asked for', await findMotion(page));
  const devTools = await page.context().newCDPSession(page);
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    if (ways.dark.includes(viewport)) {
      await page.emulateMedia({ colorScheme: 'dark' });
      note(`dark at ${viewport.width} px`, await findViolations(page, 'colours'));
      await page.emulateMedia({ colorScheme: 'light' });
    }
    if (ways.light.includes(viewport)) {
      note(`light at ${viewport.width} px`, await faultsOf(page));
    }
    if (ways.large.includes(viewport)) {
      await devTools.send('Page.setFontSizes', { fontSizes: largeLetters });
      note(`large letters at ${viewport.width} px`, await overflowOf(page));
      await devTools.send('Page.setFontSizes', { fontSizes: usualLetters });
    }
  }
  note('figures', await findNonTabularFigures(page));
  note('targets', await findSmallTargets(page));
  for (const language of (await isStarting(page)) ? sourceOnly : ways.languages) {
    await setLocale(page, language);
    if (language !== 'en') note(`in ${language}`, await faultsOf(page, 'words'));
    for (const width of isAtLength || language === 'en' ? ways.widths : narrow.slice(0, 1)) {
      await page.setViewportSize({ width, height: 740 });
      note(`${width} px wide, in ${language}`, await overflowOf(page));
    }
  }
  // Last, because focus on a link prefetches its page and so loads more of the catalogue.
  await setLocale(page, 'en');
  await page.setViewportSize(phone);
  note('focus', await findUnseenFocus(page));
  return found;
}

/** A part that is laid out by its own script follows the new width a moment later. */
async function overflowOf(page: Page) {
  if ((await findOverflow(page)).length === 0) return [];
  await stillness(page);
  return findOverflow(page);
}

/** The first paint before hydration has no heading, and its language can't be changed. */
async function isStarting(page: Page): Promise<boolean> {
  return (await page.locator('main > [data-skeleton]').count()) > 0;
}

async function faultsOf(page: Page, part?: 'words') {
  const starting = await isStarting(page);
  const found = await findViolations(page, part);
  return starting ? found.filter(({ rule }) => !ofWholePages.includes(rule)) : found;
}

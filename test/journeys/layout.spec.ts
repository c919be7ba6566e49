import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appLocales, languageTags } from '../../src/contract/api/languages.ts';
import { findOverflow } from '../screenshots/layout-checks.ts';
import { setLocale } from '../screenshots/set-locale.ts';
import { isAtLength } from '../support/at-length.ts';
import { someOfEachPage, startWithTransfer } from '../support/every-page.ts';
import { isHydrated, untilAlive } from '../support/hydrated.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { seed } from '../support/seed.ts';
import { accountButton, signInUnseen } from '../support/sign-in.ts';

const phone = { viewport: { width: 390, height: 844 } };

async function openSender(viewport = phone.viewport) {
  const { url } = await startGiro();
  const page = await openPage(url, { viewport });
  await signInUnseen(page, 'sender');
  return page;
}

async function edgesOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${part} is not shown`);
  return { top: box.y, bottom: box.y + box.height };
}

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('no page of a phone scrolls further than its content', async () => {
  const page = await openSender();
  for (const path of ['/', '/recipients', '/transfers', '/recipients/new', '/no-such-page']) {
    await page.goto(path);
    const { top } = await edgesOf(tabsOf(page));
    const { height, end } = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('main *')].filter((one) => one.checkVisibility());
      const ends = parts.map((one) => one.getBoundingClientRect().bottom + window.scrollY);
      return { height: document.documentElement.scrollHeight, end: Math.max(...ends) };
    });
    // The tabs cover the end of the window, and the page keeps its own distance from them.
    const covered = 844 - top;
    expect(height, path).toBeLessThanOrEqual(Math.max(844, end + covered + 25));
  }
});

test('keeps the focus above the tabs of a phone', async () => {
  const page = await openSender();
  await page.goto('/recipients/new');
  await page.getByRole('button', { name: 'Save recipient' }).focus();
  const save = await edgesOf(page.getByRole('button', { name: 'Save recipient' }));
  const tabs = await edgesOf(tabsOf(page));
  expect(tabs.bottom).toBe(844);
  expect(save.bottom).toBeLessThan(tabs.top);
});

test('keeps the tabs of a phone over all that scrolls under them', async () => {
  const { page, ids } = await startWithTransfer();
  await page.setViewportSize(phone.viewport);
  for (const path of ['/recipients', '/transfers', `/transfers/${ids.transfer}`]) {
    await page.goto(path);
    const { scrolled, over } = await foundOverTabs(page);
    expect.soft(scrolled, path).toBeGreaterThan(0);
    expect.soft(over, path).toEqual([]);
  }
});

/** Scrolls the page with large text, step by step, and asks what lies at the tabs. */
const foundOverTabs = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    const nav = document.querySelector('nav[aria-label=Main]');
    if (!nav) throw new Error('No tabs');
    const { top, bottom, width } = nav.getBoundingClientRect();
    const over = new Set<string>();
    let scrolled = -1;
    for (let to = 0; window.scrollY > scrolled; to += 8) {
      scrolled = window.scrollY;
      window.scrollTo(0, to + 8);
      for (let x = 4; x < width; x += 12) {
        const found = document.elementFromPoint(x, (top + bottom) / 2);
        if (found && !nav.contains(found)) over.add(found.outerHTML.slice(0, 80));
      }
    }
    return { scrolled, over: [...over] };
  });

test('lets the tabs scroll away at 400% zoom', async () => {
  const page = await openSender({ width: 320, height: 200 });
  await page.goto('/recipients');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect((await edgesOf(tabsOf(page))).bottom).toBeLessThan(0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(320);
  await page.evaluate(() => window.scrollTo(0, 0));
  await accountButton(page).click();
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await signOut.focus();
  expect((await edgesOf(signOut)).bottom).toBeLessThanOrEqual(200);
});

test('opens the country list above the tabs', async () => {
  const page = await openSender({ width: 390, height: 560 });
  await page.goto('/');
  await page.getByRole('combobox', { name: 'To', exact: true }).click();
  await page.getByRole('option').first().waitFor();
  const list = await edgesOf(page.getByRole('listbox'));
  const tabs = await edgesOf(tabsOf(page));
  expect(list.bottom).toBeLessThan(tabs.top);
});

test('opens the account menu before any script, and keeps it open over hydration', async () => {
  const page = await openSender();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/recipients', { waitUntil: 'commit' });
  await accountButton(page).click();
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.waitFor();
  expect(await isTaken(page)).toBe(false);
  resolve();
  await untilAlive(page);
  expect(await isHydrated(page)).toBe(true);
  await language.selectOption('es');
  await page.getByRole('heading', { level: 1, name: 'Destinatarios' }).waitFor();
  await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor({ state: 'hidden' });
});

const isTaken = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'));
  });

test('shows both amounts of a transfer in its row on a phone', async () => {
  const { page } = await startWithTransfer();
  await page.setViewportSize(phone.viewport);
  await page.goto('/transfers');
  for (const amount of [/^ETH\s[\d.]+$/, /^CLP\s100,000$/]) {
    const box = await page.getByRole('main').getByText(amount).boundingBox();
    expect(box?.width, String(amount)).toBeGreaterThan(60);
  }
});

test('says that a number was copied without moving anything', async () => {
  const { page, ids } = await startWithTransfer();
  await page.setViewportSize(phone.viewport);
  await page.context().grantPermissions(['clipboard-write']);
  await page.goto(`/transfers/${ids.transfer}`);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main button, main a, main dd')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await copy.first().focus();
  const before = await places();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await places()).toEqual(before);
});

test.each([
  ['phone', phone.viewport],
  ['desk', { width: 1280, height: 900 }],
])('puts an action beside its value, on a %s', async (_where, viewport) => {
  const { page, ids } = await startWithTransfer();
  await page.setViewportSize(viewport);
  for (const path of [`/transfers/${ids.transfer}`, `/recipients/${ids.bank}`]) {
    await page.goto(path);
    const gaps = await page.locator('main dd + dd:has(button)').evaluateAll((actions) =>
      actions.map((action) => {
        const value = document.createRange();
        const shown = action.previousElementSibling ?? action;
        // Not what only a screen reader reads, which stands beside it.
        value.selectNodeContents(shown.querySelector('[aria-hidden=true]') ?? shown);
        const { top, bottom, right } = value.getBoundingClientRect();
        const button = action.querySelector('button')?.getBoundingClientRect();
        if (!button) return 'no button';
        const isOneLine = button.top < bottom && button.bottom > top;
        return isOneLine ? Math.round(button.left - right) : 'another line';
      }),
    );
    expect(gaps.length, path).toBeGreaterThan(0);
    for (const gap of gaps) {
      expect(gap, path).toBeGreaterThanOrEqual(0);
      // Behind the longest of the values that have an action.
      expect(gap, path).toBeLessThan(120);
    }
  }
});

test.each(appLocales)('breaks no word of a step of large text, in %s', async (locale) => {
  const { page, ids } = await startWithTransfer();
  await page.setViewportSize(phone.viewport);
  await page.goto(`/transfers/${ids.transfer}`);
  await setLocale(page, locale);
  for (const percent of [150, 200]) {
    const broken = await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
      const titles = [...document.querySelectorAll('main ol li p')];
      const texts = titles.flatMap(({ firstChild }) =>
        firstChild instanceof Text ? [firstChild] : [],
      );
      const words = texts.flatMap((text) =>
        [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return { word, lines: range.getClientRects().length };
        }),
      );
      return words.length === 0 ? ['no step'] : words.filter(({ lines }) => lines > 1);
    }, percent);
    expect(broken, `${percent}%`).toEqual([]);
  }
});

test.each(appLocales)('shows each chosen filter in full on a phone, in %s', async (locale) => {
  const { page } = await startWithTransfer();
  await page.setViewportSize(phone.viewport);
  await page.goto('/transfers');
  await setLocale(page, locale);
  await page.locator('main button[aria-haspopup=dialog]').click();
  const selects = page.getByRole('dialog').locator('select');
  await expect.poll(() => selects.count()).toBe(5);
  const cut = await selects.evaluateAll((all) =>
    all.flatMap((select) => {
      if (!(select instanceof HTMLSelectElement)) return ['no select'];
      const pen = document.createElement('canvas').getContext('2d');
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
      const text = select.selectedOptions[0]?.text ?? '';
      if (!pen) return ['no canvas'];
      pen.font = font;
      const sides = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
      const room = select.clientWidth - sides;
      return pen.measureText(text).width > room ? [`${text}: ${room} px`] : [];
    }),
  );
  expect(cut).toEqual([]);
});

const longer = ['es', 'pt'] as const;

test.each(longer)(
  'fits text of twice its size on a phone, in %s',
  async (locale) => {
    const { url, page: sender, ids } = await startWithTransfer({ isOneOpen: true });
    const page = await openPage(url, { ...phone, locale: languageTags[locale] });
    const cookies = await sender.context().cookies();
    await page.context().addCookies(cookies.filter(({ name }) => !/language/.test(name)));
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    // At length each page in both, else two of four in one: by the run's seed, and from page to page another.
    const isTurn = (index: number) => isAtLength || longer[(seed + index) % 4] === locale;
    for (const path of someOfEachPage(ids, 'sender').filter((_, index) => isTurn(index))) {
      await page.goto(path);
      expect.soft(await findOverflow(page), path).toEqual([]);
    }
  },
  180_000,
);

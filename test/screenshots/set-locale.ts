import type { Page } from 'playwright-core';
import { type AppLocale, appLocales, languageTags } from '../../src/contract/api/languages.ts';

/** Changes the language in place, without the cookie that this browser's other pages would read. */
export async function setLocale(page: Page, language: AppLocale): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true });
    const select = document.querySelector(`select:has(option[value="${value}"][lang])`);
    if (!(select instanceof HTMLSelectElement)) throw new Error('there is no choice of language');
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
  const tag = languageTags[language].slice(0, 2);
  // Not by animation frames, which a page in the background has none of.
  await page.waitForFunction((lang) => document.documentElement.lang.startsWith(lang), tag, {
    polling: 10,
  });
}

/** Loads every language once and returns to the current one, for pages that then go offline. */
export async function fetchCatalogues(page: Page): Promise<void> {
  const spoken = await page.evaluate(() => document.documentElement.lang);
  const others = appLocales.filter((locale) => languageTags[locale] !== spoken);
  const own = appLocales.filter((locale) => languageTags[locale] === spoken);
  for (const language of [...others, ...own]) await setLocale(page, language);
}

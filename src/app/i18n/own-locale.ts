import { i18n } from '@lingui/core';
import {
  type AppLocale,
  appLocales,
  type LocaleChoice,
  languageCookie,
  languageTags,
  pickLocale,
} from '../../contract/api/languages.ts';
import type { LaterWords } from '../../contract/api/pages.ts';
import { timeZoneCookie } from '../../contract/api/rendered-page.ts';
import { keepNumberSample } from '../../money/number-style.ts';
import { keepCookie } from '../api/storage.ts';
import { activate, loadWords } from './activate.ts';
import { setFormattedTexts, setTimeZone } from './intl.ts';

/** The locale from the cookie, or else from the browser's preferences. */
export function ownLocale(): LocaleChoice {
  const chosen = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${languageCookie}=`))
    ?.slice(languageCookie.length + 1);
  return pickLocale(chosen, navigator.languages);
}

/** The locale that the server rendered the page in, which hydration must match. */
export function localeOfPage(): LocaleChoice {
  const { lang, dataset } = document.documentElement;
  const locale = appLocales.find((candidate) => languageTags[candidate] === lang);
  const { numbers, sample } = dataset;
  if (!locale || !numbers || !sample) return ownLocale();
  keepNumberSample(numbers, sample);
  return { locale, numberLocale: numbers };
}

/**
 * Formats times in the browser's time zone from now on, where the server took another one, and tells it the
 * browser's for the next page.
 */
export function takeOwnTimeZone(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const zone = encodeURIComponent(timeZone);
  const isKept = document.cookie.split('; ').includes(`${timeZoneCookie}=${zone}`);
  if (!isKept) keepCookie(timeZoneCookie, zone);
  setFormattedTexts({});
  // Renders everything again.
  if (setTimeZone(timeZone)) i18n.activate(i18n.locale, i18n.locales);
}

/** Switches the language in place, and stores the choice in a cookie. */
export async function switchLocale(locale: AppLocale): Promise<void> {
  await activate(pickLocale(locale, navigator.languages));
  keepCookie(languageCookie, locale);
}

/** The active language, or the one that will be activated. */
export function spokenLocale(): AppLocale {
  return appLocales.find((locale) => locale === i18n.locale) ?? ownLocale().locale;
}

/** Loads code together with the part of the catalogue that holds its messages. */
export async function withWords<Code>(words: LaterWords, load: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load(), loadOwnWords(words)]);
  return code;
}

/** Loads a part of the catalogue in that language. */
export function loadOwnWords(words: string): Promise<void> {
  return loadWords(words, spokenLocale());
}

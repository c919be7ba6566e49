import { i18n } from '@lingui/core';
import {
  type AppLocale,
  appLocales,
  type LocaleChoice,
  languageCookie,
  languageTags,
  pickLocale,
} from '../../contract/api/languages.ts';
import { activate, loadWords, type Words } from './activate.ts';

const aYear = 365 * 24 * 60 * 60;

/** The language that this browser's person chose last, or else prefers. */
export function ownLocale(): LocaleChoice {
  const chosen = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${languageCookie}=`))
    ?.slice(languageCookie.length + 1);
  return pickLocale(chosen, navigator.languages);
}

/** The language in which the page has come, so that it goes on as it stands. */
export function localeOfPage(): LocaleChoice {
  const { lang } = document.documentElement;
  const locale = appLocales.find((candidate) => languageTags[candidate] === lang);
  return locale ? pickLocale(locale, navigator.languages) : ownLocale();
}

/** Speaks another language from now on, here and on the next visit; the page stays as it is. */
export async function switchLocale(locale: AppLocale): Promise<void> {
  await activate(pickLocale(locale, navigator.languages));
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP.
  document.cookie = `${languageCookie}=${locale}; Path=/; Max-Age=${aYear}; SameSite=Lax${secure}`;
}

/** Loads the words of a page in the language that the app speaks, or is about to. */
export function loadOwnWords(words: Words): Promise<void> {
  const spoken = appLocales.find((locale) => locale === i18n.locale);
  return loadWords(words, spoken ?? ownLocale().locale);
}

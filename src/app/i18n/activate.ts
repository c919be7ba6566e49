import { i18n, type Messages } from '@lingui/core';
import { type AppLocale, type LocaleChoice, languageTags } from '../../contract/api/languages.ts';

const catalogues: Record<AppLocale, () => Promise<{ messages: Messages }>> = {
  en: () => import('./catalogues/en.po'),
  es: () => import('./catalogues/es.po'),
  pt: () => import('./catalogues/pt.po'),
};

/** Loads a language's catalogue and makes it the one that the app speaks. */
export async function activate({ locale, numberLocale }: LocaleChoice): Promise<void> {
  const { messages } = await catalogues[locale]();
  i18n.loadAndActivate({ locale, locales: numberLocale, messages });
  document.documentElement.lang = languageTags[locale];
}

import { i18n, type Messages } from '@lingui/core';
import { type AppLocale, type LocaleChoice, languageTags } from '../../contract/api/languages.ts';

type Catalogue = { messages: Messages };

// A page brings its own words, for nobody reads all of them; 'start' is what every page needs.
const catalogues = {
  start: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=start' }),
  quote: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=quote' }),
  send: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=send' }),
  recipients: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=recipients' }),
  transfers: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=transfers' }),
  support: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=support' }),
};

/** A part of the catalogue: the folder of the pages that use it. */
export type Words = keyof typeof catalogues;

const used = new Set<Words>(['start']);

/** Loads a language's words and makes it the one that the app speaks. */
export async function activate({ locale, numberLocale }: LocaleChoice): Promise<void> {
  await Promise.all([...used].map((words) => load(words, locale)));
  i18n.activate(locale, numberLocale);
  document.documentElement.lang = languageTags[locale];
}

/** Loads the words of a page, before it is shown for the first time. */
export async function loadWords(words: Words, locale: AppLocale): Promise<void> {
  if (used.has(words)) return;
  await load(words, locale);
  used.add(words);
}

async function load(words: Words, locale: AppLocale) {
  const catalogue = await catalogues[words][`./catalogues/${locale}.po`]?.();
  if (!catalogue) throw new Error(`no catalogue of ${locale}`);
  i18n.load(locale, catalogue.messages);
}

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
  health: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=health' }),
};

/** A part of the catalogue: the folder of the pages that use it, or what few of them ever show. */
export type Words = keyof typeof catalogues;

/** The parts that the pages have asked for, each with the languages in which it is here. */
const parts = new Map<Words, Set<AppLocale>>([['start', new Set()]]);

/** Loads a language's words and makes it the one that the app speaks. */
export async function activate({ locale, numberLocale }: LocaleChoice): Promise<void> {
  // A page that is opened meanwhile brings words of its own.
  for (let count = 0; count < parts.size; ) {
    count = parts.size;
    await Promise.all([...parts.keys()].map((words) => load(words, locale)));
  }
  i18n.activate(locale, numberLocale);
  document.documentElement.lang = languageTags[locale];
}

/** Loads the words of a page before it is shown, in every language that is chosen from then on. */
export async function loadWords(words: Words, locale: AppLocale): Promise<void> {
  try {
    await load(words, locale);
  } catch (error) {
    // No page shows what never came; no other language is to fail for want of it.
    if (parts.get(words)?.size === 0) parts.delete(words);
    throw error;
  }
}

async function load(words: Words, locale: AppLocale) {
  const languages = parts.get(words) ?? new Set();
  // Before they are there: a language that is chosen meanwhile is to bring them too.
  parts.set(words, languages);
  if (languages.has(locale)) return;
  const catalogue = await catalogues[words][`./catalogues/${locale}.po`]?.();
  if (!catalogue) throw new Error(`no catalogue of ${locale}`);
  i18n.load(locale, catalogue.messages);
  // Another that failed meanwhile may have taken the part out.
  parts.set(words, languages.add(locale));
}

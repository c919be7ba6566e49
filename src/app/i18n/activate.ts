import {
  type I18n,
  i18n,
  type MessageDescriptor,
  type MessageOptions,
  type Messages,
} from '@lingui/core';
import { type AppLocale, type LocaleChoice, languageTags } from '../../contract/api/languages.ts';
import type { Words } from '../../contract/api/pages.ts';
import { isolated } from '../../contract/text-direction.ts';

isolateValues(i18n);

type Catalogue = { messages: Messages };
type Catalogues = Record<string, () => Promise<Catalogue>>;

// Split by page, so that each loads only its own messages; 'start' holds those that every page needs. The
// bundler reads each query here, so they can't be made from the manifest: the type holds that none is missing.
const catalogues: Record<string, Catalogues> = {
  start: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=start' }),
  rare: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=rare' }),
  'quote-more': import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=quote-more' }),
  quote: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=quote' }),
  send: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=send' }),
  scheduled: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=scheduled' }),
  recipients: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=recipients' }),
  transfers: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=transfers' }),
  support: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=support' }),
  health: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=health' }),
  settings: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=settings' }),
  approve: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=approve' }),
  verify: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=verify' }),
  people: import.meta.glob<Catalogue>('./catalogues/*.po', { query: '?words=people' }),
} satisfies Record<Words, Catalogues>;

/** The requested parts, each with the languages that are loaded. */
const parts = new Map<string, Set<AppLocale>>([['start', new Set()]]);

/** Loads all requested parts in a language and activates it. */
export async function activate({ locale, numberLocale }: LocaleChoice): Promise<void> {
  // A page opened during the await requests another part: repeat until there is none.
  for (let count = 0; count < parts.size; ) {
    count = parts.size;
    await Promise.all([...parts.keys()].map((words) => load(words, locale)));
  }
  i18n.activate(locale, numberLocale);
  document.documentElement.lang = languageTags[locale];
}

/** Loads a part of the catalogue before its page is shown; later `activate` calls load it too. */
export async function loadWords(words: string, locale: AppLocale): Promise<void> {
  try {
    await load(words, locale);
  } catch (error) {
    // The page was not shown: forget the part, or every change of language would fail with it.
    if (parts.get(words)?.size === 0) parts.delete(words);
    throw error;
  }
}

async function load(words: string, locale: AppLocale) {
  const languages = parts.get(words) ?? new Set();
  // Set before the await, so that a change of language during it loads the part too.
  parts.set(words, languages);
  if (languages.has(locale)) return;
  const catalogue = await catalogues[words]?.[`./catalogues/${locale}.po`]?.();
  if (!catalogue) throw new Error(`no catalogue of ${locale}`);
  // Into the active language without a word to React: nothing that is rendered shows these, and to render everything
  // again throws away what the server rendered and React has not hydrated yet.
  if (locale === i18n.locale) Object.assign(i18n.messages, catalogue.messages);
  else i18n.load(locale, catalogue.messages);
  // A failed load of another language may have deleted the part during the await.
  parts.set(words, languages.add(locale));
}

/** Makes every message keep the direction of its values apart from its words. */
function isolateValues(i18n: I18n): void {
  const say = i18n._.bind(i18n);
  i18n._ = (given: string | MessageDescriptor, others?: Values, options?: MessageOptions) => {
    const {
      id,
      values = others,
      message,
    } = typeof given === 'string' ? { id: given, message: options?.message } : given;
    // In the browser its bytes would take longer than they save.
    const plain = import.meta.env.SSR ? joined(i18n.messages[id], values) : undefined;
    return plain ?? say(id, apart(values), message === undefined ? {} : { message });
  };
  i18n.t = i18n._;
}

/**
 * A message of words and values alone, as most are: Lingui makes all its formats for each. Undefined for one with a
 * plural or an escape, and for an unknown one.
 */
function joined(message: unknown, values: Values | undefined): string | undefined {
  if (!Array.isArray(message)) return undefined;
  let text = '';
  for (const token of message) {
    if (typeof token === 'string') text += token;
    else if (!Array.isArray(token) || token.length > 1) return undefined;
    else text += apartFrom(values?.[token[0]]);
  }
  return text.includes('\\') ? undefined : text;
}

const apartFrom = (value: unknown) =>
  typeof value === 'string' ? isolated(value) : String(value ?? '');

type Values = Record<string, unknown>;

/** Most messages have no values: those are said as they are. */
const apart = (values: Values | undefined) =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value) : value,
    ]),
  );

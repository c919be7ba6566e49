import {
  acceptedLanguages,
  type LocaleChoice,
  languageCookie,
  pickLocale,
} from '../../contract/api/languages.ts';
import { createTextCache } from './text-cache.ts';

type Asking = {
  cookies: Readonly<Record<string, string | undefined>>;
  headers: { 'accept-language'?: string | undefined };
};

/** The language of a request, and the first one that its browser wants. */
type RequestedLocale = LocaleChoice & { wanted: string | undefined };

// Intl takes some tenths of a millisecond for each new object.
const known = createTextCache<RequestedLocale>();

/** The language that a request names by its cookie or its header, with a number locale that Intl knows. */
export function requestedLocale({ cookies, headers }: Asking): RequestedLocale {
  const [chosen, header = ''] = [cookies[languageCookie], headers['accept-language']];
  return known(`${chosen ?? ''}\n${header}`, () => {
    const accepted = acceptedLanguages(header);
    const { locale, numberLocale } = pickLocale(chosen, accepted);
    return {
      locale,
      // The locale that Intl falls back to: any made-up region would be kept in caches.
      numberLocale: new Intl.NumberFormat(numberLocale).resolvedOptions().locale,
      wanted: accepted[0],
    };
  });
}

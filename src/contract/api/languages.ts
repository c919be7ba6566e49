/** The languages that Giro speaks; the first one where no other fits. */
export const appLocales = ['en', 'es', 'pt'] as const;

export type AppLocale = (typeof appLocales)[number];

/** The BCP 47 tag of each language as Giro writes it: Spanish of Latin America, Portuguese of Brazil. */
export const languageTags: Record<AppLocale, string> = { en: 'en', es: 'es-419', pt: 'pt-BR' };

/** The cookie that holds the language which a person chose, one of `appLocales`. Scripts may read it. */
export const languageCookie = 'giro-language';

export type LocaleChoice = {
  /** The language of the words. */
  locale: AppLocale;
  /** The BCP 47 tag by which numbers, dates and names are written; always of the same language. */
  numberLocale: string;
};

/**
 * The language for a person: the one they chose, else the first of their browser's that Giro speaks,
 * else English. Numbers follow the region that the browser names for that language.
 * `chosen` is the cookie's value, `wanted` the browser's BCP 47 tags, best first; both may hold anything.
 */
export function pickLocale(chosen: string | undefined, wanted: readonly string[]): LocaleChoice {
  const spoken = wanted.flatMap((tag) => {
    const locale = localeOf(languageOf(tag));
    return locale ? [{ locale, numberLocale: tag }] : [];
  });
  const own = localeOf(chosen);
  if (!own) return spoken[0] ?? inGeneral(appLocales[0]);
  return spoken.find(({ locale }) => locale === own) ?? inGeneral(own);
}

function inGeneral(locale: AppLocale): LocaleChoice {
  return { locale, numberLocale: languageTags[locale] };
}

function localeOf(language: string | undefined): AppLocale | undefined {
  return appLocales.find((candidate) => candidate === language);
}

/** The language of a BCP 47 tag; undefined where the browser reports something else. */
function languageOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}

/** The tags of an Accept-Language header, best first, without those that are refused by `q=0`. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

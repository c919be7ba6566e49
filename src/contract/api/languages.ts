/** The languages of the app; the first is the fallback. */
export const appLocales = ['en', 'es', 'pt'] as const;

export type AppLocale = (typeof appLocales)[number];

/** The BCP 47 tag of each language: Latin American Spanish, Brazilian Portuguese. */
export const languageTags: Record<AppLocale, string> = { en: 'en', es: 'es-419', pt: 'pt-BR' };

/** The cookie with the language that a person chose, one of `appLocales`. Not HttpOnly: the app reads it. */
export const languageCookie = 'giro-language';

export type LocaleChoice = {
  /** The language of the messages. */
  locale: AppLocale;
  /** The BCP 47 tag for numbers, dates and names; always of the same language. */
  numberLocale: string;
};

/**
 * Picks the language: the one the person chose, else the first supported one of the browser, else English.
 * Numbers follow the region that the browser names for that language. `chosen` is the cookie's value,
 * `wanted` the browser's BCP 47 tags, best first; neither needs to be valid.
 */
export function pickLocale(chosen: string | undefined, wanted: readonly string[]): LocaleChoice {
  const spoken = wanted.flatMap((tag) => {
    const { language, region } = localeIn(tag) ?? {};
    const locale = localeOf(language);
    // Without extensions and variants, so that a server that keeps formats by tag keeps few.
    const numberLocale = [locale, region].filter(Boolean).join('-');
    return locale ? [{ locale, numberLocale }] : [];
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

/** Undefined when the BCP 47 tag is invalid. */
function localeIn(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** Parses an Accept-Language header into its tags, best first, without those with `q=0`. */
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

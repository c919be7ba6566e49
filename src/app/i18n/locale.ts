/** The languages that the app speaks, the first one where nothing else fits. */
export const appLocales = ['en'] as const;

export type AppLocale = (typeof appLocales)[number];

export type LocaleChoice = {
  /** The language of the words. */
  locale: AppLocale;
  /** The BCP 47 tag by which numbers and dates are written. */
  numberLocale: string;
};

/** The language of a BCP 47 tag; undefined where the browser reports something else. */
function languageOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}

/** Picks the first of the person's languages that the app speaks, and the region that goes with it. */
export function pickLocale(languages: readonly string[]): LocaleChoice {
  for (const tag of languages) {
    const locale = appLocales.find((candidate) => candidate === languageOf(tag));
    if (locale) return { locale, numberLocale: tag };
  }
  return { locale: appLocales[0], numberLocale: appLocales[0] };
}

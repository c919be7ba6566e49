import type { Country } from '../../contract/country.ts';

/**
 * What Intl writes and compares with is slow to make and quick to use: each is made once for its locale
 * and for what else it is given, and only when it is first needed.
 */
export function memoizeByLocale<Given extends readonly unknown[], Made>(
  make: (locale: string, ...given: Given) => Made,
): (locale: string, ...given: Given) => Made {
  const made = new Map<string, Made>();
  return (locale, ...given) => {
    const key = JSON.stringify([locale, ...given]);
    const one = made.get(key) ?? make(locale, ...given);
    made.set(key, one);
    return one;
  };
}

/** Alphabetical order in a language. */
export const collator = memoizeByLocale((locale) => new Intl.Collator(locale));

export const dateFormat = memoizeByLocale(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

const regionNames = memoizeByLocale(
  (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
);

/** A country in the person's language; the service's own name where its code says no more. */
export function countryName({ code, name, is_asset }: Country, locale: string): string {
  if (is_asset || !/^[a-z]{2}$/i.test(code)) return name;
  return regionNames(locale).of(code.toUpperCase()) ?? name;
}

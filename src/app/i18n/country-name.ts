import type { Country } from '../../contract/country.ts';

// Making one costs far more than asking it.
const byLocale = new Map<string, Intl.DisplayNames>();

function regionNames(locale: string): Intl.DisplayNames {
  const known = byLocale.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  byLocale.set(locale, names);
  return names;
}

/** A country in the person's language; the service's own name where its code says no more. */
export function countryName({ code, name, is_asset }: Country, locale: string): string {
  if (is_asset || !/^[a-z]{2}$/i.test(code)) return name;
  return regionNames(locale).of(code.toUpperCase()) ?? name;
}

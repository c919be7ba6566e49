import type { Country } from '../../../contract/country.ts';

/** A country in the person's language; the service's own name where its code says no more. */
export function countryName({ code, name, is_asset }: Country, locale: string): string {
  if (is_asset || !/^[a-z]{2}$/i.test(code)) return name;
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return names.of(code.toUpperCase()) ?? name;
}

import type { Country } from '../../contract/country.ts';
import { madeOnce } from './made-once.ts';

const regionNames = madeOnce(
  (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
);

/** A country in the person's language; the service's own name where its code says no more. */
export function countryName({ code, name, is_asset }: Country, locale: string): string {
  if (is_asset || !/^[a-z]{2}$/i.test(code)) return name;
  return regionNames(locale).of(code.toUpperCase()) ?? name;
}

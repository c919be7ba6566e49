import type { Country } from '../../contract/country.ts';
import type { Currency } from '../../contract/currency.ts';
import { collator, countryName, memoizeByLocale } from './intl.ts';
import { useFormat } from './use-format.ts';

export type Names = {
  country: (country: Country) => string;
  currency: (currency: Currency) => string;
  /** As after an amount: "Chilean pesos". */
  currencyPlural: (currency: Currency) => string;
  /** Alphabetical order. */
  compare: (a: string, b: string) => number;
};

/** Countries and currencies by the person's names for them, else by the service's own. */
export function useNames(): Names {
  const { locale } = useFormat();
  return namesIn(locale);
}

// The same for all components that use them.
const namesIn = memoizeByLocale((locale): Names => {
  const codes = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });

  function currency({ iso_code, name }: Currency): string {
    return (isAlpha3(iso_code) && codes.of(iso_code)) || name;
  }

  function currencyPlural({ iso_code, name }: Currency): string {
    if (!isAlpha3(iso_code) || !codes.of(iso_code)) return name;
    const parts = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: iso_code,
      currencyDisplay: 'name',
    }).formatToParts(2);
    const plural = parts.find(({ type }) => type === 'currency')?.value ?? name;
    // Intl begins these with a capital in Portuguese, which has no place after "em".
    return new Intl.Locale(locale).language === 'pt' ? withSmallInitial(plural) : plural;
  }

  const country = (one: Country) => countryName(one, locale);
  return {
    country,
    currency,
    currencyPlural,
    get compare() {
      return collator(locale).compare;
    },
  };
});

/** Countries by name, then the digital assets (contract 2.4); found by the service's name and code as well. */
export function countryItems(countries: readonly Country[], names: Names, assetHint: string) {
  const { compare } = names;
  return countries
    .map((country) => ({ ...country, label: names.country(country) }))
    .sort((a, b) => Number(a.is_asset) - Number(b.is_asset) || compare(a.label, b.label))
    .map(({ id, name, code, is_asset, label }) => ({
      value: id,
      label,
      code,
      search: `${name} ${code}`,
      hint: is_asset ? assetHint : undefined,
    }));
}

function withSmallInitial(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function isAlpha3(code: string): boolean {
  return /^[A-Z]{3}$/.test(code);
}

import type { Country } from '../../contract/country.ts';
import type { Currency } from '../../contract/currency.ts';
import { compareIn, countryName, currencyName, currencyPlural, memoizeByLocale } from './intl.ts';
import { useFormat } from './use-format.ts';

export type Names = {
  country: (country: Country) => string;
  currency: (currency: Currency) => string;
  /** As after an amount: "Chilean pesos". */
  currencyPlural: (currency: Currency) => string;
  /** Alphabetical order. */
  compare: (a: string, b: string) => number;
};

/** Names of countries and currencies in the person's language, or else the service's. */
export function useNames(): Names {
  const { locale } = useFormat();
  return namesIn(locale);
}

// One shared object per locale, so that it is a stable dependency.
const namesIn = memoizeByLocale((locale): Names => {
  const currency = ({ iso_code, name }: Currency) => currencyName(iso_code, locale) ?? name;

  function plural({ iso_code, name }: Currency): string {
    if (currencyName(iso_code, locale) === undefined) return name;
    const text = currencyPlural(iso_code, locale) ?? name;
    // Intl capitalises these in Portuguese, which is wrong inside a sentence.
    return locale.startsWith('pt') ? withSmallInitial(text) : text;
  }

  const country = (one: Country) => countryName(one, locale);
  return {
    country,
    currency,
    currencyPlural: plural,
    compare: (a, b) => compareIn(locale, a, b),
  };
});

/** Options for a combobox: countries by name, then digital assets (contract 2.4). Also found by code. */
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

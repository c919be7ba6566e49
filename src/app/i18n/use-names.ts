import type { Country } from '../../contract/country.ts';
import type { Currency } from '../../contract/currency.ts';
import { collator } from './collator.ts';
import { countryName } from './country-name.ts';
import { madeOnce } from './made-once.ts';
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
const namesIn = madeOnce((locale): Names => {
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

function withSmallInitial(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function isAlpha3(code: string): boolean {
  return /^[A-Z]{3}$/.test(code);
}

import countryToCurrency from 'country-to-currency';
import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import { memoizeByLocale } from '../../i18n/intl.ts';

/** What the service lists. */
export type Reference = {
  countries: readonly Country[];
  currencies: readonly [Currency, ...Currency[]];
};

const currencyByCountry: Readonly<Record<string, string | undefined>> = countryToCurrency;

/** A country's own currency, or the digital asset itself; undefined if the service does not list it. */
export function ownCurrency(
  country: Country,
  currencies: readonly Currency[],
): Currency | undefined {
  const code = country.code.toUpperCase();
  return listed(country.is_asset ? code : currencyByCountry[code], currencies);
}

/** The currency of a language tag's region; undefined if the service does not list it. */
export function currencyOfLanguage(
  tag: string,
  currencies: readonly Currency[],
): Currency | undefined {
  return listed(currencyByCountry[regionOf(tag) ?? ''], currencies);
}

const maxPayoutCurrencies = 5;

type Payout = {
  recipient: { category: 'bank' | 'wallet' } | undefined;
  /** As chosen. */
  destination: Currency;
  country: Country | undefined;
};

/** The currencies a recipient can receive, and the chosen one: no digital asset in a bank account, and only its own in a wallet. */
export function receivable(
  { recipient, destination, country }: Payout,
  { countries, currencies }: Reference,
): readonly Currency[] {
  if (!recipient) return currencies;
  const assets = new Set(countries.filter(({ is_asset }) => is_asset).map(({ code }) => code));
  const { iso_code: chosen } = destination;
  const isPayable = ({ iso_code }: Currency) =>
    recipient.category === 'bank' ? !assets.has(iso_code) : iso_code === country?.code;
  // A wallet of no asset, which the service should not have, can receive anything.
  if (recipient.category === 'wallet' && !country?.is_asset) return currencies;
  return currencies.filter((one) => one.iso_code === chosen || isPayable(one));
}

/**
 * The currencies to compare for a country: its own, USD, EUR, the digital assets, and the chosen one.
 * The order never depends on the choice, so that choosing moves no row.
 */
export function payoutCurrencies(
  country: Country,
  chosen: Currency,
  countries: readonly Country[],
  currencies: readonly Currency[],
): Currency[] {
  const assets = countries.filter(({ is_asset }) => is_asset).map(({ code }) => code);
  const wanted = [ownCurrency(country, currencies)?.iso_code, 'USD', 'EUR', ...assets];
  const options = [...new Set(wanted)]
    .map((code) => listed(code, currencies))
    .filter((currency) => currency !== undefined)
    .slice(0, maxPayoutCurrencies);
  const isThere = listed(chosen.iso_code, options) !== undefined;
  return isThere ? options : [chosen, ...options.slice(0, maxPayoutCurrencies - 1)];
}

export function listed(
  code: string | undefined,
  currencies: readonly Currency[],
): Currency | undefined {
  return currencies.find(({ iso_code }) => iso_code === code);
}

const regionOf = memoizeByLocale((tag): string | undefined => {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    // The browser's language may be no valid language tag.
    return undefined;
  }
});

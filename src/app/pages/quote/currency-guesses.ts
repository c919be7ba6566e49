import countryToCurrency from 'country-to-currency';
import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import type { Draft, Reference } from './draft.ts';

const currencyByCountry: Readonly<Record<string, string | undefined>> = countryToCurrency;

/** The currency that a country pays in, or a digital asset itself, where the service lists it. */
export function ownCurrency(
  country: Country,
  currencies: readonly Currency[],
): Currency | undefined {
  const code = country.code.toUpperCase();
  return listed(country.is_asset ? code : currencyByCountry[code], currencies);
}

/** The currency of the region that a language tag names or implies, where the service lists it. */
export function currencyOfLanguage(
  tag: string,
  currencies: readonly Currency[],
): Currency | undefined {
  return listed(currencyByCountry[regionOf(tag) ?? ''], currencies);
}

const maxPayoutCurrencies = 5;

/** What can be paid out to a recipient: a bank account takes no digital asset, unless it is chosen already. */
export function receivable(
  { recipient, destination }: Pick<Draft, 'recipient' | 'destination'>,
  { countries, currencies }: Reference,
): readonly Currency[] {
  if (recipient?.category !== 'bank') return currencies;
  const assets = new Set(countries.filter(({ is_asset }) => is_asset).map(({ code }) => code));
  const { iso_code: chosen } = destination;
  return currencies.filter(({ iso_code }) => iso_code === chosen || !assets.has(iso_code));
}

/**
 * What a recipient in the country may want to get: its own currency, the two that most know, the
 * digital assets, and what is chosen now. Always in this order, so that a choice moves no row.
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

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    // A browser may report something that is no language tag.
    return undefined;
  }
}

import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Country } from '../../../../contract/country.ts';
import { collator } from '../../../i18n/collator.ts';
import { countryName } from '../../../i18n/country-name.ts';

export type CountryGroup = {
  /** Null for accounts whose country the service left out. */
  country: Country | null;
  name: string;
  accounts: DestinationAccount[];
};

/**
 * The accounts by country, countries and accounts in the order of the person's language. `countries`
 * tell which are digital assets, for the service may leave that out of an account (contract 2.3).
 */
export function groupByCountry(
  accounts: readonly DestinationAccount[],
  countries: readonly Country[],
  locale: string,
): CountryGroup[] {
  const { compare } = collator(locale);
  const known = new Map(countries.map((country) => [country.id, country]));
  const groups = new Map<string, CountryGroup>();
  for (const account of accounts) {
    const id = account.country?.id ?? '';
    const country = known.get(id) ?? account.country ?? null;
    const group = groups.get(id) ?? {
      country,
      name: country ? countryName(country, locale) : '',
      accounts: [],
    };
    group.accounts.push(account);
    groups.set(id, group);
  }
  for (const group of groups.values()) group.accounts.sort((a, b) => compare(a.alias, b.alias));
  return [...groups.values()].sort((a, b) => compare(a.name, b.name));
}

/** The first `limit` accounts, in their groups. */
export function firstOfGroups(groups: readonly CountryGroup[], limit: number): CountryGroup[] {
  const first: CountryGroup[] = [];
  let left = limit;
  for (const group of groups) {
    if (left <= 0) break;
    const accounts = group.accounts.slice(0, left);
    first.push({ ...group, accounts });
    left -= accounts.length;
  }
  return first;
}

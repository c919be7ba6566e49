import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { accountsQuery } from '../../../api/accounts.ts';
import { banksQuery, currenciesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader = (client) => async (args) => {
  const asked = await loadPage(client, args, 'recipients/list', {
    accounts: accountsQuery,
    currencies: currenciesQuery,
    session: sessionQuery,
  });
  const accounts = client.getQueryData(accountsQuery.queryKey) ?? [];
  const countries = import.meta.env.SSR ? bankCountries(accounts) : [];
  for (const name of countries) void client.prefetchQuery(banksQuery(name));
  return asked;
};

/** The names of the countries with the banks of these accounts. */
export function bankCountries(accounts: readonly DestinationAccount[]): string[] {
  const names = accounts
    .filter(({ category }) => category === 'bank')
    .map(({ country }) => country?.name ?? '');
  return [...new Set(names)];
}

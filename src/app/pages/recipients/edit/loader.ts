import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery, countriesQuery, currenciesQuery } from '../../../api/reference.ts';
import { settingsQuery } from '../../../api/session.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'recipients/edit', {
    // Never from the cache: an edit writes all fields back.
    account: (id) => ({ ...accountQuery(id), staleTime: 0 }),
    banks: banksQuery,
    countries: countriesQuery,
    currencies: currenciesQuery,
    settings: settingsQuery,
  });

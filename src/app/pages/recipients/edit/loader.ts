import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery, countriesQuery } from '../../../api/reference.ts';
import { settingsQuery } from '../../../api/session.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'recipients/edit', {
    // Not an old one from the cache: all of it is written back.
    account: (id) => ({ ...accountQuery(id), staleTime: 0 }),
    banks: banksQuery,
    countries: countriesQuery,
    settings: settingsQuery,
  });

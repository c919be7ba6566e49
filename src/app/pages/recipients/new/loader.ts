import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery, countriesQuery } from '../../../api/reference.ts';
import { settingsQuery } from '../../../api/session.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { readSearch } from './search.ts';

export const loader: PageLoader = (client) => async (args) => {
  // Fails for what can't be a recipient to copy.
  readSearch(new URL(args.request.url).searchParams);
  await loadPage(client, args, 'recipients/new', {
    account: accountQuery,
    banks: banksQuery,
    countries: countriesQuery,
    settings: settingsQuery,
  });
  return null;
};

import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery, countriesQuery, currenciesQuery } from '../../../api/reference.ts';
import { settingsQuery } from '../../../api/session.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { readSearch } from './search.ts';

export const loader: PageLoader = (client) => async (args) => {
  // Throws not-found if `copy` can't be an id.
  readSearch(new URL(args.request.url).searchParams);
  await loadPage(client, args, 'recipients/new', {
    account: accountQuery,
    banks: banksQuery,
    countries: countriesQuery,
    currencies: currenciesQuery,
    settings: settingsQuery,
  });
  return null;
};

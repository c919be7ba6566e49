import { accountQuery } from '../../api/accounts.ts';
import { countriesQuery, currenciesQuery } from '../../api/reference.ts';
import { prepareOpenSends } from '../../open-sends/own-open-sends.tsx';
import { loadPage, type PageLoader } from '../../router/load-page.ts';

export const loader: PageLoader = (client) => async (args) => {
  const queries = { countries: countriesQuery, currencies: currenciesQuery, account: accountQuery };
  await Promise.all([loadPage(client, args, 'quote', queries), prepareOpenSends(client)]);
  return null;
};

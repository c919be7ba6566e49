import { limitsQuery } from '../../../api/limits.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { settingsQueries } from '../settings-queries.ts';

export const loader: PageLoader = (client) => async (args) => {
  const queries = { ...settingsQueries, currencies: currenciesQuery };
  const [asked] = await Promise.all([
    loadPage(client, args, 'settings/limits', queries),
    client.prefetchQuery(limitsQuery),
  ]);
  return asked;
};

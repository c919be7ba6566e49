import { countriesQuery, currenciesQuery } from '../../../api/reference.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader =
  (client) =>
  async (args): Promise<string> => {
    const { id } = await loadPage(client, args, 'transfers/show', {
      transfer: transferQuery,
      countries: countriesQuery,
      currencies: currenciesQuery,
    });
    return id;
  };

import { resolvedQuery } from '../../../api/ended-sends.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { mayReadAhead } from '../../../hydration/rendered-page.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader =
  (client) =>
  async (args): Promise<null> => {
    // The page does not wait for its rows.
    if (mayReadAhead(args.request.url)) void client.prefetchInfiniteQuery(resolvedQuery);
    await loadPage(client, args, 'support/resolved', { currencies: currenciesQuery });
    return null;
  };

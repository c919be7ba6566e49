import { accountQuery } from '../../../api/accounts.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import type { PageLoader } from '../../../lazy-page.tsx';
import { type ListSearch, parseSearch } from './list-search.ts';
import { transferWindows } from './transfer-windows.ts';

export const loader: PageLoader =
  (client) =>
  async ({ request }): Promise<ListSearch> => {
    const search = parseSearch(request.url);
    if (!search) throw new Response(null, { status: 404 });
    const { destination_account_id } = search;
    await Promise.all([
      client.ensureInfiniteQueryData(transferWindows(search)),
      client.ensureQueryData(currenciesQuery),
      destination_account_id && client.prefetchQuery(accountQuery(destination_account_id)),
    ]);
    return search;
  };

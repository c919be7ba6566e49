import { accountQuery } from '../../../api/accounts.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import type { PageLoader } from '../../../lazy-page.tsx';
import { prepareOpenSends } from '../../../open-sends/own-open-sends.tsx';
import { type ListSearch, parseSearch } from './list-search.ts';
import { placeIn } from './place.ts';
import { transferWindows } from './transfer-windows.ts';

/** After a reload no more are read at once to get back to where the person was: 2,000 rows. */
const mostWindows = 10;

export const loader: PageLoader =
  (client) =>
  async ({ request }): Promise<ListSearch> => {
    const search = parseSearch(request.url);
    if (!search) throw new Response(null, { status: 404 });
    const { destination_account_id } = search;
    const { pathname, search: query } = new URL(request.url);
    const session = client.getQueryData(sessionQuery.queryKey);
    const place = placeIn(pathname + query);
    const pages = Math.min(place?.windows ?? 1, mostWindows);
    const rows = client.prefetchInfiniteQuery({ ...transferWindows(search), pages });
    await Promise.all([
      client.ensureQueryData(currenciesQuery),
      destination_account_id && client.prefetchQuery(accountQuery(destination_account_id)),
      session?.user.role === 'sender' && prepareOpenSends(client),
      // The page stands before its rows, but for one that is to be scrolled to where it was.
      place && rows,
    ]);
    return search;
  };

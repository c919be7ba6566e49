import type { QueryClient } from '@tanstack/react-query';
import type { ListSearch } from '../../../../contract/api/list-search.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { ApiError } from '../../../api/api-error.ts';
import { countriesQuery, currenciesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { isDocument } from '../../../hydration/rendered-page.ts';
import { prepareOpenSends } from '../../../open-sends/own-open-sends.tsx';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { comparable, parseSearch } from './list-search.ts';
import { positionIn } from './scroll-restoration.ts';
import { transferWindows } from './transfer-windows.ts';

/** Pages prefetched to restore the scroll position after a reload: 2,000 rows at most. */
const maxWindows = 10;

export const loader: PageLoader =
  (client) =>
  async (args): Promise<ListSearch> => {
    const search = await searchOf(client, args.request.url);
    const { url } = args.request;
    const { pathname, search: query } = new URL(url);
    const session = client.getQueryData(sessionQuery.queryKey);
    const position = positionIn(pathname + query);
    const pages = Math.min(position?.windows ?? 1, maxWindows);
    const windows = transferWindows(search);
    // The first rows came with the page, but more are needed to scroll to the position.
    const known = client.getQueryData(windows.queryKey)?.pages.length;
    if (known === 1 && pages > 1) client.removeQueries({ queryKey: windows.queryKey, exact: true });
    // The server learns the person's days only when it renders.
    const isAsked =
      position || (import.meta.env.SSR ? !search.from && !search.to : !isDocument(url));
    const rows = isAsked && client.prefetchInfiniteQuery({ ...windows, pages });
    await Promise.all([
      loadPage(client, args, 'transfers/list', {
        countries: countriesQuery,
        currencies: currenciesQuery,
        account: accountQuery,
      }),
      session?.user.role === 'sender' && prepareOpenSends(client),
      // The page does not wait for its rows, unless it has a scroll position to restore.
      position && rows,
    ]);
    return search;
  };

/**
 * The filters of an address, or of the view that it opens.
 * @throws ApiError not-found if one of them is malformed, or the view is not for this person
 */
async function searchOf(client: QueryClient, url: string): Promise<ListSearch> {
  const view = new URL(url).searchParams.get('view');
  if (view === null) {
    const search = parseSearch(url);
    if (!search) throw new ApiError('not-found');
    return search;
  }
  const { filtersOfView } = await import('../../../api/views.ts');
  const { page, search } = await filtersOfView(client, view);
  if (page !== 'transfers') throw new ApiError('not-found');
  return comparable(search);
}

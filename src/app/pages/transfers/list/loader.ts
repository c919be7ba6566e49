import { accountQuery } from '../../../api/accounts.ts';
import { ApiError } from '../../../api/api-error.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { prepareOpenSends } from '../../../open-sends/own-open-sends.tsx';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { type ListSearch, parseSearch } from './list-search.ts';
import { positionIn } from './scroll-restoration.ts';
import { transferWindows } from './transfer-windows.ts';

/** After a reload no more are read at once to get back to where the person was: 2,000 rows. */
const maxWindows = 10;

export const loader: PageLoader =
  (client) =>
  async (args): Promise<ListSearch> => {
    const search = parseSearch(args.request.url);
    if (!search) throw new ApiError('not-found');
    const { pathname, search: query } = new URL(args.request.url);
    const session = client.getQueryData(sessionQuery.queryKey);
    const position = positionIn(pathname + query);
    const pages = Math.min(position?.windows ?? 1, maxWindows);
    const rows = client.prefetchInfiniteQuery({ ...transferWindows(search), pages });
    await Promise.all([
      loadPage(client, args, 'transfers/list', {
        currencies: currenciesQuery,
        account: accountQuery,
      }),
      session?.user.role === 'sender' && prepareOpenSends(client),
      // The page stands before its rows, but for one that is to be scrolled to where it was.
      position && rows,
    ]);
    return search;
  };

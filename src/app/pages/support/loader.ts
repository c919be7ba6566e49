import { useLoaderData } from 'react-router-dom';
import * as z from 'zod/mini';
import { maxSearchLength } from '../../../contract/api/wire.ts';
import { idPattern } from '../../../contract/paths.ts';
import { ApiError } from '../../api/api-error.ts';
import { currenciesQuery } from '../../api/reference.ts';
import { openSendsQuery } from '../../api/sends.ts';
import { supportTotalsQuery } from '../../api/support.ts';
import { useOwnState } from '../../router/entry-state.ts';
import { loadPage, type PageLoader } from '../../router/load-page.ts';

const id = z.string().check(z.regex(idPattern));
const text = z.string().check(z.trim(), z.maxLength(maxSearchLength));
const lookUp = z.object({
  q: z.catch(z.optional(text), undefined),
  recipient: z.catch(z.optional(id), undefined),
});

/** What the URL says, or the view that it opens: a text, and the recipient to show. */
type LookUp = { q?: string | undefined; recipient?: string | undefined };

export const loader: PageLoader =
  (client) =>
  async (args): Promise<LookUp> => {
    if (import.meta.env.SSR) void client.prefetchQuery(supportTotalsQuery);
    const { search } = await loadPage(client, args, 'support', {
      currencies: currenciesQuery,
      // The page itself refetches them.
      openSends: { ...openSendsQuery, staleTime: 'static' },
    });
    const view = search.get('view');
    if (view === null) return lookUp.parse(Object.fromEntries(search));
    const { filtersOfView } = await import('../../api/views.ts');
    const filters = await filtersOfView(client, view);
    if (filters.page !== 'support') throw new ApiError('not-found');
    return filters.search;
  };

const searchState = z.object({ q: z.string().check(z.trim(), z.maxLength(maxSearchLength)) });

export type Searched = {
  /** Empty while there is no search. */
  q: string;
  /** The id of the recipient that was picked. */
  recipient: string | undefined;
};

/**
 * The current search. The text may be personal data, so it is kept in the history state, which
 * survives a reload and Back, and is never written into the URL.
 */
export function useSearched(): Searched {
  const { q, recipient } = useLoaderData<LookUp>();
  const text = useOwnState(searchState)?.q;
  return { q: text ?? q ?? recipient ?? '', recipient };
}

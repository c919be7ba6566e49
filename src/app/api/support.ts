import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/api/paths.ts';
import { supportSearchUrl } from '../../contract/api/reads.ts';
import { supportHealth, supportSearch, supportTotals } from '../../contract/api/support.ts';
import { pollRows } from './polling.ts';
import { supportKeys } from './query-keys.ts';
import { request } from './request.ts';
import { keepLastEventId, keepNewest } from './transfer-cache.ts';

/**
 * Recipients and transfers that a text means; asked for nothing while there is no text. Each time it
 * is asked is written down, so that it is not asked again for a glance at another tab. With a
 * recipient's id, the transfers are those to that one.
 */
export function supportSearchQuery(q: string, recipient?: string) {
  return queryOptions({
    queryKey: [...supportKeys.search, q, recipient],
    queryFn: async ({ client, signal }) => {
      const found = await request(supportSearch, supportSearchUrl(q, recipient), { signal });
      keepLastEventId(client, found.event_id);
      const items = found.transfers.items.map((row) => keepNewest(client, row, found.as_of));
      return { ...found, transfers: { ...found.transfers, items } };
    },
    enabled: q.trim() !== '',
    // Another recipient of the same search: the list to pick from stays.
    placeholderData: (last, query) => (query?.queryKey[2] === q ? last : undefined),
    // What could not look everywhere is asked again by whoever comes back to it.
    staleTime: ({ state }) => (state.data?.missing.length ? 0 : 60_000),
    refetchOnWindowFocus: false,
  });
}

/** Totals of all transfers, by state and by pair of currencies. */
export const supportTotalsQuery = queryOptions({
  queryKey: supportKeys.totals,
  queryFn: async ({ client, signal }) => {
    const totals = await request(supportTotals, apiPaths.supportTotals, { signal });
    keepLastEventId(client, totals.event_id);
    return totals;
  },
  refetchInterval: ({ state }) => pollRows([], state.status === 'error'),
});

/** How the service answers this instance of Giro. */
export const supportHealthQuery = queryOptions({
  queryKey: supportKeys.health,
  queryFn: ({ signal }) => request(supportHealth, apiPaths.supportHealth, { signal }),
  refetchInterval: 10_000,
});

import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/api/paths.ts';
import { supportSearchUrl } from '../../contract/api/reads.ts';
import {
  type SupportQuery,
  supportHealth,
  supportSearch,
  supportTotals,
} from '../../contract/api/support.ts';
import { pollRows } from './polling.ts';
import { supportKeys } from './query-keys.ts';
import { request } from './request.ts';
import { keepLastEventId, keepNewest } from './transfer-cache.ts';

type SearchCursors = Pick<SupportQuery, 'recipients_cursor' | 'transfers_cursor'>;

/**
 * Recipients and transfers that match the text; disabled while it is empty. With a recipient's id, the
 * transfers to that recipient; with a cursor, the next ones. No refetch on focus: each search is an entry in the audit trail.
 */
export function supportSearchQuery(q: string, recipient?: string, cursors: SearchCursors = {}) {
  const isFirst = Object.keys(cursors).length === 0;
  return queryOptions({
    queryKey: [...supportKeys.search, q, recipient, cursors],
    queryFn: async ({ client, signal }) => {
      const url = supportSearchUrl({ q, recipient, ...cursors });
      const found = await request(supportSearch, url, { signal });
      keepLastEventId(client, found.event_id);
      const items = found.transfers.items.map((row) => keepNewest(client, row, found.as_of));
      return { ...found, transfers: { ...found.transfers, items } };
    },
    enabled: q.trim() !== '',
    // Keep the list of recipients when another one of the same search is picked.
    placeholderData: (last, query) => (isFirst && query?.queryKey[2] === q ? last : undefined),
    // A search that could not cover everything is stale at once, so that the next visit repeats it.
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

/** How the payment service responds to this instance of the BFF. */
export const supportHealthQuery = queryOptions({
  queryKey: supportKeys.health,
  queryFn: ({ signal }) => request(supportHealth, apiPaths.supportHealth, { signal }),
  refetchInterval: 10_000,
});

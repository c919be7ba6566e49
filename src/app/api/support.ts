import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { orderAnswer, orderPaths, type SupportStopRequest } from '../../contract/api/order.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { supportSearchUrl } from '../../contract/api/reads.ts';
import {
  type SupportQuery,
  type SupportSearch,
  senderDetail,
  supportHealth,
  supportSearch,
  supportTotals,
} from '../../contract/api/support.ts';
import { pollRows } from './polling.ts';
import { supportKeys } from './query-keys.ts';
import { request } from './request.ts';
import { keepLastEventId, keepNewest } from './transfer-cache.ts';

/**
 * Recipients and transfers that match the text; disabled while it is empty. With a recipient's id, the
 * transfers to that recipient. No refetch on focus: each search is an entry in the audit trail.
 */
export function supportSearchQuery(q: string, recipient?: string) {
  return queryOptions({
    queryKey: [...supportKeys.search, q, recipient],
    queryFn: async ({ client, signal }) => {
      const found = await readSearch(client, { q, recipient }, { signal });
      // With those that were added to the list in which this one was picked.
      const unpicked = [...supportKeys.search, q, undefined];
      const all = recipient ? client.getQueryData<SupportSearch>(unpicked) : undefined;
      return all ? { ...found, recipients: all.recipients } : found;
    },
    enabled: q.trim() !== '',
    // Keep the list of recipients when another one of the same search is picked.
    placeholderData: (last, query) => (query?.queryKey[2] === q ? last : undefined),
    // A search that could not cover everything is stale at once, so that the next visit repeats it.
    staleTime: ({ state }) => (state.data?.missing.length ? 0 : 60_000),
    refetchOnWindowFocus: false,
  });
}

async function readSearch(
  client: QueryClient,
  query: SupportQuery,
  options: { signal?: AbortSignal } = {},
) {
  const found = await request(supportSearch, supportSearchUrl(query), options);
  keepLastEventId(client, found.event_id);
  const items = found.transfers.items.map((row) => keepNewest(client, row, found.as_of));
  return { ...found, transfers: { ...found.transfers, items } };
}

/** Adds the next recipients or transfers to the answer in the cache, unless it has another end by then. */
export async function addToSearch(
  client: QueryClient,
  { q, recipient }: SupportQuery,
  kind: 'recipients' | 'transfers',
): Promise<void> {
  const { queryKey } = supportSearchQuery(q, recipient);
  const cursor = client.getQueryData(queryKey)?.[kind].next_cursor;
  if (!cursor) return;
  const more = await readSearch(client, { q, recipient, [`${kind}_cursor`]: cursor });
  const isHere = (found: SupportSearch) => found[kind].next_cursor === cursor;
  // The recipients are the same whichever of them is picked.
  const filters = kind === 'recipients' ? { queryKey: [...supportKeys.search, q] } : { queryKey };
  client.setQueriesData<SupportSearch>({ ...filters, exact: kind === 'transfers' }, (found) => {
    if (!found || !isHere(found)) return undefined;
    if (kind === 'recipients') {
      const items = [...found.recipients.items, ...more.recipients.items];
      return { ...found, recipients: { ...more.recipients, items } };
    }
    const items = [...found.transfers.items, ...more.transfers.items];
    return { ...found, transfers: { ...more.transfers, items } };
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

/** A sender with their recipients and open sends. */
export function senderQuery(user: string) {
  return queryOptions({
    queryKey: [...supportKeys.sender, user],
    queryFn: ({ signal }) => request(senderDetail, apiPaths.sender(user), { signal }),
    refetchInterval: 10_000,
  });
}

/** Stops an order as support, if it still is as it was shown. */
export function stopOrderForSupport({ id, ...body }: SupportStopRequest & { id: string }) {
  return request(orderAnswer, orderPaths.stopForSupport(id), { method: 'POST', body });
}

/** How the payment service responds to this instance of the BFF. */
export const supportHealthQuery = queryOptions({
  queryKey: supportKeys.health,
  queryFn: ({ signal }) => request(supportHealth, apiPaths.supportHealth, { signal }),
  refetchInterval: 10_000,
});

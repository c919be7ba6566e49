import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/api/paths.ts';
import { supportHealth, supportSearch, supportTotals } from '../../contract/api/support.ts';
import { request } from './request.ts';

/** Recipients and transfers that a text means; asked for nothing while there is no text. */
export function supportSearchQuery(q: string) {
  return queryOptions({
    queryKey: ['support', 'search', q],
    queryFn: ({ signal }) =>
      request(supportSearch, apiPaths.supportSearch, { query: { q }, signal }),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

/** Totals of all transfers, by state and by pair of currencies. */
export const supportTotalsQuery = queryOptions({
  queryKey: ['support', 'totals'],
  queryFn: ({ signal }) => request(supportTotals, apiPaths.supportTotals, { signal }),
  refetchInterval: 30_000,
});

/** How the service answers this instance of Giro. */
export const supportHealthQuery = queryOptions({
  queryKey: ['support', 'health'],
  queryFn: ({ signal }) => request(supportHealth, apiPaths.supportHealth, { signal }),
  refetchInterval: 10_000,
});

import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/api/paths.ts';
import { type RatesQuery, rates } from '../../contract/api/rates.ts';
import { request } from './request.ts';

/** The rates that this app has seen for a pair. The service is not asked. */
export function ratesQuery(pair: RatesQuery) {
  return queryOptions({
    queryKey: ['rates', pair],
    queryFn: ({ signal }) => request(rates, apiPaths.rates, { query: pair, signal }),
    staleTime: 5 * 60_000,
  });
}

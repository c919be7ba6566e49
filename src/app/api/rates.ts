import { queryOptions } from '@tanstack/react-query';
import { type RatesQuery, rates } from '../../contract/api/rates.ts';
import { ratesUrl } from '../../contract/api/reads.ts';
import { request } from './request.ts';

/** The rates that the BFF has recorded for a pair of currencies. The service is not called. */
export function ratesQuery(pair: RatesQuery) {
  return queryOptions({
    queryKey: ['rates', pair],
    queryFn: ({ signal }) => request(rates, ratesUrl(pair), { signal }),
    staleTime: 5 * 60_000,
  });
}

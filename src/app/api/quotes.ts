import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/api/paths.ts';
import { quote } from '../../contract/api/quote.ts';
import { request } from './request.ts';

/** Parameters of an estimate: exactly one of the two amounts, a decimal string of subunits. */
export type QuoteParams = {
  source_amount_cents?: string | undefined;
  destination_amount_cents?: string | undefined;
  source_amount_currency: string;
  destination_amount_currency: string;
  country_id: string;
};

/** An estimate, refetched when it is 30 s old. */
export function quoteQuery(params: QuoteParams) {
  return queryOptions({
    queryKey: ['quote', params],
    queryFn: ({ signal }) => request(quote, apiPaths.quotes, { query: params, signal }),
    staleTime: 30_000,
    gcTime: 60_000,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/api/paths.ts';
import { reads } from '../../contract/api/reads.ts';
import { banks, countries, currencies } from '../../contract/api/reference.ts';
import { request } from './request.ts';

// contract 2.5: these values change very rarely.
const staleTime = 60 * 60_000;

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => request(countries, apiPaths.countries, { signal }),
  staleTime,
});

export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: ({ signal }) => request(currencies, apiPaths.currencies, { signal }),
  staleTime,
});

export function banksQuery(country_name: string) {
  return queryOptions({
    queryKey: ['banks', country_name],
    queryFn: ({ signal }) => request(banks, reads.banks(country_name).url, { signal }),
    staleTime,
  });
}

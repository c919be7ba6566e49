import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  limitPaths,
  ownLimits,
  type PersonLimitRequest,
  personLimitRequest,
  personLimitsAnswer,
} from '../../contract/api/limits.ts';
import { limitsKey } from './query-keys.ts';
import { request } from './request.ts';

/** The person's limits, with what is used of each. Asked for only where the operator limits anything. */
export const limitsQuery = queryOptions({
  queryKey: limitsKey,
  queryFn: ({ signal }) => request(ownLimits, limitPaths.own, { signal }),
  // Each send uses some of it, and time frees some.
  staleTime: 0,
});

/** A sender's limits as an admin sees them. */
export function personLimitsQuery(user: string) {
  return queryOptions({
    queryKey: [...limitsKey, 'of', user],
    queryFn: ({ signal }) => request(personLimitsAnswer, limitPaths.of(user), { signal }),
    staleTime: 0,
  });
}

/** Changes a sender's limit: a lower one counts at once, a higher one after 24 hours. */
export function changePersonLimit(user: string, change: PersonLimitRequest) {
  const body = z.encode(personLimitRequest, change);
  return request(personLimitsAnswer, limitPaths.of(user), { method: 'PUT', body });
}

import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { reads } from '../../contract/api/reads.ts';
import { request } from './request.ts';

// What each of them is, is read by whoever shows it: this is asked on pages that weigh little.
const some = z.array(z.unknown());

/** This person's sendings without a known outcome, as they came. */
export const anyOpenSendsQuery = queryOptions({
  queryKey: ['sends', 'any'],
  queryFn: ({ signal }) => request(some, reads.openSends.url, { signal }),
  staleTime: 0,
});

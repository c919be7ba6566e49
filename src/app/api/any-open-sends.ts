import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { request } from './request.ts';

// What each of them is, is read by whoever shows it: this is asked on pages that weigh little.
const some = z.array(z.unknown());

/** Whether a sending of this person has no known outcome. */
export const anyOpenSendsQuery = queryOptions({
  queryKey: ['sends', 'any'],
  queryFn: async ({ signal }) => {
    const query = { state: 'unconfirmed' };
    return (await request(some, apiPaths.sends, { query, signal })).length > 0;
  },
  staleTime: 0,
});

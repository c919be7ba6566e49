import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/api/paths.ts';
import { send, sends } from '../../contract/api/send.ts';
import type { SendState } from '../../contract/api/send-states.ts';
import { request } from './request.ts';

const open: SendState[] = ['intended', 'unconfirmed'];

/** What is known of a sending, taken again while its outcome is not known. */
export function sendQuery(key: string) {
  return queryOptions({
    queryKey: ['sends', key],
    queryFn: ({ signal }) => request(send, apiPaths.send(key), { signal }),
    refetchInterval: (query) =>
      query.state.data && open.includes(query.state.data.state) ? 3_000 : false,
  });
}

/** The sendings that this person may see and whose outcome is not known. */
export const openSendsQuery = queryOptions({
  queryKey: ['sends'],
  queryFn: ({ signal }) =>
    request(sends, apiPaths.sends, { query: { state: 'unconfirmed' }, signal }),
  refetchInterval: 10_000,
});

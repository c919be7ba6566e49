import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/api/paths.ts';
import { reads, sendsLikeUrl, sendsWithKeyUrl } from '../../contract/api/reads.ts';
import { candidates, type ResolveRequest, send, sends } from '../../contract/api/send.ts';
import { isUnderWay } from '../../contract/api/send-states.ts';
import { sendKeys } from './query-keys.ts';
import { request } from './request.ts';

/** What is known of a sending. */
export function readSend(key: string, signal: AbortSignal) {
  return request(send, apiPaths.send(key), { signal });
}

/** What is known of a sending, taken again while its outcome is not known. */
export function sendQuery(key: string) {
  return queryOptions({
    queryKey: [...sendKeys.all, key],
    queryFn: ({ signal }) => readSend(key, signal),
    refetchInterval: (query) =>
      query.state.data && isUnderWay(query.state.data.state) ? 3_000 : false,
  });
}

/** This person's sending with a key; undefined, and no failed request, while there is none. */
export async function findSend(key: string) {
  const [found] = await request(sends, sendsWithKeyUrl(key));
  return found;
}

/** What is about to be sent, amounts as decimal strings of subunits. */
export type Sending = {
  destination_account_id: string;
  source_amount_cents: string;
  source_amount_currency: string;
  destination_amount_currency: string;
};

/** This person's sendings of the same that are open, or were sent in the last ten minutes. */
export function sendsLikeQuery(sending: Sending) {
  return queryOptions({
    queryKey: [...sendKeys.all, 'like', sending],
    queryFn: ({ signal }) => request(sends, sendsLikeUrl(sending), { signal }),
    staleTime: 0,
  });
}

/** The transfers of the service that can be a sending; for support. */
export function candidatesQuery(key: string) {
  return queryOptions({
    queryKey: [...sendKeys.all, key, 'candidates'],
    queryFn: ({ signal }) => request(candidates, apiPaths.candidates(key), { signal }),
    staleTime: 0,
  });
}

/** The word of support on a sending whose outcome is not known. */
export function resolveSend(key: string, body: ResolveRequest) {
  return request(send, apiPaths.settle(key), { method: 'POST', body });
}

/** The sendings that this person may see and whose outcome is not known. */
export const openSendsQuery = queryOptions({
  queryKey: sendKeys.all,
  queryFn: ({ signal }) => request(sends, reads.openSends.url, { signal }),
  refetchInterval: 10_000,
});

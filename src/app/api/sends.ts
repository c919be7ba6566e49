import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/api/paths.ts';
import { reads, sendsLikeUrl, sendsWithKeyUrl } from '../../contract/api/reads.ts';
import { candidates, type ResolveRequest, send, sends } from '../../contract/api/send.ts';
import { isUnderWay } from '../../contract/api/send-states.ts';
import { sendKeys } from './query-keys.ts';
import { request } from './request.ts';

/** A send by its idempotency key. */
export function readSend(key: string, signal: AbortSignal) {
  return request(send, apiPaths.send(key), { signal });
}

/** A send by its idempotency key, polled while its outcome is unknown. */
export function sendQuery(key: string) {
  return queryOptions({
    queryKey: [...sendKeys.all, key],
    queryFn: ({ signal }) => readSend(key, signal),
    refetchInterval: (query) =>
      query.state.data && isUnderWay(query.state.data.state) ? 3_000 : false,
  });
}

/** The person's send with this idempotency key; undefined, without a 404, if there is none. */
export async function findSend(key: string) {
  const [found] = await request(sends, sendsWithKeyUrl(key));
  return found;
}

/** The transfer about to be sent, amounts as decimal strings of subunits. */
export type TransferTerms = {
  destination_account_id: string;
  source_amount_cents: string;
  source_amount_currency: string;
  destination_amount_currency: string;
};

/** The person's identical sends that are open, or were sent in the last 10 minutes. */
export function sendsLikeQuery(transfer: TransferTerms) {
  return queryOptions({
    queryKey: [...sendKeys.all, 'like', transfer],
    queryFn: ({ signal }) => request(sends, sendsLikeUrl(transfer), { signal }),
    staleTime: 0,
  });
}

/** The service's transfers that may match a send. For support. */
export function candidatesQuery(key: string) {
  return queryOptions({
    queryKey: [...sendKeys.all, key, 'candidates'],
    queryFn: ({ signal }) => request(candidates, apiPaths.candidates(key), { signal }),
    staleTime: 0,
  });
}

/** Records support's decision on a send whose outcome is unknown. */
export function resolveSend(key: string, body: ResolveRequest) {
  return request(send, apiPaths.settle(key), { method: 'POST', body });
}

/** The sends with an unknown outcome that the person may see. */
export const openSendsQuery = queryOptions({
  queryKey: sendKeys.all,
  queryFn: ({ signal }) => request(sends, reads.openSends.url, { signal }),
  refetchInterval: 10_000,
});

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type CaseOrder,
  caseOrders,
  caseQueue,
  type SeveralCasesRequest,
  severalCases,
} from '../../contract/api/case-queue.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { reads } from '../../contract/api/reads.ts';
import { supportKeys } from './query-keys.ts';
import { request } from './request.ts';

/** The order that a text names; an unknown one is that of the queue. */
export const caseOrderOf = (text: string | null): CaseOrder =>
  caseOrders.find((order) => order === text) ?? 'oldest';

/** Support's queue, polled because colleagues work on it too. */
export function caseQueueQuery(order: CaseOrder) {
  return queryOptions({
    queryKey: [...supportKeys.cases, order],
    queryFn: ({ signal }) => request(caseQueue, reads.caseQueue(order).url, { signal }),
    placeholderData: keepPreviousData,
    // What the page came with is shown without another read.
    staleTime: 2_000,
    refetchInterval: 10_000,
  });
}

/** Takes, hands over or notes on several cases; each has its own result. */
export function changeCases(body: SeveralCasesRequest) {
  return request(severalCases, apiPaths.cases, { method: 'POST', body });
}

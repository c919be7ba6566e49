import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type ApproveRequest,
  approval,
  approvalPaths,
  approvals,
  approveRequest,
  type DeclineRequest,
} from '../../contract/api/approvals.ts';
import { orderAnswer } from '../../contract/api/order.ts';
import { request } from './request.ts';

/** Query key prefix of what waits for approval. */
const approvalsKey = ['approvals'] as const;

/** While anything waits: nothing else tells that somebody else was first. */
const pollMs = 10_000;

/** What waits for approval, what expires first first. */
export const approvalsQuery = queryOptions({
  queryKey: approvalsKey,
  queryFn: ({ signal }) => request(approvals, approvalPaths.all, { signal }),
  // A loader has just fetched them.
  staleTime: 2_000,
  refetchInterval: pollMs,
});

/** One of them, in full. */
export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: [...approvalsKey, id],
    queryFn: ({ signal }) => request(approval, approvalPaths.one(id), { signal }),
    // What is approved is what the person has just been shown.
    staleTime: 2_000,
    retry: false,
  });
}

/** Approves exactly what the person was shown. */
export function approveOrder(id: string, asked: ApproveRequest) {
  const body = z.encode(approveRequest, asked);
  return request(orderAnswer, approvalPaths.approve(id), { method: 'POST', body });
}

/** Declines it: nothing of it is sent, and its maker reads the reason. */
export function declineOrder(id: string, body: DeclineRequest) {
  return request(orderAnswer, approvalPaths.decline(id), { method: 'POST', body });
}

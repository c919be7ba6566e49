import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  orderAnswer,
  orderPaths,
  type ResumeRequest,
  resumeRequest,
  type SendOrOrder,
  sendOrOrder,
  sendsOrOrders,
} from '../../contract/api/order.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { reads, sendsLikeUrl, sendsWithKeyUrl } from '../../contract/api/reads.ts';
import {
  type Candidates,
  candidates,
  type ResolveRequest,
  send,
  sendAnswer,
  sends,
} from '../../contract/api/send.ts';
import { type TransferRequest, transfer, transferRequest } from '../../contract/api/transfer.ts';
import { sendKeys } from './query-keys.ts';
import { request } from './request.ts';

/** A send by its idempotency key, or the order that is not sent yet. */
export function readSend(key: string, signal: AbortSignal) {
  return request(sendOrOrder, apiPaths.send(key), { signal });
}

/** A send by its idempotency key. */
export function sendQuery(key: string) {
  return queryOptions({
    queryKey: [...sendKeys.all, key],
    queryFn: ({ signal }) => readSend(key, signal),
  });
}

/** The send of an answer; undefined while it is an order. */
export const sendIn = (answer: SendOrOrder | undefined) =>
  answer && !('order' in answer) ? answer : undefined;

/** The order of an answer; undefined for a send. */
export const orderIn = (answer: SendOrOrder | undefined) =>
  answer && 'order' in answer ? answer.order : undefined;

/** The person's send or order with this idempotency key; undefined, without a 404, if there is none. */
export async function findSend(key: string) {
  const [found] = await request(sendsOrOrders, sendsWithKeyUrl(key));
  return found;
}

/** Stops an order, if it still is as the person saw it. */
export async function stopOrder({ id, revision }: { id: string; revision: number }) {
  const body = { revision };
  return request(orderAnswer, orderPaths.stop(id), { method: 'POST', body });
}

/** Sends an order that needs its person, at once, as they see it now. */
export function resumeOrder(id: string, asSeen: ResumeRequest) {
  const body = z.encode(resumeRequest, asSeen);
  return request(orderAnswer, orderPaths.resume(id), { method: 'POST', body });
}

/**
 * Sends money, at most once for each idempotency key.
 * @returns the transfer, the send while its outcome is unknown, or the order that is held first
 */
export function sendTransfer(key: string, body: TransferRequest, signal: AbortSignal) {
  return request(z.union([transfer, sendAnswer, orderAnswer]), apiPaths.transfers, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: z.encode(transferRequest, body),
    signal,
  });
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

/** The candidates that a person saw, as they name them when they decide. */
export function seenOf(listed: Candidates | undefined) {
  return {
    seen_transfer_ids: listed?.transfers.map((one) => one.id) ?? [],
    seen_unread: listed?.unread ?? [],
  };
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

import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { sendAnswer } from '../../contract/api/send.ts';
import {
  type TransferRequest,
  transfer,
  transferDetail,
  transferList,
  transferRequest,
  type transferSorts,
} from '../../contract/api/transfer.ts';
import { isFinal } from '../../contract/transfer-state.ts';
import { request, withQuery } from './request.ts';

const pollEvery = 4_000;

export type TransferFilters = {
  q?: string | undefined;
  state?: string | undefined;
  destination_account_id?: string | undefined;
  currency?: string | undefined;
  sort?: (typeof transferSorts)[number] | undefined;
  cursor?: string | undefined;
  limit?: string | undefined;
};

/** A window of the transfers this person may see, taken again while one of them can still change. */
export function transfersQuery(filters: TransferFilters) {
  return queryOptions({
    queryKey: ['transfers', filters],
    queryFn: ({ signal }) => request(transferList, apiPaths.transfers, { query: filters, signal }),
    refetchInterval: (query) =>
      query.state.data?.items.some((row) => !isFinal(row.state)) ? pollEvery : false,
  });
}

/** Where the file of all that the filters find is downloaded from. */
export function transfersFile({ cursor: _, limit: __, ...filters }: TransferFilters): string {
  return withQuery(apiPaths.transfersCsv, filters);
}

/** Where the changes after a window are told as server-sent events, by the window's `event_id`. */
export function transferEventsAfter(event_id: string): string {
  return withQuery(apiPaths.transferEvents, { after: event_id });
}

/** One transfer, taken again until its state is final. */
export function transferQuery(id: string) {
  return queryOptions({
    queryKey: ['transfers', 'one', id],
    queryFn: ({ signal }) => request(transferDetail, apiPaths.transfer(id), { signal }),
    refetchInterval: (query) =>
      query.state.data && isFinal(query.state.data.transfer.state) ? false : pollEvery,
  });
}

/**
 * Sends money, once for each key however often it is called.
 * Answers the transfer, or the sending whose outcome is not known yet.
 */
export function sendTransfer(key: string, body: TransferRequest) {
  return request(z.union([transfer, sendAnswer]), apiPaths.transfers, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: z.encode(transferRequest, body),
  });
}

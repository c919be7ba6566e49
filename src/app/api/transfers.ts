import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiPaths, withQuery } from '../../contract/api/paths.ts';
import { transfersUrl } from '../../contract/api/reads.ts';
import { sendAnswer } from '../../contract/api/send.ts';
import {
  type TransferRequest,
  transfer,
  transferDetail,
  transferList,
  transferRequest,
  type transferSorts,
} from '../../contract/api/transfer.ts';
import { keepEvent } from './first-event.ts';
import { keepNewest } from './newest-states.ts';
import { pollOne, pollRows } from './polling.ts';
import { request } from './request.ts';
import { transferKeys } from './transfer-keys.ts';

export type TransferFilters = {
  q?: string | undefined;
  state?: string | undefined;
  destination_account_id?: string | undefined;
  currency?: string | undefined;
  sort?: (typeof transferSorts)[number] | undefined;
  cursor?: string | undefined;
  limit?: string | undefined;
};

const incompleteEvery = 5_000;

type Reading = { client: QueryClient; signal: AbortSignal };

/** A window of the transfers this person may see. */
export async function readWindow({ client, signal }: Reading, query: TransferFilters) {
  const list = await request(transferList, transfersUrl(query), { signal });
  keepEvent(client, list.event_id);
  return { ...list, items: list.items.map((row) => keepNewest(client, row, list.as_of)) };
}

/** A window of the transfers this person may see, kept up to date. */
export function transfersQuery(filters: TransferFilters) {
  return queryOptions({
    queryKey: [...transferKeys.window, filters],
    queryFn: (reading) => readWindow(reading, filters),
    // A search that could not look everywhere looks again, whatever is told of single rows.
    refetchInterval: ({ state }) =>
      state.data?.missing.includes('recipients')
        ? incompleteEvery
        : pollRows(state.data?.items, state.status === 'error'),
  });
}

/** Where changes are told as server-sent events; all those after an event, where its id is known. */
export function transferEventsAfter(event_id: string | undefined): string {
  return withQuery(apiPaths.transferEvents, { after: event_id });
}

/** One transfer, kept up to date. */
export function transferQuery(id: string) {
  return queryOptions({
    queryKey: [...transferKeys.one, id],
    queryFn: async ({ client, signal }) => {
      const detail = await request(transferDetail, apiPaths.transfer(id), { signal });
      keepEvent(client, detail.event_id);
      return { ...detail, transfer: keepNewest(client, detail.transfer, detail.as_of) };
    },
    refetchInterval: ({ state }) => pollOne(state.data?.transfer.state, state.status === 'error'),
  });
}

/**
 * Sends money, once for each key however often it is called.
 * Answers the transfer, or the sending whose outcome is not known yet.
 */
export function sendTransfer(key: string, body: TransferRequest, signal: AbortSignal) {
  return request(z.union([transfer, sendAnswer]), apiPaths.transfers, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: z.encode(transferRequest, body),
    signal,
  });
}

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiPaths, withQuery } from '../../contract/api/paths.ts';
import { transfersUrl } from '../../contract/api/reads.ts';
import { sendAnswer } from '../../contract/api/send.ts';
import {
  type TransferRequest,
  transferDetail,
  transferList,
  transferRequest,
  transfer as transferSchema,
  type transferSorts,
} from '../../contract/api/transfer.ts';
import { ApiError } from './api-error.ts';
import { pollOne, pollRows } from './polling.ts';
import { transferKeys } from './query-keys.ts';
import { failureOf, request, send } from './request.ts';
import { keepLastEventId, keepNewest, updateWindows } from './transfer-cache.ts';

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

/** A window of the transfers this person may see; the rows of it that are shown become those that are read. */
export async function readWindow({ client, signal }: Reading, query: TransferFilters) {
  const list = await request(transferList, transfersUrl(query), { signal });
  keepLastEventId(client, list.event_id);
  const items = list.items.map((row) => keepNewest(client, row, list.as_of));
  updateWindows(client, items);
  return { ...list, items };
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
      keepLastEventId(client, detail.event_id);
      const transfer = keepNewest(client, detail.transfer, detail.as_of);
      updateWindows(client, [transfer]);
      return { ...detail, transfer };
    },
    refetchInterval: ({ state }) => pollOne(state.data?.transfer.state, state.status === 'error'),
  });
}

/**
 * Sends money, once for each key however often it is called.
 * Answers the transfer, or the sending whose outcome is not known yet.
 */
export function sendTransfer(key: string, body: TransferRequest, signal: AbortSignal) {
  return request(z.union([transferSchema, sendAnswer]), apiPaths.transfers, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: z.encode(transferRequest, body),
    signal,
  });
}

/** The file of all that the filters find, and what it is called. Throws ApiError. */
export async function readTransfersFile({ cursor: _, limit: __, ...filters }: TransferFilters) {
  const headers = { accept: 'text/csv' };
  const response = await send(apiPaths.transfersCsv, { method: 'POST', body: filters, headers });
  if (!response.ok) throw await failureOf(response);
  const [, name = ''] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  try {
    return { name, content: await response.blob() };
  } catch {
    // It broke off: half a file would be taken for the whole.
    throw new ApiError('offline');
  }
}

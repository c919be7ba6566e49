import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isOpenSendMark } from '../../contract/api/open-send-marks.ts';
import { apiPaths, withQuery } from '../../contract/api/paths.ts';
import { transfersUrl } from '../../contract/api/reads.ts';
import {
  csvRowsHeader,
  type FileHeadings,
  type TransferRow,
  transferDetail,
  transferList,
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
  source_amount_currency?: string | undefined;
  destination_amount_currency?: string | undefined;
  country_id?: string | undefined;
  first_seen_from?: string | undefined;
  first_seen_before?: string | undefined;
  sort?: (typeof transferSorts)[number] | undefined;
  /** For support: the id of the person whose transfers they are. */
  sender?: string | undefined;
  cursor?: string | undefined;
  limit?: string | undefined;
};

const incompleteEvery = 5_000;
const openEvery = 10_000;

type Reading = { client: QueryClient; signal: AbortSignal };

/** Fetches a page of transfers, and updates its rows wherever they are cached. */
export async function readWindow({ client, signal }: Reading, query: TransferFilters) {
  const list = await request(transferList, transfersUrl(query), { signal });
  keepLastEventId(client, list.event_id);
  // A list tells all that is written on its transfers: what it leaves out was removed.
  const items = list.items.map((row) =>
    keepNewest<TransferRow>(client, { note: undefined, reference: undefined, ...row }, list.as_of),
  );
  updateWindows(client, items);
  return { ...list, items };
}

/** A page of transfers, polled while no stream is open. */
export function transfersQuery(filters: TransferFilters) {
  return queryOptions({
    queryKey: [...transferKeys.window, filters],
    queryFn: (reading) => readWindow(reading, filters),
    // A search that could not cover everything is repeated even while the stream is open.
    refetchInterval: ({ state: { data, status } }) => {
      if (data?.missing.includes('recipients')) return incompleteEvery;
      const every = pollRows(data?.items, status === 'error');
      // The stream tells of transfers, not of open sends.
      const hasOpen = (data?.open_sends?.total ?? 0) > 0 || isOpenSendMark(filters.state);
      return every === false && hasOpen ? openEvery : every;
    },
  });
}

/** URL of the server-sent events; replays those after `event_id`. */
export function transferEventsAfter(event_id: string | undefined): string {
  return withQuery(apiPaths.transferEvents, { after: event_id });
}

/** One transfer, polled while no stream is open. */
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

type FileOptions = {
  headings: FileHeadings;
  signal: AbortSignal;
  /** Called with how many transfers have come, and of how many. */
  onRows: (rows: number, total: number) => void;
};

/** Fetches the CSV of all transfers that match, with its file name. Throws ApiError, or the abort reason. */
export async function readTransfersFile(
  { cursor: _, limit: __, sender: ___, ...filters }: TransferFilters,
  { headings, signal, onRows }: FileOptions,
) {
  const headers = { accept: 'text/csv' };
  const body = { ...filters, headings };
  const response = await send(apiPaths.transfersCsv, { method: 'POST', body, headers, signal });
  if (!response.ok) throw await failureOf(response);
  const [, name = ''] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const total = Number(response.headers.get(csvRowsHeader));
  try {
    const parts = await partsOf(response, (lines) =>
      // Without the headings. A nickname may hold a line break, so there can be more lines than transfers.
      onRows(Math.min(Math.max(lines - 1, 0), total), total),
    );
    return { name, content: new Blob(parts, { type: 'text/csv' }) };
  } catch (error) {
    if (signal.aborted) throw error;
    // The download broke off: a partial file must not pass for the whole.
    throw new ApiError('offline');
  }
}

const lineFeed = 0x0a;

/** Reads a body to its end, and tells after each part how many line feeds have come. */
async function partsOf({ body }: Response, onLines: (lines: number) => void) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return parts;
    parts.push(part.value);
    for (const byte of part.value) if (byte === lineFeed) lines += 1;
    onLines(lines);
  }
}

import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { SupportSearch } from '../../contract/api/support.ts';
import type {
  Transfer,
  TransferDetail,
  TransferEvent,
  TransferList,
} from '../../contract/api/transfer.ts';
import { supportKeys, transferKeys } from './query-keys.ts';

type NewestState = { state: string; at: number };

// In the cache, so that they are forgotten with the rest of the person.
const newestStatesKey = ['newest-states'];
const lastEventIdKey = ['last-event-id'];

function newestStates(client: QueryClient): Map<string, NewestState> {
  const known = client.getQueryData<Map<string, NewestState>>(newestStatesKey);
  if (known) return known;
  const none = new Map<string, NewestState>();
  client.setQueryDefaults(newestStatesKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(newestStatesKey, none);
  return none;
}

/**
 * The one way of a transfer into the cache, whoever tells of it and however late: the state of the later
 * read of the service counts. What it is makes no difference, for contract 3 shows no transitions.
 * @param as_of when the read that tells the row began
 */
export function keepNewest<Row extends { id: string; state: string }>(
  client: QueryClient,
  row: Row,
  as_of: string,
): Row {
  const seen = newestStates(client);
  const at = Date.parse(as_of);
  const known = seen.get(row.id);
  if (known && known.at > at) return { ...row, state: known.state };
  seen.set(row.id, { state: row.state, at });
  return row;
}

/** The row in the newest state that is known of it; the same object where it is in that one. */
export function inNewestState<Row extends { id: string; state: string }>(
  client: QueryClient,
  row: Row,
): Row {
  const state = newestStates(client).get(row.id)?.state ?? row.state;
  return state === row.state ? row : { ...row, state };
}

/** What is known of a transfer beyond the service's own fields, where a row shows it. */
type Row = Transfer & { alias?: string | null; first_seen_at?: string | null };

/** Brings the rows of the long lists up to date where they stand: as a whole they are never read again. */
export function updateWindows(client: QueryClient, fresh: readonly Row[]): void {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  client.setQueriesData<InfiniteData<TransferList>>({ queryKey: transferKeys.windows }, (data) => {
    const pages = data?.pages.map((list) => updated(list, byId) ?? list);
    const isSame = pages?.every((list, index) => list === data?.pages[index]) ?? true;
    return data && pages && !isSame ? { ...data, pages } : undefined;
  });
}

/** Brings every row of a transfer that is told of up to date, where it stands. */
export function applyTransfer(client: QueryClient, event: TransferEvent): void {
  // Without the alias: it is no news, and may not have been read.
  const { alias: _, as_of, ...told } = event;
  const transfer = keepNewest(client, told, as_of);
  const byId = new Map([[transfer.id, transfer]]);

  updateWindows(client, [transfer]);
  client.setQueryData<TransferDetail>(
    [...transferKeys.one, transfer.id],
    (detail) => detail && { ...detail, transfer },
  );
  client.setQueriesData<TransferList>({ queryKey: transferKeys.window }, (list) =>
    updated(list, byId),
  );
  client.setQueriesData<SupportSearch>({ queryKey: supportKeys.search }, (found) => {
    const transfers = updated(found?.transfers, byId);
    return found && transfers && { ...found, transfers };
  });
}

/** Undefined where nothing in the list changes, so that nothing is written. */
function updated<List extends { items: Row[] }>(
  list: List | undefined,
  byId: ReadonlyMap<string, Row>,
): List | undefined {
  const items = list?.items.map((row) => merged(row, byId.get(row.id)));
  if (!list || !items || items.every((row, index) => row === list.items[index])) return undefined;
  return { ...list, items };
}

/** The same row where what is known of it is no news. */
function merged(row: Row, fresh: Row | undefined): Row {
  const now = { ...row, ...fresh };
  const isSame =
    now.state === row.state &&
    now.alias === row.alias &&
    now.first_seen_at === row.first_seen_at &&
    now.destination_amount_cents === row.destination_amount_cents;
  return isSame ? row : now;
}

/** Notes the event that is the last in an answer about transfers. */
export function keepLastEventId(client: QueryClient, event_id: string): void {
  const known = client.getQueryData<string | null>(lastEventIdKey);
  if (known === event_id || known === null) return;
  client.setQueryDefaults(lastEventIdKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(lastEventIdKey, known === undefined ? event_id : null);
}

/**
 * The last event in all that was answered about transfers: those after it are all that can be missing.
 * Undefined where the answers differ.
 */
export function lastEventId(client: QueryClient): string | undefined {
  return client.getQueryData<string | null>(lastEventIdKey) ?? undefined;
}

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

// In the query cache, so that sign-out deletes them with the rest.
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
 * Resolves races between answers and events: of two states of a transfer, the one that was read later from
 * the service wins. Every transfer enters the cache through here. The states themselves give no order
 * (contract 3 has no transitions).
 * @param as_of when the read of this row began
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

/** The row with its newest known state; the same object if it has that state already. */
export function inNewestState<Row extends { id: string; state: string }>(
  client: QueryClient,
  row: Row,
): Row {
  const state = newestStates(client).get(row.id)?.state ?? row.state;
  return state === row.state ? row : { ...row, state };
}

/** A transfer with the BFF's own fields that some rows have. */
type Row = Transfer & {
  alias?: string | null;
  first_seen_at?: string | null;
  note?: string | undefined;
  reference?: string | undefined;
};

/** Updates rows of the infinite lists in place, because these are never refetched as a whole. */
export function updateWindows(client: QueryClient, fresh: readonly Row[]): void {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  client.setQueriesData<InfiniteData<TransferList>>({ queryKey: transferKeys.windows }, (data) => {
    const pages = data?.pages.map((list) => updated(list, byId) ?? list);
    const isSame = pages?.every((list, index) => list === data?.pages[index]) ?? true;
    return data && pages && !isSame ? { ...data, pages } : undefined;
  });
}

/** Applies an event of the stream to every cached row of its transfer. */
export function applyTransfer(client: QueryClient, event: TransferEvent): void {
  // The event's alias may be missing because the BFF had not read it: keep the cached one.
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

/** The list with its rows updated; undefined if nothing changes, so that the cache is not written. */
function updated<List extends { items: Row[] }>(
  list: List | undefined,
  byId: ReadonlyMap<string, Row>,
): List | undefined {
  const items = list?.items.map((row) => merged(row, byId.get(row.id)));
  if (!list || !items || items.every((row, index) => row === list.items[index])) return undefined;
  return { ...list, items };
}

/** The row with newer fields; the same object if nothing differs. */
function merged(row: Row, fresh: Row | undefined): Row {
  const now = { ...row, ...fresh };
  const isSame =
    now.state === row.state &&
    now.alias === row.alias &&
    now.first_seen_at === row.first_seen_at &&
    now.note === row.note &&
    now.reference === row.reference &&
    now.destination_amount_cents === row.destination_amount_cents;
  return isSame ? row : now;
}

/** Stores the id of the last event that an answer about transfers includes. */
export function keepLastEventId(client: QueryClient, event_id: string): void {
  const known = client.getQueryData<string | null>(lastEventIdKey);
  if (known === event_id || known === null) return;
  client.setQueryDefaults(lastEventIdKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(lastEventIdKey, known === undefined ? event_id : null);
}

/**
 * The last event id that all answers about transfers include: only later events can be missing.
 * Undefined if the answers differ.
 */
export function lastEventId(client: QueryClient): string | undefined {
  return client.getQueryData<string | null>(lastEventIdKey) ?? undefined;
}

import type { InfiniteData } from '@tanstack/react-query';
import { isAbove, type ListOrder } from '../../../../contract/api/open-send-order.ts';
import type { OpenSendRow, TransferList, TransferRow } from '../../../../contract/api/transfer.ts';

/** An open send as a row of the list: its key is its id, and it was seen when Send was pressed. */
type OpenRow = OpenSendRow & Pick<TransferRow, 'id' | 'first_seen_at'>;
export type ListRow = TransferRow | OpenRow;

export const isOpenRow = (row: ListRow): row is OpenRow => 'key' in row;

/** What a newer first page tells of the shown open sends. */
type Told = Pick<TransferList, 'items' | 'open_sends'>;

/** An open send that is listed, and the row to show for it: its transfer, once it has become one. */
type Listed = { send: OpenSendRow; row: ListRow };

const openRow = (send: OpenSendRow): OpenRow => ({
  ...send,
  id: send.key,
  first_seen_at: send.created_at,
});

/**
 * The open sends of the shown pages, as a newer first page tells them. One that has become a transfer above the shown
 * rows is that transfer, in its place; one that has ended without a transfer is gone.
 */
function listedSends(shown: readonly TransferList[], fresh: Told | undefined): Listed[] {
  const sends = shown[0]?.open_sends?.items ?? [];
  if (sends.length === 0) return [];
  const rows = shown.flatMap(({ items }) => items);
  // A row that was loaded later may be the transfer of a send above it.
  const loaded = new Set(rows.flatMap(({ send_key }) => send_key ?? []));
  const newest = new Map(fresh?.open_sends?.items.map((send) => [send.key, send]));
  const become = new Map(fresh?.items.map((row) => [row.send_key, row]));
  return sends.flatMap((send): Listed[] => {
    if (loaded.has(send.key)) return [];
    const now = fresh ? newest.get(send.key) : send;
    if (now) return [{ send, row: openRow(now) }];
    const transfer = become.get(send.key);
    return transfer ? [{ send, row: transfer }] : [];
  });
}

type ListRows = {
  rows: readonly ListRow[];
  /** The indexes of rows that are in none of the pages, lowest first. */
  beside: readonly number[];
};

/**
 * The rows of the shown pages, with each open send at its place. One that belongs below all of them waits for the
 * next page.
 */
export function rowsOf(
  pages: readonly TransferList[],
  fresh: Told | undefined,
  order: ListOrder,
  shownAs: (row: TransferRow) => TransferRow,
): ListRows {
  const left = listedSends(pages, fresh);
  const rows: ListRow[] = [];
  const beside: number[] = [];
  function add(isDue: (send: OpenSendRow) => boolean) {
    for (let next = left[0]; next && isDue(next.send); next = left[0]) {
      left.shift();
      beside.push(rows.length);
      rows.push(isOpenRow(next.row) ? next.row : shownAs(next.row));
    }
  }
  for (const row of pages.flatMap(({ items }) => items)) {
    add((send) => isAbove(send, row, order));
    rows.push(shownAs(row));
  }
  if (pages.at(-1)?.next_cursor === null) add(() => true);
  return { rows, beside };
}

/**
 * Number of rows in a first page that are new above the shown rows. Rows below all shown ones belong to the
 * next page, unless the list is fully loaded.
 */
export function countNew({ pages }: InfiniteData<TransferList>, fresh: TransferList): number {
  const { items, open_sends } = fresh;
  const isWhole = pages.at(-1)?.next_cursor === null;
  // Rows of the first page are near the top, so a long list need not be searched whole.
  const shown = pages.flatMap((list) => list.items).slice(0, 10 * items.length);
  const ids = new Set(shown.map(({ id }) => id));
  const lastShown = items.findLastIndex(({ id }) => ids.has(id));
  const above = isWhole || lastShown < 0 ? items : items.slice(0, lastShown);
  const keys = new Set(pages[0]?.open_sends?.items.map(({ key }) => key));
  const isNew = ({ id, send_key = '' }: TransferRow) => !ids.has(id) && !keys.has(send_key);
  const begun = open_sends?.items.filter(({ key }) => !keys.has(key)) ?? [];
  return above.filter(isNew).length + begun.length;
}

/** True if a first page tells another end of a shown open send, or has its transfer. */
export function isDecided({ pages }: InfiniteData<TransferList>, fresh: TransferList): boolean {
  const open = new Set(fresh.open_sends?.items.map(({ key }) => key));
  return pages[0]?.open_sends?.items.some(({ key }) => !open.has(key)) ?? false;
}

/** How many transfers match, confirmed or not, and how many by state. */
export function foundIn({ total, counts, open_sends }: TransferList) {
  const all: Record<string, number> = { ...counts };
  for (const [mark, count] of Object.entries(open_sends?.counts ?? {})) {
    all[mark] = (all[mark] ?? 0) + count;
  }
  return { total: total + (open_sends?.total ?? 0), counts: all };
}

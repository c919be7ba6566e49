import { type Transfer, transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { ownedIds } from '../ledger/owners.ts';
import type { Log } from '../service/log.ts';
import { createListReader } from './list-reader.ts';
import { createSightingRecorder } from './sightings.ts';
import { isSame, keptState, nextIndex, type TransferIndex, withRow } from './transfer-index.ts';

/** What a read brought; `removed` rows are gone from the list. */
export type ReadNews = { changed: readonly Transfer[]; removed: number };

export type TransferBook = {
  index(): TransferIndex | null;
  /**
   * Takes in the service's list, or that it is as before (null), read at a time. One at a time.
   * @throws ServiceError unreadable, and all stays as it was
   */
  takeList(text: string | null, readAt: number): Promise<ReadNews>;
  /** Takes in one transfer, which may be newer than the list; answers it as it counts here. */
  takeOne(seen: Transfer, readAt: number): Promise<{ row: Transfer; news: ReadNews }>;
};

type Deps = { db: LedgerDb; now: () => number; log: Log };

const noNews: ReadNews = { changed: [], removed: 0 };

/** What is known of the transfers, and since when: the index, and the sightings in the ledger. */
export function createTransferBook({ db, now, log }: Deps): TransferBook {
  const reader = createListReader(transfer);
  const sightings = createSightingRecorder(db, log);
  /** Rows that were seen on their own, with when: later than the list under way may show them. */
  const seenSince = new Map<string, { row: Transfer; at: number }>();
  const warnedOf = new Set<string>();
  let index: TransferIndex | null = null;

  function warnOf(transfer_id: string) {
    if (warnedOf.has(transfer_id)) return;
    warnedOf.add(transfer_id);
    log.warn({ transfer_id }, 'the service takes a transfer back from a final state');
  }

  return {
    index: () => index,

    async takeList(text, readAt) {
      const before = reader.rows();
      const listed = text === null ? before : await reader.read(text);
      if (index && listed === before) {
        index = { ...index, readAt };
        return noNews;
      }
      const isFirst = index === null;
      const next = await nextIndex(index, listed, readAt);
      for (const id of next.takenBack) warnOf(id);
      index = next.index;
      for (const [id, { row, at }] of seenSince) {
        if (at >= readAt && index.byId.has(id)) index = withRow(index, row);
        else seenSince.delete(id);
      }
      const changed = next.changed.filter(({ id }) => !seenSince.has(id));
      seenSince.clear();
      // At first sight only what is somebody's here: a service may hold years of others' transfers.
      const owned = isFirst ? await ownedIds(db, 'transfer', null) : null;
      await sightings.record(owned ? changed.filter(({ id }) => owned.has(id)) : changed, readAt);
      return isFirst ? noNews : { changed, removed: next.removed };
    },

    async takeOne(seen, readAt) {
      const row = keptState(index?.byId.get(seen.id), seen);
      if (row !== seen) warnOf(row.id);
      await sightings.record([row], readAt);
      const old = index?.byId.get(row.id);
      if (!index || !old || isSame(old, row)) return { row, news: noNews };
      index = withRow(index, row);
      seenSince.set(row.id, { row, at: now() });
      return { row, news: { changed: [row], removed: 0 } };
    },
  };
}

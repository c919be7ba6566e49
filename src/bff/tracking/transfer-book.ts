import { type Transfer, transfer } from '../../contract/transfer.ts';
import { isFinal } from '../../contract/transfer-state.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { ownedIds } from '../ledger/owners.ts';
import { addStateObservations, type Seen } from '../ledger/state-observations.ts';
import { timestamp } from '../lib/timestamp.ts';
import { createReaderById } from '../service/list-reader.ts';
import type { ListRecord } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import { isSame, nextIndex, type TransferIndex, withRow } from './transfer-index.ts';

/** What a read brought; `removed` rows are gone from the list. */
export type ReadNews = { changed: readonly Transfer[]; removed: number; readAt: number };

export type TransferBook = {
  index(): TransferIndex | null;
  /**
   * Takes in the service's list, or that it is as before (null), read at a time. One at a time.
   * @throws ServiceError unreadable, and all stays as it was
   */
  takeList(text: string | null, readAt: number): Promise<ReadNews>;
  /**
   * Takes in one transfer, whose read began at a time, unless what is known of it began later; answers
   * it as it counts here, and since when.
   */
  takeOne(
    seen: Transfer,
    readAt: number,
  ): Promise<{ row: Transfer; readAt: number; news: ReadNews }>;
  /** A transfer as it is known, and when the read that told it began; null for one that is not. */
  known(id: string): { row: Transfer; readAt: number } | null;
};

type Deps = { db: LedgerDb; log: Log; record: Pick<ListRecord, 'took' | 'failed'> };

/** What is known of the transfers, and since when: the index, and the states that were seen, in the ledger. */
export function createTransferBook({ db, log, record }: Deps): TransferBook {
  const reader = createReaderById('transfers', transfer, record);
  const observations = createStateRecorder(db, log);
  /** Rows whose own read began after the list's, with when it did: the later read counts. */
  const seenSince = new Map<string, { row: Transfer; readAt: number; isNews: boolean }>();
  const warnedOf = new Set<string>();
  let index: TransferIndex | null = null;

  function warnIfTakenBack(old: Transfer | undefined, { id, state }: Transfer) {
    if (!old || !isFinal(old.state) || isFinal(state) || warnedOf.has(id)) return;
    warnedOf.add(id);
    log.warn({ transfer_id: id }, 'the service takes a transfer back from a final state');
  }

  function known(id: string) {
    const row = index?.byId.get(id);
    if (!index || !row) return null;
    return { row, readAt: Math.max(seenSince.get(id)?.readAt ?? 0, index.readAt) };
  }

  return {
    index: () => index,
    known,

    async takeList(text, readAt) {
      const before = reader.known();
      const listed = await reader.read(text);
      const noNews = { changed: [], removed: 0, readAt };
      const isOvertaken = [...seenSince.values()].some((one) => one.isNews && one.readAt < readAt);
      if (index && listed === before && !isOvertaken) {
        index = { ...index, readAt };
        return noNews;
      }
      const isFirst = index === null;
      const next = await nextIndex(index, listed.rows, readAt, listed.odd);
      for (const row of next.changed) warnIfTakenBack(index?.byId.get(row.id), row);
      index = next.index;
      for (const [id, one] of seenSince) {
        const inList = index.byId.get(id);
        if (one.readAt < readAt || !inList) seenSince.delete(id);
        else {
          // A list that began earlier may still be the newer word: the next one is to tell, also unchanged.
          one.isNews ||= !isSame(inList, one.row);
          index = withRow(index, one.row);
        }
      }
      const changed = next.changed.filter(({ id }) => !seenSince.has(id));
      // At first sight only what is somebody's here: a service may hold years of others' transfers.
      const owned = isFirst ? await ownedIds(db, 'transfer', null) : null;
      await observations.record(
        owned ? changed.filter(({ id }) => owned.has(id)) : changed,
        readAt,
      );
      return isFirst ? noNews : { changed, removed: next.removed, readAt };
    },

    async takeOne(seen, readAt) {
      const old = known(seen.id);
      const noNews = { changed: [], removed: 0, readAt };
      // Two reads that overlap may end in either order: the one that began later is the newer word.
      if (old && old.readAt > readAt) return { ...old, news: noNews };
      await observations.record([seen], readAt);
      if (!index || !old) return { row: seen, readAt, news: noNews };
      const isNews = !isSame(old.row, seen);
      const wasNews = seenSince.get(seen.id)?.isNews ?? false;
      seenSince.set(seen.id, { row: seen, readAt, isNews: isNews || wasNews });
      if (!isNews) return { row: seen, readAt, news: noNews };
      warnIfTakenBack(old.row, seen);
      index = withRow(index, seen);
      return { row: seen, readAt, news: { changed: [seen], removed: 0, readAt } };
    },
  };
}

const maxRemembered = 50_000;

type StateRecorder = {
  /** Writes when these states were seen; what can't be written now is written with the next. */
  record(transfers: readonly Transfer[], seenAt: number): Promise<void>;
};

/** Records when this app first saw a transfer in a state, each once. */
function createStateRecorder(db: LedgerDb, log: Log): StateRecorder {
  const written = new Set<string>();
  let waiting: { seen: Seen[]; seenAt: number }[] = [];
  const keyOf = ({ transfer_id, state }: Seen) => `${transfer_id} ${state}`;

  return {
    async record(transfers, seenAt) {
      const seen = transfers
        .map(({ id, state }) => ({ transfer_id: id, state }))
        .filter((one) => !written.has(keyOf(one)));
      if (seen.length > 0) waiting.push({ seen, seenAt });
      const batches = waiting;
      waiting = [];
      for (const [index, batch] of batches.entries()) {
        try {
          await addStateObservations(db, batch.seen, timestamp(batch.seenAt));
        } catch (error) {
          // A time of the timeline only; the transfers themselves can be shown.
          log.warn({ err: error }, 'states of transfers could not be written');
          waiting = [...batches.slice(index), ...waiting];
          return;
        }
        // The store keeps the first time by itself; this only spares it work.
        if (written.size > maxRemembered) written.clear();
        for (const one of batch.seen) written.add(keyOf(one));
      }
    },
  };
}

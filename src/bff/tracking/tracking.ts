import type { AsOf } from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import { createSharedRead, type SharedRead } from '../lib/shared-read.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { ServiceClient } from '../service/client.ts';
import { createListRecord, type ListRecord, type OddRow } from '../service/list-record.ts';
import { type Log, silentLog } from '../service/log.ts';
import { createTransferBook, type ReadNews, type TransferBook } from './transfer-book.ts';
import type { TransferIndex } from './transfer-index.ts';
import { createTransferPoller, defaultIntervals, type Intervals } from './transfer-poller.ts';

export type Tracking = {
  /**
   * All transfers of the service, and the rows that can't be read. `maxAge` in milliseconds; 0 takes
   * only a read that starts after the call.
   */
  list(maxAge?: number): Promise<{ value: Transfer[]; readAt: number; odd: readonly OddRow[] }>;
  /** One transfer as it was last read, and when that began, or null; asks nobody. */
  known(id: string): { row: Transfer; readAt: number } | null;
  /** One transfer, read once for all who look at it. */
  show(id: string): Promise<{ value: Transfer; readAt: number }>;
  /** Forgets the list: something was sent just now. */
  drop(): void;
  /** Ids of the accounts that an executed transfer locks (contract 3). */
  lockedAccounts(maxAge?: number): Promise<ReadonlySet<string>>;
};

export type LiveTracking = Tracking & {
  /**
   * The transfers to show now. The last ones at once while they are fresh enough or the service
   * fails; else those of a read, if it takes no longer than a person waits.
   * @throws ServiceError when there never was a list
   */
  current(): Promise<TransferIndex>;
  /** How old an index is, and whether the service still answers. */
  asOf(index: TransferIndex): AsOf;
  /** The same of the last index; null before the first. */
  asOf(): AsOf | null;
  /** The list is read in the background until this is ended. */
  watch(): () => void;
  onRead(listener: (news: ReadNews) => void): void;
  effort(): { transfers: number; read_took_ms: number; read_every_ms: number; watchers: number };
  close(): void;
};

export type TrackingDeps = {
  client: Pick<ServiceClient, 'listTransfersText' | 'showTransfer'>;
  db: LedgerDb;
  now: () => number;
  log?: Log;
  /** Where it is noted how reads of the list end. */
  record?: Pick<ListRecord, 'took' | 'failed'>;
  intervals?: Intervals;
};

const freshFor = 2_000;

const lockedBy = memoizeWeak(
  (rows: readonly Transfer[]) =>
    new Set(
      rows
        .filter(({ state }) => state === 'executed')
        .map(({ destination_account_id }) => destination_account_id),
    ),
);

/** The one reader of the service's transfers for all browsers of this instance. */
export function createTracking(deps: TrackingDeps): LiveTracking {
  const { client, db, now, log = silentLog, intervals = defaultIntervals } = deps;
  const { record = createListRecord(now, log) } = deps;
  const book = createTransferBook({ db, log, record });
  const listeners: ((news: ReadNews) => void)[] = [];
  const tell = (news: ReadNews) => {
    for (const listener of listeners) listener(news);
  };
  const poller = createTransferPoller({ client, book, now, intervals, tell });

  function asOf(of: TransferIndex): AsOf;
  function asOf(): AsOf | null;
  function asOf(of = book.index()): AsOf | null {
    return of && { as_of: timestamp(of.readAt), service: poller.failure() ?? 'ok' };
  }

  return {
    async list(maxAge = freshFor) {
      const { rows, readAt, odd } = await poller.list(maxAge);
      return { value: rows, readAt, odd };
    },
    known: book.known,
    current: poller.current,
    drop: poller.drop,
    asOf,
    watch: poller.watch,
    onRead: (listener) => void listeners.push(listener),
    effort: () => ({ transfers: book.index()?.rows.length ?? 0, ...poller.effort() }),
    show: createShow(deps, book, tell),
    async lockedAccounts(maxAge = freshFor) {
      const { rows } = maxAge > 0 ? await poller.lately(maxAge) : await poller.read();
      return lockedBy(rows);
    },
    close: poller.close,
  };
}

/** One transfer, read once for all who look at it. */
function createShow(
  { client, now }: Pick<TrackingDeps, 'client' | 'now'>,
  book: TransferBook,
  tell: (news: ReadNews) => void,
): Tracking['show'] {
  const shown = new Map<string, SharedRead<{ row: Transfer; readAt: number }>>();

  async function readOne(id: string) {
    const began = now();
    const seen = await client.showTransfer(id);
    const { row, readAt, news } = await book.takeOne(seen, began);
    if (news.changed.length > 0) tell(news);
    return { row, readAt };
  }

  return async (id) => {
    const one = shown.get(id) ?? createSharedRead(() => readOne(id), now);
    shown.set(id, one);
    try {
      const { row, readAt } = (await one.get(freshFor / 2)).value;
      return { value: row, readAt };
    } finally {
      // Kept only while somebody looks: the answer is as young as the next poll.
      setTimeout(() => shown.get(id) === one && shown.delete(id), freshFor).unref();
    }
  };
}

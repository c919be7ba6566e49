import { setTimeout as pause } from 'node:timers/promises';
import type { AsOf } from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import { type SharedRead, sharedRead } from '../lib/shared-read.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { createListRecord, type ListRecord, type OddRow } from '../service/list-record.ts';
import { type Log, silentLog } from '../service/log.ts';
import { defaultIntervals, type Intervals, nextInterval } from './interval.ts';
import { createTransferBook, type ReadNews } from './transfer-book.ts';
import type { TransferIndex } from './transfer-index.ts';

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
/** A list request keeps the list being read for so long. */
const listRequestCounts = 30_000;
const patience = 2_000;

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
  const { record = createListRecord({ now }, log) } = deps;
  const book = createTransferBook({ db, log, record });
  const shown = new Map<string, SharedRead<{ row: Transfer; readAt: number }>>();
  const listeners: ((news: ReadNews) => void)[] = [];
  let etag: string | undefined;
  let reading: { promise: Promise<TransferIndex>; begun: boolean; outdated: boolean } | null = null;
  let dropped = false;
  let failure: AsOf['service'] | null = null;
  let triedAt = 0;
  let tookMs = 0;
  let interval = intervals.least;
  let watchers = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const isWatched = () => watchers > 0 || now() - askedAt <= listRequestCounts;
  const tell = (news: ReadNews) => {
    for (const listener of listeners) listener(news);
  };

  /** A read that starts now or is under way; never two at once. */
  function read(): Promise<TransferIndex> {
    if (reading && !reading.outdated) return reading.promise;
    const earlier = reading?.promise;
    const mine = { begun: false, outdated: false, promise: begin() };
    reading = mine;
    return mine.promise;

    async function begin() {
      // Whatever the earlier one ends with is told to those who wait for it.
      await earlier?.catch(() => undefined);
      mine.begun = true;
      try {
        const fresh = await readNow();
        if (!mine.outdated) dropped = false;
        return fresh;
      } finally {
        if (reading === mine) reading = null;
        plan(interval);
      }
    }
  }

  async function readNow(): Promise<TransferIndex> {
    const began = performance.now();
    triedAt = now();
    const isFirst = book.index() === null;
    let news: ReadNews = { changed: [], removed: 0, readAt: triedAt };
    try {
      const answer = await client.listTransfersText({ etag });
      news = await book.takeList(answer?.text ?? null, triedAt);
      if (answer) etag = answer.etag;
      const index = book.index();
      if (!index) throw new Error('a list was taken in and there is none');
      failure = null;
      return index;
    } catch (error) {
      failure = isUnreadable(error) ? 'unreadable' : 'silent';
      throw error;
    } finally {
      tookMs = performance.now() - began;
      const isSame = !isFirst && news.changed.length + news.removed === 0;
      const outcome = failure ? 'failed' : isSame ? 'same' : 'changed';
      interval = nextInterval(interval, outcome, tookMs, intervals);
      tell(news);
    }
  }

  function plan(delay: number) {
    clearTimeout(timer);
    timer = undefined;
    if (closed || !isWatched()) return;
    timer = setTimeout(() => {
      timer = undefined;
      // A failure is told by `asOf`, and the service's client logs it.
      if (isWatched()) read().catch(() => undefined);
    }, delay);
    timer.unref();
  }

  function wake() {
    if (timer || reading || closed) return;
    // Nobody was watching, so that what made it slow is past.
    if (!failure) interval = Math.max(intervals.least, Math.min(tookMs * 10, intervals.most));
    plan(book.index() ? Math.max(0, interval - (now() - triedAt)) : 0);
  }

  async function list(maxAge = freshFor) {
    const index = book.index();
    // A read under way may be older than what was made at the service just now.
    if (maxAge === 0 && reading?.begun) reading.outdated = true;
    const isFresh = index && maxAge > 0 && !dropped && now() - index.readAt <= maxAge;
    const { rows, readAt, odd } = index && isFresh ? index : await read();
    return { value: rows, readAt, odd };
  }

  async function lately(maxAge: number): Promise<TransferIndex> {
    const index = book.index();
    if (!index) return read();
    if (!failure && !dropped && now() - index.readAt <= maxAge) return index;
    if (failure && now() - triedAt < intervals.least) return index;
    const last = () => book.index() ?? index;
    // A failure is told by `asOf`.
    return Promise.race([read().catch(last), pause(patience, null, { ref: false }).then(last)]);
  }

  function asOf(of: TransferIndex): AsOf;
  function asOf(): AsOf | null;
  function asOf(of = book.index()): AsOf | null {
    return of && { as_of: new Date(of.readAt).toISOString(), service: failure ?? 'ok' };
  }

  return {
    list,
    known: book.known,
    current() {
      askedAt = now();
      wake();
      return lately(interval);
    },
    drop() {
      dropped = true;
      if (reading?.begun) reading.outdated = true;
      // Others who watch see it soon, however quiet it was before.
      if (timer && interval > intervals.least) plan(intervals.least);
      interval = intervals.least;
    },
    asOf,
    watch() {
      watchers += 1;
      wake();
      let ended = false;
      return () => {
        if (!ended) watchers -= 1;
        ended = true;
      };
    },
    onRead: (listener) => void listeners.push(listener),
    effort: () => ({
      transfers: book.index()?.rows.length ?? 0,
      read_took_ms: Math.round(tookMs),
      read_every_ms: Math.round(interval),
      watchers,
    }),
    async show(id) {
      const one =
        shown.get(id) ??
        sharedRead(async () => {
          const began = now();
          const seen = await client.showTransfer(id);
          const { row, readAt, news } = await book.takeOne(seen, began);
          if (news.changed.length > 0) tell(news);
          return { row, readAt };
        }, now);
      shown.set(id, one);
      try {
        const { row, readAt } = (await one.get(freshFor / 2)).value;
        return { value: row, readAt };
      } finally {
        // Kept only while somebody looks: the answer is as young as the next poll.
        setTimeout(() => shown.get(id) === one && shown.delete(id), freshFor).unref();
      }
    },
    async lockedAccounts(maxAge = freshFor) {
      const { rows } = maxAge > 0 ? await lately(maxAge) : await read();
      return lockedBy(rows);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** An answer came, and nothing can be taken from it. */
export function isUnreadable(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return error.kind === 'unreadable' || error.kind === 'redirected' || error.kind === 'refused';
}

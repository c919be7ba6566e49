import { setTimeout as pause } from 'node:timers/promises';
import type { AsOf } from '../../contract/api/transfer.ts';
import type { ServiceClient } from '../service/client.ts';
import { isUnreadable } from '../service/errors.ts';
import type { ReadNews, TransferBook } from './transfer-book.ts';
import type { TransferIndex } from './transfer-index.ts';

/** In milliseconds: the bounds of the time from one read of the list to the next. */
export type Intervals = { min: number; max: number };

export const defaultIntervals: Intervals = { min: 4_000, max: 60_000 };

const restsForOneOfWork = 10;
const growth = 1.5;
const growthAfterFailure = 2;
/** A list request keeps the list being read for so long. */
const listRequestCounts = 30_000;
const patience = 2_000;

type Deps = {
  client: Pick<ServiceClient, 'listTransfersText'>;
  book: TransferBook;
  now: () => number;
  intervals: Intervals;
  /** Told after each read of the list, also one that failed. */
  tell: (news: ReadNews) => void;
};

type PollerState = Deps & {
  etag: string | undefined;
  reading: { promise: Promise<TransferIndex>; begun: boolean; outdated: boolean } | null;
  dropped: boolean;
  failure: AsOf['service'] | null;
  triedAt: number;
  tookMs: number;
  interval: number;
  watchers: number;
  askedAt: number;
  timer: NodeJS.Timeout | undefined;
  closed: boolean;
};

/** Reads the list of transfers when it is asked for, and again and again while anybody watches. */
export type TransferPoller = {
  /** The list, read anew where it is older than that; 0 takes only a read that starts after the call. */
  list(maxAge: number): Promise<TransferIndex>;
  /** The last list while it is fresh enough or the service fails; else one that takes no longer than a person waits. */
  lately(maxAge: number): Promise<TransferIndex>;
  /** The same as fresh as it is read now, and counts as watching it for a while. */
  current(): Promise<TransferIndex>;
  /** A read that starts now or is under way. */
  read(): Promise<TransferIndex>;
  drop(): void;
  /** How the last read ended; null for well. */
  failure(): AsOf['service'] | null;
  watch(): () => void;
  effort(): { read_took_ms: number; read_every_ms: number; watchers: number };
  close(): void;
};

export function createTransferPoller(deps: Deps): TransferPoller {
  const { book, now, intervals } = deps;
  const state: PollerState = {
    ...deps,
    etag: undefined,
    reading: null,
    dropped: false,
    failure: null,
    triedAt: 0,
    tookMs: 0,
    interval: intervals.min,
    watchers: 0,
    askedAt: Number.NEGATIVE_INFINITY,
    timer: undefined,
    closed: false,
  };

  return {
    async list(maxAge) {
      const index = book.index();
      // A read under way may be older than what was made at the service just now.
      if (maxAge === 0 && state.reading?.begun) state.reading.outdated = true;
      const isFresh = index && maxAge > 0 && !state.dropped && now() - index.readAt <= maxAge;
      return index && isFresh ? index : await read(state);
    },
    lately: (maxAge) => lately(state, maxAge),
    current() {
      state.askedAt = now();
      wake(state);
      return lately(state, state.interval);
    },
    read: () => read(state),
    drop() {
      state.dropped = true;
      if (state.reading?.begun) state.reading.outdated = true;
      // Others who watch see it soon, however quiet it was before.
      if (state.timer && state.interval > intervals.min) plan(state, intervals.min);
      state.interval = intervals.min;
    },
    failure: () => state.failure,
    watch() {
      state.watchers += 1;
      wake(state);
      let ended = false;
      return () => {
        if (!ended) state.watchers -= 1;
        ended = true;
      };
    },
    effort: () => ({
      read_took_ms: Math.round(state.tookMs),
      read_every_ms: Math.round(state.interval),
      watchers: state.watchers,
    }),
    close() {
      state.closed = true;
      clearTimeout(state.timer);
    },
  };
}

/** A read that starts now or is under way; never two at once. */
function read(state: PollerState): Promise<TransferIndex> {
  if (state.reading && !state.reading.outdated) return state.reading.promise;
  const earlier = state.reading?.promise;
  const mine = { begun: false, outdated: false, promise: begin() };
  state.reading = mine;
  return mine.promise;

  async function begin() {
    // Whatever the earlier one ends with is told to those who wait for it.
    await earlier?.catch(() => undefined);
    mine.begun = true;
    try {
      const fresh = await readNow(state);
      if (!mine.outdated) state.dropped = false;
      return fresh;
    } finally {
      if (state.reading === mine) state.reading = null;
      plan(state, state.interval);
    }
  }
}

async function readNow(state: PollerState): Promise<TransferIndex> {
  const { client, book, now, intervals } = state;
  const began = performance.now();
  state.triedAt = now();
  const isFirst = book.index() === null;
  let news: ReadNews = { changed: [], removed: 0, readAt: state.triedAt };
  try {
    const answer = await client.listTransfersText({ etag: state.etag });
    news = await book.takeList(answer?.text ?? null, state.triedAt);
    if (answer) state.etag = answer.etag;
    const index = book.index();
    if (!index) throw new Error('a list was taken in and there is none');
    state.failure = null;
    return index;
  } catch (error) {
    state.failure = isUnreadable(error) ? 'unreadable' : 'silent';
    throw error;
  } finally {
    state.tookMs = performance.now() - began;
    const isSame = !isFirst && news.changed.length + news.removed === 0;
    const outcome = state.failure ? 'failed' : isSame ? 'same' : 'changed';
    state.interval = nextInterval(state.interval, outcome, state.tookMs, intervals);
    state.tell(news);
  }
}

const isWatched = ({ watchers, askedAt, now }: PollerState) =>
  watchers > 0 || now() - askedAt <= listRequestCounts;

function plan(state: PollerState, delay: number) {
  clearTimeout(state.timer);
  state.timer = undefined;
  if (state.closed || !isWatched(state)) return;
  state.timer = setTimeout(() => {
    state.timer = undefined;
    // A failure is told by `failure`, and the service's client logs it.
    if (isWatched(state)) read(state).catch(() => undefined);
  }, delay);
  state.timer.unref();
}

function wake(state: PollerState) {
  const { book, now, intervals, failure, tookMs } = state;
  if (state.timer || state.reading || state.closed) return;
  // Nobody was watching, so that what made it slow is past.
  if (!failure) state.interval = Math.max(intervals.min, Math.min(tookMs * 10, intervals.max));
  plan(state, book.index() ? Math.max(0, state.interval - (now() - state.triedAt)) : 0);
}

async function lately(state: PollerState, maxAge: number): Promise<TransferIndex> {
  const { book, now, intervals, failure, dropped, triedAt } = state;
  const index = book.index();
  if (!index) return read(state);
  if (!failure && !dropped && now() - index.readAt <= maxAge) return index;
  if (failure && now() - triedAt < intervals.min) return index;
  const last = () => book.index() ?? index;
  // A failure is told by `failure`.
  return Promise.race([read(state).catch(last), pause(patience, null, { ref: false }).then(last)]);
}

/**
 * How long to leave the service alone after a read of the list that took `cost` milliseconds: ten
 * times as long at least; short after a change, and longer each time that brings none.
 */
function nextInterval(
  last: number,
  outcome: 'changed' | 'same' | 'failed',
  cost: number,
  { min, max }: Intervals,
): number {
  const grown = { changed: min, same: last * growth, failed: last * growthAfterFailure }[outcome];
  return Math.min(Math.max(grown, cost * restsForOneOfWork, min), max);
}

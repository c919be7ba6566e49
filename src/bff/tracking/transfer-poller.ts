import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerDb } from '../ledger/ledger.ts';
import { isAnyGoingOn } from '../ledger/mirror.ts';
import type { StoreClock } from '../ledger/store-clock.ts';
import type { ServiceClient } from '../service/client.ts';
import { isUnreadable, ServiceError } from '../service/errors.ts';
import type { ListRecord } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import { type FreshList, freshList, mirroredList } from './fresh-list.ts';
import { type Intervals, minPauseFactor, nextInterval } from './intervals.ts';
import { createTransferListReader, type ListedTransfers } from './listed-transfers.ts';
import type { ListStatus, MirrorNews } from './mirror-memory.ts';
import type { ReaderLease } from './reader-lease.ts';
import type { TransferMirror } from './transfer-mirror.ts';

/** A request for the list keeps polling going for this long. */
const requestKeepsPollingMs = 30_000;
/** How long a request waits for a read before it gets the last list; less if it may wait for long. */
const maxWaitMs = { usually: 2_000, first: 250 };
export const defaultFirstWaitMs = maxWaitMs.usually;
/** A long list is read for longer than anybody should wait for a page. */
export const defaultFirstReadMs = 5_000;
/** Beyond 2^31 - 1 a timer ends at once. */
const longestTimerMs = 2 ** 31 - 1;
/** How often an instance that wants to read looks whether the reader is gone. */
const tryLeaseEveryMs = 2_000;

/** The hashes of a list are kept for this long after a read, so that the next one parses only what is new. */
const keptForMs = 30_000;

type Deps = {
  client: Pick<ServiceClient, 'listTransfersInto'>;
  db: LedgerDb;
  mirror: TransferMirror;
  lease: ReaderLease;
  storeClock: Pick<StoreClock, 'now' | 'ahead_ms'>;
  record: Pick<ListRecord, 'took' | 'failed'>;
  /** This machine's clock, in milliseconds since 1970. */
  now: () => number;
  log: Log;
  intervals: Intervals;
  /** The pause between two reads while nobody looks and a transfer has not ended. */
  backgroundMs: number;
  /** How long a request waits while the first list is written, before it gets the part that is there. */
  firstWaitMs: number;
  /** How long a request waits for the first list to be read, before it is told that there is nothing yet. */
  firstReadMs: number;
};

type PollerState = Deps & {
  reading: Reading | null;
  hasRead: boolean;
  dropped: boolean;
  interval: number;
  watchers: number;
  askedAt: number;
  timer: NodeJS.Timeout | undefined;
  timerEnds: number;
  dropTimer: NodeJS.Timeout | undefined;
  closed: boolean;
};
type Reading = {
  fresh: Promise<FreshList>;
  /** Ends when the mirror has some of it, or won't have any. Never rejects. */
  begun: Promise<void>;
  /** Ends when the mirror has it, if this instance is the reader. Never rejects. */
  kept: Promise<void>;
  isUnderWay: boolean;
  outdated: boolean;
};

/** Reads the list of transfers on request, and as the reader of all instances while anybody watches. */
export type TransferPoller = {
  /** A list read by this instance, unless one is younger than `maxAge` (ms); 0 needs a read that starts after the call. */
  list(maxAge: number): Promise<FreshList>;
  /** The mirror: as it is if fresh, or if another instance reads or the service fails; else after a read of up to 2 s. */
  current(): Promise<ListStatus>;
  /** A list that had to be read; null if the mirror is younger than `maxAge` or no list came in time. */
  lately(maxAge: number): Promise<FreshList | null>;
  /** Makes the last list outdated and polls soon. */
  drop(): void;
  /** Polls until the returned function is called. */
  watch(): () => void;
  /** Takes note of what any instance wrote. */
  noticed(news: MirrorNews): void;
  start(): void;
  effort(): { read_took_ms: number; read_every_ms: number; watchers: number };
  close(): Promise<void>;
};

/** Polls with a growing interval while nothing changes, never two reads at once. */
export function createTransferPoller(deps: Deps): TransferPoller {
  const { mirror, intervals } = deps;
  const state: PollerState = {
    ...deps,
    ...{ reading: null, hasRead: false, dropped: false },
    ...{ interval: intervals.min, watchers: 0, askedAt: Number.NEGATIVE_INFINITY },
    ...{ timer: undefined, timerEnds: 0, dropTimer: undefined, closed: false },
  };

  return {
    async list(maxAge) {
      await mirror.loaded();
      const last = mirror.status();
      // A read under way may have started before the change that the caller needs to see.
      if (maxAge === 0 && state.reading?.isUnderWay) state.reading.outdated = true;
      if (!last || state.dropped || !isYounger(state, last, maxAge)) {
        return read(state).fresh;
      }
      // Without its values a row could be any transfer.
      const odd = last.odd.map((row) => ({ ...row, parts: new Map() }));
      return { ...mirroredList(deps.db, last.readAt), odd };
    },
    current: () => current(state),
    lately: (maxAge) => lately(state, maxAge),
    drop() {
      state.dropped = true;
      if (state.reading?.isUnderWay) state.reading.outdated = true;
      readSoon(state);
    },
    watch() {
      state.watchers += 1;
      plan(state);
      let ended = false;
      return () => {
        if (!ended) state.watchers -= 1;
        ended = true;
      };
    },
    noticed({ rows }) {
      if (rows.length > 0) readSoon(state);
    },
    start: () => plan(state),
    effort() {
      const { read_took_ms, read_every_ms } = mirror.state();
      return { read_took_ms, read_every_ms, watchers: state.watchers };
    },
    async close() {
      state.closed = true;
      clearTimeout(state.timer);
      clearTimeout(state.dropTimer);
      await state.reading?.kept;
      await deps.lease.release();
    },
  };
}

const ageOf = ({ now, storeClock }: PollerState, { readAt }: Pick<ListStatus, 'readAt'>) =>
  now() - storeClock.ahead_ms() - readAt;

const isYounger = (state: PollerState, last: ListStatus, maxAge: number) =>
  maxAge > 0 && ageOf(state, last) <= maxAge;

/** True if the service has just failed to answer: another read would only wait. */
function isFailing(state: PollerState): boolean {
  const { service, tried_at } = state.mirror.state();
  if (service === 'ok' || tried_at === null) return false;
  return ageOf(state, { readAt: Date.parse(tried_at) }) < state.intervals.min;
}

async function current(state: PollerState): Promise<ListStatus> {
  const { mirror, lease, now, intervals } = state;
  state.askedAt = now();
  await mirror.loaded();
  const known = mirror.status();
  const { service } = mirror.state();
  const every = lease.isHeld() ? state.interval : intervals.min;
  plan(state);
  if (known && service === 'ok' && isYounger(state, known, every)) return known;
  if (known && isFailing(state)) return known;
  const isReader = await lease.take();
  // Another instance reads: its last list is as old as its pause allows.
  if (known && !isReader) return known;
  if (!known) return first(state, isReader);
  const { kept } = read(state);
  const last = () => mirror.status() ?? known;
  const wait = state.hasRead ? maxWaitMs.usually : maxWaitMs.first;
  return Promise.race([kept.then(last), pause(wait, null, { ref: false }).then(last)]);
}

/** The first list, or what is there of it: to write a long one takes longer than a request may wait. */
async function first(state: PollerState, isReader: boolean): Promise<ListStatus> {
  const { mirror, firstWaitMs, firstReadMs } = state;
  const known = () => mirror.status() ?? mirror.begun();
  if (!isReader) await mirror.follow();
  const written = isReader ? null : known();
  if (written) return written;
  const readAt = state.now() - state.storeClock.ahead_ms();
  const { fresh, begun, kept } = read(state);
  const listed = fresh.catch((error: unknown) => {
    // Unless an earlier reader has written some of it.
    if (!mirror.begun()) throw error;
  });
  const late = pause(firstReadMs, 'late', { ref: false });
  const isLate = (await Promise.race([listed.then(() => begun), late])) === 'late';
  // None of it is there yet, and there may be a lot.
  if (isLate) return known() ?? { readAt, odd: [], isWhole: false };
  await Promise.race([kept, pause(firstWaitMs, null, { ref: false })]);
  if (!known()) await mirror.follow();
  const found = known();
  if (!found) throw new ServiceError('timeout', 'another instance reads the first list');
  return found;
}

async function lately(state: PollerState, maxAge: number): Promise<FreshList | null> {
  const { mirror, lease } = state;
  await mirror.loaded();
  const last = mirror.status();
  if (last && !state.dropped && isYounger(state, last, maxAge)) return null;
  if (last && maxAge > 0 && (isFailing(state) || !(await lease.take()))) return null;
  const { fresh } = read(state);
  if (!last || maxAge === 0) return fresh;
  const late = pause(maxWaitMs.usually, null, { ref: false });
  return Promise.race([fresh.catch(() => null), late]);
}

/** Joins a read under way or starts one; never two at once. */
function read(state: PollerState): Reading {
  if (state.reading && !state.reading.outdated) return state.reading;
  const earlier = state.reading;
  const fresh = Promise.withResolvers<FreshList>();
  const some = Promise.withResolvers<void>();
  const mine: Reading = {
    ...{ isUnderWay: false, outdated: false },
    ...{ fresh: fresh.promise, begun: some.promise, kept: begin() },
  };
  // Callers that only wait for the mirror don't see it fail.
  fresh.promise.catch(() => undefined);
  state.reading = mine;
  return mine;

  async function begin() {
    // Callers of the earlier read get its failure.
    await earlier?.fresh.catch(() => undefined);
    mine.isUnderWay = true;
    try {
      await readNow(state, fresh.resolve, some.resolve);
      if (!mine.outdated) state.dropped = false;
    } catch (error) {
      fresh.reject(error);
    } finally {
      some.resolve();
      state.hasRead = true;
      if (state.reading === mine) {
        state.reading = null;
        dropLater(state);
        if (isWanted(state) && state.lease.isHeld()) wakeIn(state, state.interval);
        else plan(state);
      }
    }
  }
}

/** @param told called with the list before it is written @param begun called when some of it is written */
async function readNow(
  state: PollerState,
  told: (list: FreshList) => void,
  begun: () => void,
): Promise<void> {
  const { mirror, lease, storeClock, now, log } = state;
  const readAt = await storeClock.now().catch(() => now() - storeClock.ahead_ms());
  const began = performance.now();
  const effort = (outcome: 'changed' | 'same' | 'failed') => {
    const tookMs = performance.now() - began;
    state.interval = nextInterval(state.interval, outcome, tookMs, state.intervals);
    return { read_took_ms: Math.round(tookMs), read_every_ms: Math.round(state.interval) };
  };
  const isReader = await lease.take().catch(() => false);
  try {
    const { listed, etag } = await listNow(state, isReader);
    if (!isReader) return told(freshList(state.db, listed, readAt, null));
    const compared = await mirror.compare(listed, readAt);
    told(freshList(state.db, listed, readAt, compared));
    lease.succeeded();
    const isChanged = compared.changed.length + compared.removed.length > 0;
    const outcome = isChanged || mirror.status() === null ? 'changed' : 'same';
    const taken = mirror.takeList(compared, { etag, ...effort(outcome) }, lease.fence, begun);
    await taken.then((changes) => changes === null && lease.lost()).catch(unwritten);
  } catch (error) {
    if (lease.isHeld()) {
      const service = isUnreadable(error) ? 'unreadable' : 'silent';
      await mirror.takeFailure(service, readAt, effort('failed'), lease.fence).catch(unwritten);
      await lease.failed();
    }
    throw error;
  }

  function unwritten(error: unknown) {
    // What is shown stays as old as it says.
    effort('failed');
    log.warn({ err: error }, 'tracking: list not written to the ledger');
  }
}

/** The list and its ETag; null for the list that the mirror equals. */
async function listNow(
  state: PollerState,
  isReader: boolean,
): Promise<{ listed: ListedTransfers | null; etag: string | null }> {
  const { client, mirror, record } = state;
  await mirror.loaded();
  const { etag: mirrored, odd } = mirror.state();
  // The mirror does for the list, except for odd rows: it has none of their values.
  const etag = mirrored !== null && odd === '[]' ? mirrored : undefined;
  const { touched: wanted } = mirror;
  // The hashes of one that does not write are not those of the mirror for long.
  const before = isReader ? mirror.hashes() : null;
  const create = () => createTransferListReader({ before, wanted, record });
  const answer = await client.listTransfersInto(create, { etag });
  if (answer) {
    const listed = answer.reader.end();
    if (before !== null && before !== mirror.hashes()) return listNow(state, isReader);
    return { listed, etag: answer.etag ?? null };
  }
  if (mirror.state().etag !== mirrored) return listNow(state, isReader);
  record.took('transfers', []);
  return { listed: null, etag: mirrored };
}

/** Drops what is as long as the list, once this instance has not been the reader for some time. */
function dropLater(state: PollerState) {
  clearTimeout(state.dropTimer);
  if (state.closed) return;
  state.dropTimer = setTimeout(() => {
    if (state.lease.isHeld() || state.reading) return dropLater(state);
    state.mirror.drop();
  }, keptForMs).unref();
}

const isWanted = ({ watchers, askedAt, now }: PollerState) =>
  watchers > 0 || now() - askedAt <= requestKeepsPollingMs;

/** Plans the next read: soon while it is wanted, in the background otherwise. */
function plan(state: PollerState) {
  const { lease, backgroundMs, log } = state;
  if (state.closed) return;
  if (isWanted(state)) return wakeIn(state, lease.isHeld() ? dueIn(state, state.interval) : 0);
  if (state.reading) return;
  lease.release().catch((error: unknown) => {
    // It ends by itself.
    log.warn({ err: error }, 'tracking: lease of the reader not released');
  });
  clearTimeout(state.timer);
  state.timer = undefined;
  if (Number.isFinite(backgroundMs)) wakeIn(state, Math.max(dueIn(state, backgroundMs), 1_000));
}

/** Reads, if this instance is the reader or can become it. */
async function wake(state: PollerState) {
  const { db, lease, mirror, intervals, backgroundMs } = state;
  const wasReader = lease.isHeld();
  const isBackground = !isWanted(state);
  const later = () => Math.max(dueIn(state, backgroundMs), tryLeaseEveryMs);
  if (state.closed) return;
  if (isBackground && !(await isAnyGoingOn(db))) return wakeIn(state, backgroundMs);
  if (!(await lease.take())) return wakeIn(state, isBackground ? later() : tryLeaseEveryMs);
  if (!wasReader) {
    await mirror.follow();
    // Polling starts over: the interval that had grown before no longer applies.
    const { read_took_ms, service } = mirror.state();
    const pause = Math.min(read_took_ms * minPauseFactor, intervals.max);
    if (service === 'ok') state.interval = Math.max(intervals.min, pause);
    const due = dueIn(state, isBackground ? backgroundMs : state.interval);
    if (due > 0) return isBackground ? plan(state) : wakeIn(state, due);
  }
  read(state);
}

/** Reads soon what another change may follow, even if the interval has grown. */
function readSoon(state: PollerState) {
  state.interval = state.intervals.min;
  if (isWanted(state) && state.lease.isHeld()) wakeIn(state, state.interval);
}

/** Milliseconds until the last try is this old. */
function dueIn(state: PollerState, age: number): number {
  const { tried_at } = state.mirror.state();
  return tried_at === null ? 0 : Math.max(0, age - ageOf(state, { readAt: Date.parse(tried_at) }));
}

/** Wakes the poller at the latest after this time. */
function wakeIn(state: PollerState, delay: number) {
  if (state.closed || state.reading) return;
  const pause = Math.min(delay, longestTimerMs);
  const ends = performance.now() + pause;
  if (state.timer && state.timerEnds <= ends) return;
  clearTimeout(state.timer);
  state.timerEnds = ends;
  state.timer = setTimeout(() => {
    state.timer = undefined;
    wake(state).catch((error: unknown) => {
      state.log.warn({ err: error }, 'tracking: list not read');
      wakeIn(state, tryLeaseEveryMs);
    });
  }, pause).unref();
}

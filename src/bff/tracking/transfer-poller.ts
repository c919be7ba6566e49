import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { isAnyGoingOn } from '../ledger/transfers/mirror.ts';
import { ServiceError } from '../service/errors.ts';
import { type Intervals, minPauseFactor, nextInterval } from './intervals.ts';
import { type Effort, type ReadDeps, readList } from './read-list.ts';
import type { ListStatus, MirrorNews } from './transfer-mirror.ts';

/** A request for the list keeps polling going for this long. */
const requestKeepsPollingMs = 30_000;
/** How long a request waits for a read before it gets the last list; less if it may wait for long. */
const maxWaitMs = { usually: 2_000, first: 250 };
export const defaultFirstWaitMs = maxWaitMs.usually;
/** A long list is read for longer than anybody should wait for a page. */
export const defaultFirstReadMs = 5_000;
/** Beyond 2^31 - 1 a timer ends at once. */
const maxTimerMs = 2 ** 31 - 1;
/** How often an instance that wants to read looks whether the reader is gone. */
const tryLeaseEveryMs = 2_000;
/** The index of a list is kept for this long after a read, so that the next one parses only what is new. */
const indexKeptMs = 30_000;

type Deps = ReadDeps & {
  db: LedgerDb;
  intervals: Intervals;
  /** The pause between two reads while nobody looks and a transfer has not ended. */
  backgroundMs: number;
  /** How long a request waits while the first list is written, before it gets the part that is there. */
  firstWaitMs: number;
};

type PollerState = Deps & {
  reading: Reading | null;
  hasRead: boolean;
  /** Why this instance's last read failed; null if it did not. */
  failure: ServiceError | null;
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
  /** Ends when the mirror has some of the list, or won't have any. Never rejects. */
  begun: Promise<void>;
  /** Ends when the mirror has all of it. @throws ServiceError, or Error of the store */
  done: Promise<void>;
  isUnderWay: boolean;
  outdated: boolean;
};

/**
 * Reads the list of transfers into the mirror: on request, and with a growing interval as the reader of all
 * instances while anybody watches. Never two reads at once.
 */
export function createTransferPoller(deps: Deps) {
  const { mirror, intervals } = deps;
  const state: PollerState = {
    ...deps,
    ...{ reading: null, hasRead: false, failure: null, dropped: false },
    ...{ interval: intervals.min, watchers: 0, askedAt: Number.NEGATIVE_INFINITY },
    ...{ timer: undefined, timerEnds: 0, dropTimer: undefined, closed: false },
  };

  async function isFresh(maxAge: number) {
    await mirror.loaded();
    const last = mirror.status();
    return last !== null && !state.dropped && isYounger(state, last, maxAge);
  }

  return {
    /**
     * Ends when the mirror is younger than `maxAge` (ms); 0 needs a read that starts after the call.
     * @throws ServiceError, or Error of the store
     */
    async refresh(maxAge: number): Promise<void> {
      // A read under way may have started before the change that the caller needs to see.
      if (maxAge === 0) outdate(state);
      if (await isFresh(maxAge)) return;
      const done = read(state).done.then(() => true);
      const isDone = await (mirror.status() ? done : inTime(state.firstReadMs, done));
      if (!isDone) throw new ServiceError('timeout', 'the first list is still being written');
    },
    /**
     * The same; but for an age above 0 it waits for 2 s at most, fails only if there has never been a list, and does
     * nothing while another instance reads or the service fails.
     */
    async refreshLately(maxAge: number): Promise<void> {
      if (maxAge === 0) outdate(state);
      if (await isFresh(maxAge)) return;
      const isKnown = mirror.status() !== null;
      if (isKnown && maxAge > 0 && (isFailing(state) || !(await state.lease.take()))) return;
      const { done } = read(state);
      if (maxAge === 0) return done;
      await inTime(maxWaitMs.usually, isKnown ? done.catch(() => undefined) : done);
    },
    current: () => current(state),
    /** Makes the last list outdated and polls soon. */
    drop(): void {
      state.dropped = true;
      outdate(state);
      readSoon(state);
    },
    /** Polls until the returned function is called. */
    watch(): () => void {
      state.watchers += 1;
      plan(state);
      let ended = false;
      return () => {
        if (!ended) state.watchers -= 1;
        ended = true;
      };
    },
    /** Takes note of what any instance wrote. */
    noticed({ rows }: MirrorNews): void {
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
      await state.reading?.done.catch(() => undefined);
      await deps.lease.release();
    },
  };
}

/** What the work answers; undefined if it takes longer. */
const inTime = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, pause(ms, undefined, { ref: false })]);

const ageOf = ({ now, storeClock }: PollerState, { readAt }: Pick<ListStatus, 'readAt'>) =>
  now() - storeClock.ahead_ms() - readAt;

/** Not if it lies ahead: it was written before the clock was set back. */
function isYounger(state: PollerState, last: Pick<ListStatus, 'readAt'>, maxAge: number): boolean {
  const age = ageOf(state, last);
  return maxAge > 0 && age >= 0 && age <= maxAge;
}

/** True if the service has just failed to answer: another read would only wait. */
function isFailing(state: PollerState): boolean {
  const { service, tried_at } = state.mirror.state();
  if (service === 'ok' || tried_at === null) return false;
  return isYounger(state, { readAt: Date.parse(tried_at) }, state.intervals.min);
}

/** The mirror: as it is if fresh, or if another instance reads or the service fails; else after a read of up to 2 s. */
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
  const { done } = read(state);
  await inTime(
    state.hasRead ? maxWaitMs.usually : maxWaitMs.first,
    done.catch(() => undefined),
  );
  return mirror.status() ?? known;
}

/** The first list, or what is there of it: to write a long one takes longer than a request may wait. */
async function first(state: PollerState, isReader: boolean): Promise<ListStatus> {
  const { mirror, firstWaitMs, firstReadMs } = state;
  const known = () => mirror.status() ?? mirror.begun();
  const nothing = { readAt: state.now() - state.storeClock.ahead_ms(), odd: [], isWhole: false };
  if (!isReader) {
    await mirror.follow();
    const isTried = mirror.state().service !== 'ok';
    const found = known() ?? (isTried ? null : nothing);
    if (found) return found;
    // This instance may rest after failures of its own, which say more than that nobody has read it.
    throw (
      state.failure ?? new ServiceError('timeout', 'another instance could not read the first list')
    );
  }
  const { begun, done } = read(state);
  await inTime(firstReadMs, begun);
  // None of it is there yet, and there may be a lot.
  if (!known() && state.reading) return nothing;
  // Unless an earlier reader has written some of it, a failure is all there is to tell.
  await inTime(firstWaitMs, mirror.begun() ? done.catch(() => undefined) : done);
  return known() ?? nothing;
}

/** A list that is being read may have begun before a change that somebody needs to see. */
function outdate({ reading }: PollerState) {
  if (reading?.isUnderWay) reading.outdated = true;
}

/** Joins a read under way or starts one; never two at once. */
function read(state: PollerState): Reading {
  if (state.reading && !state.reading.outdated) return state.reading;
  const earlier = state.reading;
  const begun = Promise.withResolvers<void>();
  const mine: Reading = {
    ...{ isUnderWay: false, outdated: false },
    ...{ begun: begun.promise, done: begin() },
  };
  // Those who only wait for the mirror don't see it fail.
  mine.done.catch(() => undefined);
  state.reading = mine;
  return mine;

  async function begin() {
    // Those who wait for the earlier read get its failure.
    await earlier?.done.catch(() => undefined);
    mine.isUnderWay = true;
    try {
      const [effort, isClosed] = [createEffort(state), () => state.closed];
      await readList({ ...state, effort, isClosed, onPart: begun.resolve });
      state.failure = null;
      if (!mine.outdated) state.dropped = false;
    } catch (error) {
      state.failure = error instanceof ServiceError ? error : null;
      throw error;
    } finally {
      state.hasRead = true;
      if (state.reading === mine) {
        state.reading = null;
        dropLater(state);
        if (isWanted(state) && state.lease.isHeld()) wakeIn(state, state.interval);
        else plan(state);
      }
      begun.resolve();
    }
  }
}

/** What a read costs the service. The first outcome sets the interval, which may have been reset during the read. */
function createEffort(state: PollerState): Effort {
  let began = performance.now();
  let tookMs: number | null = null;
  let before: number | null = null;
  return {
    asked() {
      began = performance.now();
    },
    listed() {
      tookMs = performance.now() - began;
    },
    outcome(outcome) {
      tookMs ??= performance.now() - began;
      before ??= state.interval;
      state.interval = nextInterval(before, outcome, tookMs, state.intervals);
      return { read_took_ms: Math.round(tookMs), read_every_ms: Math.round(state.interval) };
    },
  };
}

/** Drops what is as long as the list, once this instance has not been the reader for some time. */
function dropLater(state: PollerState) {
  clearTimeout(state.dropTimer);
  if (state.closed) return;
  state.dropTimer = setTimeout(() => {
    if (state.lease.isHeld() || state.reading) return dropLater(state);
    state.mirror.dropIndex();
  }, indexKeptMs).unref();
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
  if (tried_at === null) return 0;
  const readAt = Date.parse(tried_at);
  return isYounger(state, { readAt }, age) ? age - ageOf(state, { readAt }) : 0;
}

/** Wakes the poller at the latest after this time. */
function wakeIn(state: PollerState, delay: number) {
  if (state.closed || state.reading) return;
  const pause = Math.min(delay, maxTimerMs);
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

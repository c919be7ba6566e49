import type { AsOf } from '../../contract/api/transfer.ts';
import type { Transfer, TransferRequest } from '../../contract/transfer.ts';
import type { Listening } from '../ledger/store/postgres.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { createStoreClock, type StoreClock } from '../ledger/store/store-clock.ts';
import { type MirrorState, mirroredLike, mirroredTo } from '../ledger/transfers/mirror.ts';
import { executedTo } from '../ledger/transfers/transfer-windows.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { ServiceClient } from '../service/client.ts';
import { createListRecord, type ListRecord, type OddRow } from '../service/list-record.ts';
import { type Log, silentLog } from '../service/log.ts';
import { defaultIntervals, type Intervals } from './intervals.ts';
import { createReaderLease, freeReaderLease } from './reader-lease.ts';
import { createSingleTransfers, type Known } from './single-transfers.ts';
import {
  createTransferMirror,
  type ListStatus,
  type MirrorNews,
  type TransferMirror,
} from './transfer-mirror.ts';
import { createTransferPoller, defaultFirstReadMs, defaultFirstWaitMs } from './transfer-poller.ts';

export type Tracking = {
  /**
   * All transfers of the service to these accounts, and all unreadable rows.
   * @param maxAge in milliseconds; 0 needs a read that starts after the call
   * @param like only transfers with the account, source amount and currencies of this request
   */
  list(
    maxAge: number,
    accounts: readonly string[],
    like?: TransferRequest,
  ): Promise<{ value: Transfer[]; readAt: number; odd: readonly OddRow[] }>;
  /** A transfer from the ledger and when its last read began; null if unknown. */
  known(id: string): Promise<Known | null>;
  /** A transfer read from the service; concurrent callers share a read. */
  show(id: string): Promise<{ value: Transfer; readAt: number }>;
  /** Makes the last list outdated, because something was just sent. */
  drop(): void;
  /** Shows a transfer that was just made to its owner, without a read. Never rejects, ends within a second. */
  made(transfer: Transfer): Promise<void>;
  /** The accounts among these that an executed transfer locks (contract 3). */
  lockedAccounts(ids: readonly string[], maxAge?: number): Promise<ReadonlySet<string>>;
};

export type LiveTracking = Tracking & {
  /**
   * Makes the ledger's transfers the ones to show now: of the last read of any instance, or of a read that
   * ends within 2 s. While the first list is written they are a part of it.
   * @throws ServiceError if there has never been a list
   */
  current(): Promise<ListStatus>;
  /** When a list was read, and whether the service still answers. */
  asOf(list: ListStatus): AsOf;
  /** The same for the last list; null before the first read. */
  asOf(): AsOf | null;
  /** The number of the last change that is known here, and what it is a number of. */
  position(): Pick<MirrorState, 'epoch' | 'change' | 'reset_change'>;
  /** Reads what other instances have written. */
  follow(): Promise<void>;
  /** Reads the list in the background until the returned function is called. */
  watch(): () => void;
  onNews(listener: (news: MirrorNews) => void): void;
  effort(): { read_took_ms: number; read_every_ms: number; watchers: number };
  /** Begins to follow the other instances. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export type TrackingDeps = {
  client: Pick<ServiceClient, 'listTransfersText' | 'showTransfer'>;
  db: LedgerDb;
  now: () => number;
  storeClock?: StoreClock;
  log?: Log;
  /** Records how reads of the list end. */
  record?: Pick<ListRecord, 'took' | 'failed'>;
  intervals?: Intervals;
  /** The pause between two reads in the background, in milliseconds. */
  backgroundMs?: number;
  /** How long a request waits for the first list before it gets what is there of it, in milliseconds. */
  firstWaitMs?: number;
  firstReadMs?: number;
  /** True if this is the only process on the store. */
  alone?: boolean;
  /** Listens to notices of other instances. */
  listen?: (told: () => void) => Promise<Listening>;
};

const freshFor = 2_000;
/** How often the ledger is looked at without a notice: often while notices may be lost. */
const followEveryMs = { listening: 10_000, deaf: 1_000 };

/** The service's transfers: read once for all instances, and mirrored in the ledger. */
export function createTracking(deps: TrackingDeps): LiveTracking {
  const { client, db, now, log = silentLog, intervals = defaultIntervals } = deps;
  const { record = createListRecord(now, log), alone = true } = deps;
  const { storeClock = createStoreClock({ db, now, log }) } = deps;
  const { backgroundMs = Number.POSITIVE_INFINITY, firstWaitMs = defaultFirstWaitMs } = deps;
  const { firstReadMs = defaultFirstReadMs } = deps;
  const listeners: ((news: MirrorNews) => void)[] = [];
  const tell = (news: MirrorNews) => {
    poller.noticed(news);
    for (const listener of listeners) listener(news);
  };
  const mirror = createTransferMirror({ db, log, record, storeClock, tell });
  const lease = createReaderLease({ db, storeClock, log, alone });
  const poller = createTransferPoller({
    ...{ client, db, mirror, lease, storeClock, record, now, log, intervals },
    ...{ backgroundMs, firstWaitMs, firstReadMs },
  });
  const singles = createSingleTransfers({ client, db, now, storeClock, log, mirror });
  const following = createFollowing(deps, mirror, log);
  function asOf(of: ListStatus): AsOf;
  function asOf(): AsOf | null;
  function asOf(of = mirror.status()): AsOf | null {
    if (of === null) return null;
    const service = of.isWhole ? mirror.state().service : 'loading';
    return { as_of: timestamp(of.readAt), service };
  }

  return {
    async list(maxAge, accounts, like) {
      await poller.refresh(maxAge);
      const { readAt = 0, odd = [] } = mirror.status() ?? {};
      const value = like ? mirroredLike(db, like) : mirroredTo(db, [...new Set(accounts)]);
      return { value: await value, readAt, odd };
    },
    ...singles,
    current: poller.current,
    drop: poller.drop,
    asOf,
    position: mirror.state,
    follow: mirror.follow,
    watch: poller.watch,
    onNews: (listener) => void listeners.push(listener),
    effort: poller.effort,
    async lockedAccounts(ids, maxAge = freshFor) {
      await poller.refreshLately(maxAge);
      return executedTo(db, ids);
    },
    async start() {
      // The lease of a process that was killed would keep the list from being read for its rest.
      if (alone) await freeReaderLease(db);
      await following.start();
      poller.start();
    },
    async close() {
      await following.close();
      await poller.close();
      await mirror.close();
    },
  };
}

/** Reads what others wrote at each notice, and from time to time without one. */
function createFollowing({ alone = true, listen }: TrackingDeps, mirror: TransferMirror, log: Log) {
  let listening: Listening | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let followedAt = 0;

  async function follow() {
    // A notice that comes before the read has begun is part of it.
    if (isDue) return;
    isDue = true;
    followedAt = performance.now();
    await mirror.follow(() => {
      isDue = false;
    });
  }
  const inBackground = () =>
    void follow().catch((error: unknown) => {
      isDue = false;
      log.warn({ err: error }, 'tracking: changes of other instances not read');
    });

  return {
    async start() {
      listening = (await listen?.(inBackground)) ?? null;
      void mirror.loaded().catch((error: unknown) => {
        log.warn({ err: error }, 'tracking: transfers not loaded from the ledger');
      });
      timer = setInterval(() => {
        const isSure = alone || listening?.isOn();
        const every = isSure ? followEveryMs.listening : followEveryMs.deaf;
        if (performance.now() - followedAt >= every) inBackground();
      }, followEveryMs.deaf).unref();
    },
    async close() {
      clearInterval(timer);
      await listening?.close();
    },
  };
}

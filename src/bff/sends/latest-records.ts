import { sql } from 'kysely';
import { holdLost, renewMirror } from '../ledger/keep/restore.ts';
import { rewriteSend, undecidedAmong } from '../ledger/sends/restored-sends.ts';
import { moveSend, type SendRow } from '../ledger/sends/sends.ts';
import { isHeld } from '../ledger/store/holds.ts';
import { isAmong } from '../ledger/store/is-among.ts';
import { isPostgres } from '../ledger/store/is-postgres.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { storeTimestamp } from '../ledger/store/store-clock.ts';
import {
  lockTimeline,
  missingSends,
  newestOrders,
  newestSends,
  type Position,
  readPosition,
  recordTimeline,
  type SeenOrder,
  type SeenSend,
  tellsTimeline,
} from '../ledger/store/store-position.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';
import { sendOf } from './send-row.ts';

/** How often an instance compares the store with what it remembers. */
const lookEveryMs = 1_000;
/** So long after a change of the timeline no instance sends, so that each can say what the store lost. */
const settleMs = 10_000;
/** The sends of this instance that are written again if they are lost: some megabytes. */
const maxOwn = 2_000;
const maxSeen = 200;
/** Of them the newest are compared each time: commits are lost from the last one backwards. */
const maxCompared = 20;

export type LatestRecords = {
  /** Keeps a send of this instance as it is, or as the service's answer makes it. */
  remember(row: SendRow): void;
  /** Keeps which revision of an order this instance wrote. */
  rememberOrder(row: SeenOrder): void;
  /**
   * True if the store is the one that this instance knows and has its latest records. Compares the store first if it
   * may not be; not with `tx`.
   */
  areThere(tx?: LedgerDb): Promise<boolean>;
  /** Compares the store with what is remembered, after the comparison under way, and mends it. */
  look(): Promise<void>;
  /** Looks now and every second until `close`. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Asks in the transaction, if there is one.
 * @throws ProblemError ledger-held, while a restored ledger does not know yet what was sent after its backup, or one
 *   may have lost its latest records
 */
export async function requireNotHeld(
  { db, records }: { db: LedgerDb; records: Pick<LatestRecords, 'areThere'> },
  tx?: LedgerDb,
) {
  // First, because it holds a ledger that it finds lost.
  const areThere = await records.areThere(tx);
  if (!areThere || (await isHeld(tx ?? db))) throw new ProblemError('ledger-held');
}

type Deps = {
  db: LedgerDb;
  storeClock: Pick<StoreClock, 'now'>;
  log: Log;
  settleFor?: number;
};

/** What an instance remembers of the ledger. */
type Memory = {
  /** The timeline on which all of it is; null if the store tells none, undefined before the first look. */
  timeline: string | null | undefined;
  /** Known after the first question. */
  isTold: boolean | null;
  own: Map<string, SendRow>;
  /** Also of other instances: when they were written. */
  seen: Map<string, string>;
  /** As they were last written, also by other instances. */
  orders: Map<string, { revision: number; updated_at: string }>;
  /** When a start found a timeline that nobody vouches for, in milliseconds since 1970. */
  noticedAt: number | null;
  settled: string | null;
};

/**
 * Notices that the store lost its latest records, as a standby that was behind when it was promoted, and holds the
 * ledger as after a restore. What this instance remembers is written again; the rest is found by the release.
 *
 * Commits are lost from the last one backwards, so the newest sends and changes of orders that were seen tell. The
 * timeline tells when to wait for other instances, which may remember more, and when nobody can know: a start on a
 * timeline that no running instance followed.
 */
export function createLatestRecords({
  db,
  storeClock,
  log,
  settleFor = settleMs,
}: Deps): LatestRecords {
  const memory: Memory = {
    ...{ timeline: undefined, isTold: null, own: new Map(), seen: new Map(), orders: new Map() },
    ...{ noticedAt: null, settled: null },
  };
  const context = { db, storeClock, log, settleFor, memory };
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  function look(): Promise<void> {
    const mine = last.then(() => lookOnce(context));
    last = mine.catch(() => undefined);
    return mine;
  }

  async function lookInTurn() {
    if (isLooking) return;
    isLooking = true;
    // A store that fails is logged by its watch.
    await look().catch(() => undefined);
    isLooking = false;
  }

  return {
    remember(row) {
      // An answer that could not be written is not forgotten.
      if (row.state === 'unconfirmed' && memory.own.get(row.key)?.state === 'sent') return;
      memory.own.delete(row.key);
      memory.own.set(row.key, row);
      keep(memory, row);
      trim(memory.own, maxOwn);
    },
    rememberOrder: (order) => keepOrder(memory, order),
    async areThere(tx) {
      if (tx) return isAsKnown(context, tx);
      if (await isAsKnown(context, db)) return true;
      await look();
      return isAsKnown(context, db);
    },
    look,
    async start() {
      await lookInTurn();
      timer = setInterval(lookInTurn, lookEveryMs).unref();
    },
    async close() {
      clearInterval(timer);
      await last;
    },
  };
}

type Context = Required<Deps> & { memory: Memory };

function keep({ seen }: Memory, { key, created_at }: SeenSend) {
  if (!seen.has(key)) seen.set(key, created_at);
  trim(seen, maxSeen);
}

/** What was read before a change is kept after it, so the later revision stays. */
function keepOrder({ orders }: Memory, { id, revision, updated_at }: SeenOrder) {
  const before = orders.get(id);
  if (before && before.revision >= revision) return;
  orders.delete(id);
  orders.set(id, { revision, updated_at });
  trim(orders, maxSeen);
}

function trim(map: Map<string, unknown>, max: number) {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}

const latest = ({ seen }: Memory) => [...seen.keys()].slice(-maxCompared);
/** By their times: those of others are kept a second later. */
const latestOrders = ({ orders }: Memory) =>
  [...orders]
    .map(([id, order]) => ({ id, ...order }))
    .sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1))
    .slice(-maxCompared);

async function isAsKnown({ memory, storeClock, settleFor }: Context, on: LedgerDb) {
  const isTold = memory.isTold === true;
  const position = await readPosition(on, latest(memory), isTold, latestOrders(memory));
  if (!isUsual(memory, position)) return false;
  const changed_at = position.recorded?.changed_at ?? null;
  if (changed_at === null || changed_at === memory.settled) return true;
  const age = (await storeClock.now(on)) - Date.parse(changed_at);
  if (age >= 0 && age < settleFor) return false;
  memory.settled = changed_at;
  return true;
}

const isUsual = ({ timeline }: Memory, { timeline: found, recorded, missing }: Position) =>
  missing === 0 && found === timeline && (found === null || recorded?.name === found);

async function lookOnce(context: Context) {
  const { db, memory, log } = context;
  if (memory.isTold === null) {
    memory.isTold = await tellsTimeline(db);
    const isUntold = isPostgres(db) && !memory.isTold;
    if (isUntold) log.warn({}, 'ledger: PostgreSQL does not tell its timeline to this user');
  }
  // Read before the position: they are of the store that is known, if that has not changed.
  const newest = await newestSends(db, maxCompared);
  // The first look, which a send may wait for, has nothing to compare.
  const newestOfOrders = memory.timeline === undefined ? [] : await newestOrders(db, maxCompared);
  const orders = latestOrders(memory);
  const position = await readPosition(db, latest(memory), memory.isTold, orders);
  if (!isUsual(memory, position)) await compare(context);
  if (memory.timeline === undefined) return;
  for (const one of newest.toReversed()) keep(memory, one);
  for (const one of newestOfOrders.toReversed()) keepOrder(memory, one);
}

type Found = {
  timeline: string | null;
  /** False while a start waits for an instance that vouches for the timeline. */
  isKnown: boolean;
  isHeld: boolean;
  missing: Set<string>;
  /** The ids of the orders whose last change is gone. */
  orders: string[];
  rewritten: string[];
};

async function compare(context: Context) {
  const { db, memory, log } = context;
  const before = memory.timeline;
  const found = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((tx) => compareIn(tx, context));
  if (!found.isKnown) return;
  const { timeline, missing, orders, rewritten, isHeld } = found;
  memory.timeline = timeline;
  for (const key of missing) {
    if (rewritten.includes(key)) continue;
    const { user_id, transfer_id } = memory.own.get(key) ?? {};
    const fields = { key, user_id, transfer_id };
    log.error(fields, 'ledger: a send is lost, and was not written again here');
    // Named once. The release compares the service's list.
    memory.own.delete(key);
    memory.seen.delete(key);
  }
  for (const key of orders) {
    log.error({ key }, 'ledger: the last change of an order is lost');
    memory.orders.delete(key);
  }
  if (isHeld) {
    const lost = missing.size + orders.length;
    const counts = { lost, rewritten: rewritten.length, timeline };
    log.error(counts, 'held: the database lost its latest records; run: npm run giro -- release');
  } else if (before !== undefined && before !== timeline) {
    log.warn({ timeline }, 'ledger: on another timeline, with all that is remembered');
  }
  await writeOutcomes(context);
}

async function compareIn(tx: LedgerDb, context: Context): Promise<Found> {
  const { storeClock, settleFor, memory } = context;
  await lockTimeline(tx);
  const now = await storeClock.now(tx);
  const { timeline, recorded } = await readPosition(tx, [], memory.isTold === true);
  const missing = await missingSends(tx, [
    ...new Set([...memory.own.keys(), ...memory.seen.keys()]),
  ]);
  // A stop may be the last that was written: what it stopped must not be sent.
  const lost = await ordersBefore(tx, memory.orders);
  const found = {
    ...{ timeline, isKnown: true, isHeld: false, missing, rewritten: Array.of<string>() },
    orders: lost.map(({ id }) => id),
  };
  const isOther = timeline !== null && recorded !== null && recorded.name !== timeline;
  let lostSince: number | null = null;
  if (missing.size > 0) {
    const times = [...missing].map(
      (key) => memory.own.get(key)?.created_at ?? memory.seen.get(key),
    );
    lostSince = Math.min(...times.map((time) => (time === undefined ? now : Date.parse(time))));
  } else if (isOther && memory.timeline === undefined) {
    memory.noticedAt ??= now;
    if (now - memory.noticedAt < settleFor) return { ...found, isKnown: false };
    lostSince = memory.noticedAt;
  }
  if (lost.length > 0) {
    const times = lost.map(({ updated_at }) => Date.parse(updated_at));
    lostSince = Math.min(lostSince ?? now, ...times);
  }
  if (lostSince !== null) {
    await holdLost(tx, lostSince, now);
    found.isHeld = true;
  }
  for (const [key, row] of memory.own) {
    if (!missing.has(key)) continue;
    if (await rewriteSend(tx, row, timestamp(now))) found.rewritten.push(key);
  }
  if (timeline !== null && recorded?.name !== timeline) {
    await recordTimeline(tx, timeline, recorded === null ? null : timestamp(now));
  }
  if (isOther || missing.size > 0 || lost.length > 0) await renewMirror(tx);
  return found;
}

/** Those of these orders that the ledger does not have, or has as they were before. */
async function ordersBefore(tx: LedgerDb, orders: Memory['orders']) {
  if (orders.size === 0) return [];
  const ids = [...orders.keys()];
  const rows = await tx
    .selectFrom('orders')
    .select(['id', 'revision'])
    .where(isAmong(tx, sql.ref('id'), ids))
    .execute();
  const forgotten = await tx
    .selectFrom('forgotten_sends')
    .select('key')
    .where(isAmong(tx, sql.ref('key'), ids))
    .execute();
  const found = new Map(rows.map(({ id, revision }) => [id, revision]));
  // Deleted by its age.
  for (const { key } of forgotten) found.set(key, Number.POSITIVE_INFINITY);
  return [...orders].flatMap(([id, { revision, updated_at }]) =>
    (found.get(id) ?? 0) < revision ? [{ id, updated_at }] : [],
  );
}

const eventOf = { sent: 'answered', refused: 'refusal', not_sent: 'not-written' } as const;

/** Writes again the outcomes that the store lost, of sends that it has. */
async function writeOutcomes({ db, storeClock, log, memory }: Context) {
  const undecided = await undecidedAmong(db, [...memory.own.keys()]);
  for (const key of undecided) {
    const row = memory.own.get(key);
    if (row?.state !== 'sent' && row?.state !== 'refused' && row?.state !== 'not_sent') continue;
    const { transfer_id, answer, reason_detail } = row;
    const reason = sendOf(row).reason ?? 'internal';
    const facts = row.state === 'sent' ? { transfer_id, answer } : { reason, reason_detail };
    try {
      await moveSend(db, key, eventOf[row.state], facts, await storeTimestamp(storeClock));
    } catch (error) {
      // It stays open: Giro looks for its transfer, and support decides.
      log.error({ key, transfer_id, err: error }, 'ledger: a lost outcome was not written again');
    }
  }
}

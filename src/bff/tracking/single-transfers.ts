import { setTimeout as pause } from 'node:timers/promises';
import type { Transfer } from '../../contract/transfer.ts';
import { ownerOf } from '../ledger/people/owners.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { type StoreClock, storeTimeOrLast } from '../ledger/store/store-clock.ts';
import { mirroredOne } from '../ledger/transfers/mirror.ts';
import { addStateObservations } from '../ledger/transfers/state-observations.ts';
import { createSharedRead, type SharedRead } from '../lib/shared-read.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Log } from '../service/log.ts';
import { isSame } from './transfer-index.ts';
import {
  type Held,
  isLater,
  type Plan,
  type TransferMirror,
  warnIfReverted,
} from './transfer-mirror.ts';

/** A transfer, and when the read began that brought it, in milliseconds since 1970. */
export type Known = { row: Transfer; readAt: number };

type Deps = {
  client: Pick<ServiceClient, 'showTransfer'>;
  db: LedgerDb;
  now: () => number;
  storeClock: Pick<StoreClock, 'now' | 'ahead_ms'>;
  log: Log;
  mirror: TransferMirror;
};

/** How long a transfer that was read is shown again without a read. */
const freshForMs = 1_000;
/** How long somebody waits for the ledger to take what was read. */
const maxWriteMs = 1_000;
const maxObserved = 50_000;

/** Transfers that are read alone or were just made, each written to the mirror too. */
export function createSingleTransfers({ client, db, now, storeClock, log, mirror }: Deps) {
  const shown = new Map<string, SharedRead<Known>>();
  const observe = createObserver(db, log);
  const unwritten = (error: unknown) => {
    // The transfer is shown all the same, and the next list brings it.
    log.warn({ err: error }, 'tracking: transfer not written to the ledger');
  };

  async function known(id: string): Promise<Known | null> {
    await mirror.loaded();
    const { as_of } = mirror.state();
    const one = as_of === null ? null : await mirroredOne(db, id);
    if (!one || as_of === null) return null;
    return { row: one.row, readAt: Math.max(Date.parse(as_of), Date.parse(one.read_at)) };
  }

  const storeTime = () => storeTimeOrLast(storeClock, now);
  const isNewer = async (one: Known | null, readAt: number): Promise<boolean> =>
    one !== null && one.readAt > readAt && one.readAt <= (await storeTime());

  async function readOne(id: string): Promise<Known> {
    const readAt = await storeTime();
    const row = await client.showTransfer(id);
    return Promise.race([
      take({ row, readAt }),
      pause(maxWriteMs, { row, readAt }, { ref: false }),
    ]);
  }

  /** @returns the latest known transfer */
  async function take(seen: Known): Promise<Known> {
    const { row, readAt } = seen;
    // Without the ledger it is shown as it was read.
    const lastKnown = () => known(row.id).catch(() => null);
    const before = await lastKnown();
    // Overlapping reads may end in either order: the one that began later counts.
    if (before && (await isNewer(before, readAt))) return before;
    // Nothing waits for a first list that is being written.
    const isNew = mirror.begun() === null && !isSame(before?.row, row);
    const isWritten =
      isNew && (await mirror.write((held) => planOne(held, row, readAt)).catch(unwritten));
    if (!isWritten) await observe(row, readAt);
    const latest = await lastKnown();
    return latest && (await isNewer(latest, readAt)) ? latest : seen;
  }

  return {
    /** A transfer of the mirror; null if unknown. */
    known,
    /** A transfer read from the service; concurrent callers share a read. */
    async show(id: string): Promise<{ value: Transfer; readAt: number }> {
      const one = shown.get(id) ?? createSharedRead(() => readOne(id), now);
      shown.set(id, one);
      try {
        const { row, readAt } = (await one.get(freshForMs)).value;
        return { value: row, readAt };
      } finally {
        // So that the map doesn't grow.
        setTimeout(() => shown.get(id) === one && shown.delete(id), 2 * freshForMs).unref();
      }
    },
    /** Shows a transfer that was just made to its owner, without a read. Never rejects, ends within a second. */
    async made(transfer: Transfer): Promise<void> {
      const add = async () => {
        const readAt = await storeClock.now();
        if (mirror.begun() === null) await mirror.write((held) => planMade(held, transfer, readAt));
      };
      await Promise.race([add().catch(unwritten), pause(maxWriteMs, undefined, { ref: false })]);
    },
  };
}

/** Records the state of a transfer whose row did not change. */
function createObserver(db: LedgerDb, log: Log) {
  const observed = new Set<string>();
  return async ({ id, state }: Transfer, readAt: number) => {
    const key = `${id} ${state}`;
    if (observed.has(key)) return;
    try {
      const seen = [{ transfer_id: id, state }];
      await db.transaction().execute((tx) => addStateObservations(tx, seen, timestamp(readAt)));
    } catch (error) {
      // Only a time of the timeline is missing: the transfer is still shown.
      log.warn({ err: error }, 'tracking: state of a transfer not written');
      return;
    }
    // The store keeps the first time anyway: this only saves writes.
    if (observed.size > maxObserved) observed.clear();
    observed.add(key);
  };
}

/** @returns what to write for one transfer; null if nothing */
async function planOne(held: Held, seen: Transfer, readAt: number): Promise<Plan | null> {
  const { as_of } = held.state;
  const read_at = timestamp(readAt);
  if (as_of === null) return null;
  const old = await mirroredOne(held.db, seen.id);
  const now = await held.storeClock.now();
  if ([as_of, old?.read_at ?? null].some((time) => isLater(time, readAt, now))) return null;
  if (isSame(old?.row, seen)) return null;
  warnIfReverted(held, old?.row, seen);
  return { read_at, changed: [seen], state: { etag: null } };
}

/** @returns what to write for a transfer that was just made; null if nothing */
async function planMade(held: Held, made: Transfer, readAt: number): Promise<Plan | null> {
  if (held.state.as_of === null) return null;
  const read_at = timestamp(readAt);
  const old = await mirroredOne(held.db, made.id);
  // What is there already may be newer than this answer.
  if (!old) return { read_at, changed: [made], state: { etag: null } };
  const isNew = !old.isOwned && (await ownerOf(held.db, 'transfer', made.id)) !== null;
  return isNew ? { read_at, owned: [old] } : null;
}

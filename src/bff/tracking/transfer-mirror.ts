import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import {
  lateOwned,
  type Mirrored,
  type MirrorState,
  type MirrorWrite,
  type MirrorWritten,
  mirroredOne,
  recount,
  writeMirror,
} from '../ledger/mirror.ts';
import { ownerOf } from '../ledger/owners.ts';
import { addStateObservations } from '../ledger/state-observations.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  type Compared,
  createMirrorMemory,
  type Deps,
  type MirrorMemory,
} from './mirror-memory.ts';
import { isSame } from './same-transfer.ts';

/** What a read says of itself. */
export type Effort = { etag: string | null; read_took_ms: number; read_every_ms: number };
/** What a write must still find in the ledger; null without the reader's lease. */
type Fence = () => Promise<NonNullable<MirrorWrite['fence']> | null>;
/** A transfer, and when the read began that brought it. */
export type Known = { row: Transfer; readAt: number };
type Plan = Omit<MirrorWrite, 'since'>;

export type TransferMirror = Pick<
  MirrorMemory,
  'state' | 'status' | 'begun' | 'compare' | 'hashes' | 'touched' | 'drop'
> & {
  /** Reads from the ledger what others have written. @param onBegin called when the read begins */
  follow(onBegin?: () => void): Promise<void>;
  /** Ends when the state of the mirror was read from the ledger once. */
  loaded(): Promise<void>;
  /** A transfer of the mirror; null if unknown. */
  known(id: string): Promise<Known | null>;
  /**
   * Writes a list.
   * @param onPart called after each part of it
   * @returns how many rows changed; null, without a change, without the lease
   */
  takeList(
    compared: Compared,
    effort: Effort,
    fence: Fence,
    onPart: () => void,
  ): Promise<number | null>;
  /** Writes that a read failed; nothing without the lease. */
  takeFailure(
    service: MirrorState['service'],
    readAt: number,
    effort: Omit<Effort, 'etag'>,
    fence: Fence,
  ): Promise<void>;
  /**
   * Writes one transfer unless a read that began later has it already.
   * @param readAt when the read began, in milliseconds since 1970
   * @param isReader true if no other instance reads the list
   * @returns the latest known transfer, and when its read began
   */
  takeOne(seen: Transfer, readAt: number, isReader: boolean): Promise<Known>;
  /** Adds a transfer that was just made. One that is there already only gets its owner. */
  addMade(made: Transfer, readAt: number): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
};

/** More changes of one read are written in several transactions, so that none holds up the store. */
const maxPerWrite = 200;
/** The first list is long, and takes less time so. */
const maxPerFirstWrite = 500;
const maxTries = 20;
const maxObserved = 50_000;

/** Writes one after the other, each again until no other instance has written in between. */
function createWriter({ db }: Deps, memory: MirrorMemory) {
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  async function untilWritten<T>(attempt: () => Promise<T | 'overtaken'>): Promise<T> {
    if (memory.state().epoch === '') await memory.follow();
    for (let tries = 0; tries < maxTries; tries += 1) {
      const done = await attempt();
      if (done !== 'overtaken') return done;
      await memory.follow();
    }
    throw new Error('other instances wrote the mirror of the transfers all the time');
  }

  return {
    inTurn,
    write: <T>(attempt: () => Promise<T | 'overtaken'>) => inTurn(() => untilWritten(attempt)),

    /** @returns true if the planned rows were written */
    writeRows: (plan: () => Promise<Plan | null>): Promise<boolean> =>
      inTurn(() =>
        untilWritten(async () => {
          const planned = await plan();
          if (planned === null) return false;
          const before = memory.state();
          const done = await writeMirror(db, { ...planned, since: before });
          if (done === 'overtaken') return done;
          if (done === 'lease lost') return false;
          memory.takeRows(done.rows, { ...before, ...planned.state, change: done.change });
          return true;
        }),
      ),
  };
}

type Writer = ReturnType<typeof createWriter>;

/** The mirror of the service's transfers in the ledger, for all instances; see docs/architecture.md. */
export function createTransferMirror(deps: Deps): TransferMirror {
  const { db } = deps;
  const memory = createMirrorMemory(deps);
  const { inTurn, write, writeRows } = createWriter(deps, memory);
  let loading: Promise<void> | null = null;

  const follow = (onBegin?: () => void) =>
    inTurn(async () => {
      onBegin?.();
      await memory.follow();
      const { change, counted } = memory.state();
      if (counted !== change) await recount(db);
    });

  async function known(id: string): Promise<Known | null> {
    const { as_of } = memory.state();
    const one = as_of === null ? null : await mirroredOne(db, id);
    if (!one || as_of === null) return null;
    const latest = Math.max(Date.parse(as_of), Date.parse(one.read_at), memory.seenAt(id));
    return { row: one.row, readAt: latest };
  }

  return {
    ...memory,
    follow,
    known,
    compare(listed, readAt) {
      const compare = () => memory.compare(listed, readAt);
      // In turn, so that nothing is written while every row is compared.
      return listed && memory.hashes() === null ? inTurn(compare) : compare();
    },
    loaded() {
      loading ??= follow().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    },

    takeList: createTakeList(deps, memory, write),

    async takeFailure(service, readAt, effort, fence) {
      await writeRows(async () => {
        const held = await fence();
        const read_at = timestamp(readAt);
        if (isBefore(readAt, memory.state().tried_at)) return null;
        return held && { fence: held, read_at, state: { ...effort, service, tried_at: read_at } };
      });
    },

    takeOne: createTakeOne(deps, memory, known, writeRows),

    async addMade(made, readAt) {
      if (isFirstWritten(memory)) return;
      await writeRows(() => planMade(db, memory, made, readAt));
    },

    close: () => inTurn(async () => undefined),
  };
}

function createTakeList(
  deps: Deps,
  memory: MirrorMemory,
  write: Writer['write'],
): TransferMirror['takeList'] {
  return async (first, effort, fence, onPart) => {
    let compared = first;
    const taken = write(async () => {
      if ((await fence()) === null) return null;
      if (compared.version !== memory.version()) {
        compared = await memory.compare(compared.listed, compared.readAt);
      }
      // Another reader has written a list whose read began later.
      if (isBefore(compared.readAt, memory.state().as_of)) return 0;
      const done = await writeList(deps, memory.state(), compared, effort, fence, (state) => {
        memory.takePart(state);
        onPart();
      });
      if (done === 'lease lost') return null;
      if (done === 'overtaken') return done;
      memory.takeList(compared, done.rows, done.state);
      return compared.changed.length + compared.removed.length;
    });
    const changes = await taken.catch((error: unknown) => {
      // Some of the list may be written: the hashes are those of the list before.
      memory.drop();
      throw error;
    });
    if (changes === null) memory.drop();
    return changes;
  };
}

function createTakeOne(
  deps: Deps,
  memory: MirrorMemory,
  known: TransferMirror['known'],
  writeRows: Writer['writeRows'],
): TransferMirror['takeOne'] {
  const { db, log } = deps;
  const observe = createObserver(deps);
  return async (seen, readAt, isReader) => {
    // Only who compares the next list needs to know what was read alone.
    const isHolder = isReader && memory.hashes() !== null;
    if (isFirstWritten(memory)) {
      await observe(seen, readAt);
      return { row: seen, readAt };
    }
    // Without the ledger it is shown as it was read.
    const last = () => known(seen.id).catch(() => null);
    const before = await last();
    // Overlapping reads may end in either order: the one that began later counts.
    if (before && before.readAt > readAt) return before;
    if (before && isHolder && isSame(before.row, seen)) {
      memory.seenAlone(seen.id, readAt);
      await observe(seen, readAt);
      return { row: seen, readAt };
    }
    const isWritten = await writeRows(() => planOne(db, memory, seen, readAt, isHolder)).catch(
      (error: unknown) => {
        // The transfer is shown all the same, and the next list brings it.
        log.warn({ err: error }, 'tracking: transfer not written to the ledger');
      },
    );
    if (!isWritten) await observe(seen, readAt);
    const latest = await last();
    return latest && latest.readAt > readAt ? latest : { row: seen, readAt };
  };
}

/** True while the first list is written, for which nothing should wait: it is a long one. */
const isFirstWritten = (memory: MirrorMemory) => memory.begun() !== null;

const isBefore = (at: number, time: string | null) => time !== null && at < Date.parse(time);

/** Records the state of a transfer whose row did not change. */
function createObserver({ db, log }: Deps) {
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

/** Writes a list that was compared with `before`; the time of the list with the last of its rows. */
async function writeList(
  { db }: Deps,
  before: MirrorState,
  { changed, removed, kept, listed, readAt }: Compared,
  effort: Effort,
  fence: Fence,
  onPart: (state: MirrorState) => void,
): Promise<(MirrorWritten & { state: MirrorState }) | 'overtaken' | 'lease lost'> {
  const read_at = timestamp(readAt);
  const { as_of } = before;
  const isFirst = as_of === null;
  // The newest first, because they are what people look for while the first list is written.
  const written = isFirst ? changed.toReversed() : changed;
  const idAt = (place: number) => listed?.rows.idAt(place) ?? '';
  const late = await lateOwned(db, as_of);
  const isChanged = new Set(late.length > 0 ? written.map(idAt) : []);
  const owned = late.filter(({ row }) => !isChanged.has(row.id));
  const rows: Mirrored[] = [];
  let state = before;
  const perWrite = isFirst ? maxPerFirstWrite : maxPerWrite;
  for (let start = 0; ; start += perWrite) {
    const places = listed ? written.slice(start, start + perWrite) : [];
    const part = places.flatMap((place) => listed?.rowAt(place) ?? []);
    const isLast = start + perWrite >= written.length;
    const held = await fence();
    if (held === null) return 'lease lost';
    // Without the text of the list, its ETag stands for the rows only while they have it.
    const isOfRows = kept.length === 0 && (listed !== null || before.etag === effort.etag);
    const says = {
      ...{ ...effort, etag: isOfRows ? effort.etag : null },
      ...({ as_of: read_at, tried_at: read_at, service: 'ok' } as const),
      ...(listed && { odd: JSON.stringify(listed.odd.map(({ parts: _values, ...odd }) => odd)) }),
    };
    const done = await writeMirror(db, {
      ...{ fence: held, since: state, read_at, changed: part },
      // The first list has years of transfers that Giro did not make: only those of its people are recorded.
      seen: isFirst ? 'owned' : 'all',
      ...(isFirst && { state: { tried_at: read_at } }),
      ...(isLast && { owned, removed, state: says }),
    });
    if (done === 'overtaken' || done === 'lease lost') return done;
    // Nobody is told of the first list's.
    if (!isFirst) rows.push(...done.rows);
    state = { ...state, change: done.change, ...(isFirst && { tried_at: read_at }) };
    if (isLast) {
      const reset_change = removed.length > 0 ? done.change : before.reset_change;
      return { rows, change: done.change, state: { ...state, ...says, reset_change } };
    }
    if (isFirst) onPart(state);
    await nextTurn();
  }
}

/** @returns what to write for one transfer; null if nothing */
async function planOne(
  db: LedgerDb,
  memory: MirrorMemory,
  seen: Transfer,
  readAt: number,
  isReader: boolean,
): Promise<Plan | null> {
  const { as_of } = memory.state();
  const read_at = timestamp(readAt);
  if (as_of === null) return null;
  const old = await mirroredOne(db, seen.id);
  const knownAt = old && old.read_at > as_of ? old.read_at : as_of;
  if (knownAt > read_at) return null;
  if (old) memory.warnIfReverted(old.row, seen.state);
  if (!old || !isSame(old.row, seen)) return { read_at, changed: [seen], state: { etag: null } };
  if (isReader) memory.seenAlone(seen.id, readAt);
  // A list of another instance whose read began earlier must not replace what is shown now.
  return isReader ? null : { read_at, confirmed: [{ ...old, read_at }] };
}

/** @returns what to write for a transfer that was just made; null if nothing */
async function planMade(
  db: LedgerDb,
  memory: MirrorMemory,
  made: Transfer,
  readAt: number,
): Promise<Plan | null> {
  if (memory.state().as_of === null) return null;
  const read_at = timestamp(readAt);
  const old = await mirroredOne(db, made.id);
  // What is there already may be newer than this answer.
  if (!old) return { read_at, changed: [made], state: { etag: null } };
  const isNew = !old.isOwned && (await ownerOf(db, 'transfer', made.id)) !== null;
  return isNew ? { read_at, owned: [old] } : null;
}

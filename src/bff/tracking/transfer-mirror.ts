import * as z from 'zod/mini';
import type { Transfer } from '../../contract/transfer.ts';
import { isFinal } from '../../contract/transfer-state.ts';
import { isRolledBackForAnother } from '../ledger/store/ledger-error.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import {
  type Mirrored,
  type MirrorState,
  type MirrorWrite,
  mirroredIds,
  mirroredSince,
  mirrorState,
  writeMirror,
} from '../ledger/transfers/mirror.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import type { ListRecord, OddRow } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import { createTransferIndex, type TransferIndex } from './transfer-index.ts';

/** What changed in the mirror, by this instance or another. */
export type MirrorNews = {
  /** Changed rows in the order of their numbers. */
  rows: readonly Mirrored[];
  /** True if rows were removed or too many changed, so that events cannot tell what changed. */
  isReset: boolean;
};

/** What the last list says of itself. */
export type ListStatus = {
  /** When its read began, in milliseconds since 1970. */
  readAt: number;
  /** Its unreadable rows; without their values if another instance read them. */
  odd: readonly OddRow[];
  /** False while only a part of the first list is there. */
  isWhole: boolean;
};

/** What to write, and what follows if it was written. */
export type Plan = Omit<MirrorWrite, 'since'> & {
  /** Told with the end of its list. */
  isPart?: boolean;
  onWritten?: () => void;
};

type Deps = {
  db: LedgerDb;
  log: Log;
  record: Pick<ListRecord, 'took' | 'failed'>;
  storeClock: Pick<StoreClock, 'now'>;
  /** Called after each read or write of the mirror that brought something. */
  tell: (news: MirrorNews) => void;
};

export type TransferMirror = ReturnType<typeof createTransferMirror>;

const loadedAtOnce = 1_000;
/** More changes at once are told as a reset, so that they need no memory. */
const maxTold = 2_000;
const maxTries = 20;
const oddRows = z.array(
  z.object({ id: z.nullable(z.string()), place: z.int(), field: z.string(), fault: z.string() }),
);
const unread: MirrorState = {
  ...{ epoch: '', change: 0, reset_change: 0, as_of: null, tried_at: null },
  ...{ service: 'ok', etag: null, odd: '[]', read_took_ms: 0, read_every_ms: 0 },
};

/** What this instance knows of the mirror without the ledger. */
export type Held = Deps & {
  state: MirrorState;
  odd: readonly OddRow[];
  /** Null unless this instance reads lists. */
  index: TransferIndex | null;
  /** What was written of a list before its end; null if too much. */
  untold: Mirrored[] | null;
  warned: Set<string>;
};

/** The mirror of the service's transfers in the ledger, for all instances; see docs/architecture.md. */
export function createTransferMirror(deps: Deps) {
  const held: Held = {
    ...{ ...deps, state: unread, odd: [], index: null, untold: [], warned: new Set() },
  };
  let last: Promise<unknown> = Promise.resolve();
  let loading: Promise<void> | null = null;

  /** One after the other, so that changes are told in the order of their numbers. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  const follow = (onBegin?: () => void) =>
    inTurn(async () => {
      onBegin?.();
      await followLedger(held);
    });

  return {
    state: () => held.state,
    /** Null before any instance has read a list and written all of it. */
    status: (): ListStatus | null => statusOf(held),
    /** The first list while an instance writes it, for which nothing should wait; null before and afterwards. */
    begun: (): ListStatus | null => begunOf(held.state),
    /** Reads from the ledger what others have written. @param onBegin called when the read begins */
    follow,
    /** Ends when the state of the mirror was read from the ledger once. */
    loaded(): Promise<void> {
      loading ??= follow().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    /** What a list is compared with first. */
    index: (): Promise<TransferIndex> => inTurn(async () => (held.index ??= await readIndex(deps))),
    /** Forgets the index, which is as long as the list. */
    dropIndex(): void {
      held.index = null;
    },

    /** Writes and tells. */
    write: (plan: WritePlan) => inTurn(() => write(held, plan)),
    /** Tells what was written of a list that ended, as far as it was not told. */
    flush: () =>
      inTurn(async () => {
        if (held.untold === null || held.untold.length > 0) tell(held, [], false);
      }),

    /** Waits for what is under way. */
    close: () => inTurn(async () => undefined),
  };
}

/** Plans a write; called again when another instance has written in between. @returns null for nothing to write */
type WritePlan = (held: Held) => Promise<Plan | null>;

/**
 * True if something was read later than another read began. A time ahead of the store's was written before its clock
 * was set back: it bars nothing.
 * @param readAt when the read began, and `now`, in milliseconds since 1970
 */
export function isLater(time: string | null, readAt: number, now: number): boolean {
  const at = time === null ? 0 : Date.parse(time);
  return at > readAt && at <= now;
}

/**
 * Writes what is planned, and plans again until no other instance has written in between.
 * @returns false if nothing was planned
 */
async function write(held: Held, plan: WritePlan): Promise<boolean> {
  if (held.state.epoch === '') await followLedger(held);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const planned = await plan(held);
    if (planned === null) return false;
    const { onWritten, isPart = false, ...rows } = planned;
    const before = held.state;
    const isEmpty =
      !rows.changed?.length && !rows.owned?.length && !rows.removed?.length && !rows.state;
    const done = isEmpty
      ? { rows: [], change: before.change }
      : await writeMirror(held.db, { ...rows, since: before }).catch((error: unknown) => {
          // A send that waits for a list must not fail because a newer Giro migrates the ledger.
          if (isRolledBackForAnother(error)) return 'overtaken' as const;
          throw error;
        });
    if (done === 'overtaken') {
      await followLedger(held);
      continue;
    }
    const isReset = (rows.removed?.length ?? 0) > 0;
    held.state = {
      ...{ ...before, ...rows.state, change: done.change },
      ...(isReset && { reset_change: done.change }),
    };
    touch(held, done.rows);
    onWritten?.();
    const isFirst = before.as_of === null;
    // What was shown of the first list is read again. Before, nobody has seen any of it.
    const isComplete = isFirst && held.state.as_of !== null;
    if (!isPart || isComplete) tell(held, isFirst ? [] : done.rows, isReset || isComplete);
    else if (!isFirst) pend(held, done.rows);
    return true;
  }
  throw new Error('other instances wrote the mirror of the transfers all the time');
}

function pend(held: Held, rows: readonly Mirrored[]) {
  held.untold?.push(...rows);
  if (held.untold && held.untold.length > maxTold) held.untold = null;
}

/** Tells of these rows, and of those before them that were not told yet. */
function tell(held: Held, rows: readonly Mirrored[], isReset: boolean) {
  const { untold } = held;
  held.untold = [];
  held.tell({ rows: [...(untold ?? []), ...rows], isReset: isReset || untold === null });
}

/** Reads from the ledger what others have written. */
async function followLedger(held: Held) {
  const { state } = held;
  const next = await mirrorState(held.db);
  const isFirst = state.epoch === '';
  // Another epoch or a lower number: the ledger was restored from a backup.
  const isReset =
    !isFirst &&
    (next.epoch !== state.epoch || next.change < state.change || next.reset_change > state.change);
  const isNew = next.change !== state.change || next.tried_at !== state.tried_at;
  if (!isNew && next.epoch === state.epoch && !isReset) {
    held.state = next;
    return;
  }
  // Which rows are gone is not known.
  if (isReset) held.index = null;
  const rows = isFirst || isReset ? [] : await readSince(held, next);
  const isComplete = !isFirst && state.as_of === null && next.as_of !== null;
  const isOther = next.as_of !== state.as_of || next.odd !== state.odd;
  held.state = next;
  if (isOther) {
    held.odd = oddWithoutValues(next);
    held.record.took('transfers', held.odd);
  }
  tell(held, rows ?? [], isReset || isComplete || rows === null);
}

/**
 * Reads what changed since the known state.
 * @returns the changes up to `next`, null if they are too many. Later ones are told with the next state
 */
async function readSince(held: Held, next: MirrorState): Promise<Mirrored[] | null> {
  let all: Mirrored[] | null = [];
  let since = held.state.change;
  const isNews = held.state.as_of !== null;
  const yieldToLoop = createYield(1);
  for (let more = isNews || held.index !== null; more; ) {
    const part = await mirroredSince(held.db, since, next.change, loadedAtOnce);
    if (isNews) all?.push(...part);
    if (all && all.length > maxTold) all = null;
    touch(held, part);
    since = part.at(-1)?.change ?? since;
    more = part.length === loadedAtOnce && (all !== null || held.index !== null);
    await yieldToLoop();
  }
  return all;
}

/** Rows that were written otherwise than by a list: what the next one says of them is looked at. */
function touch({ index }: Held, changed: readonly Mirrored[]) {
  for (const { row } of changed) index?.take(row.id, null);
}

/** The unreadable rows of a list that another instance has read: the ledger has none of their values. */
const oddWithoutValues = ({ odd }: MirrorState): OddRow[] =>
  z.parse(oddRows, JSON.parse(odd)).map((one) => ({ ...one, parts: new Map() }));

async function readIndex({ db, record }: Deps): Promise<TransferIndex> {
  const index = createTransferIndex(record);
  const yieldToLoop = createYield(1);
  for await (const ids of mirroredIds(db)) {
    for (const id of ids) index.take(id, null);
    await yieldToLoop();
  }
  return index;
}

function statusOf({ state: { as_of }, odd }: Held): ListStatus | null {
  return as_of === null ? null : { readAt: Date.parse(as_of), odd, isWhole: true };
}

function begunOf({ as_of, change, tried_at }: MirrorState): ListStatus | null {
  if (as_of !== null || change === 0 || tried_at === null) return null;
  return { readAt: Date.parse(tried_at), odd: [], isWhole: false };
}

/** Warns once of a transfer that leaves a final state. */
export function warnIfReverted({ warned, log }: Held, old: Transfer | undefined, next: Transfer) {
  if (!old || !isFinal(old.state) || isFinal(next.state) || warned.has(old.id)) return;
  warned.add(old.id);
  log.warn({ transfer_id: old.id }, 'tracking: transfer left a final state');
}

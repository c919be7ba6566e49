import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Transfer } from '../../contract/transfer.ts';
import { isFinal } from '../../contract/transfer-state.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import {
  type Mirrored,
  type MirrorState,
  mirroredInParts,
  mirroredSince,
  mirrorState,
} from '../ledger/mirror.ts';
import type { ListRead } from '../service/list-reader.ts';
import type { ListRecord, OddRow } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import { type NextIndex, nextIndex, type TransferIndex, withRows } from './transfer-index.ts';

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
  /** Its unreadable rows. */
  odd: readonly Omit<OddRow, 'parts'>[];
  /** False while only a part of the first list is there. */
  isWhole: boolean;
};

/** A list compared with the mirror. */
export type Compared = Omit<NextIndex, 'index'> & {
  /** Null for the list that the mirror equals. */
  listed: ListRead<Transfer> | null;
  /** When the read of the list began, in milliseconds since 1970. */
  readAt: number;
  /** The rows of the mirror that it was compared with; null if none were needed. */
  base: readonly Transfer[] | null;
  /** The rows of the mirror with it. */
  index: TransferIndex | null;
  /** True if all rows are as the list says. */
  isEqual: boolean;
};

export type Deps = {
  db: LedgerDb;
  log: Log;
  record: Pick<ListRecord, 'took'>;
  /** Called after each read or write of the mirror that brought something. */
  tell: (news: MirrorNews) => void;
};

export type MirrorMemory = ReturnType<typeof createMirrorMemory>;

const loadedAtOnce = 1_000;
/** More changes at once are told as a reset, so that they need no memory. */
const maxTold = 2_000;
const oddRows = z.array(
  z.object({ id: z.nullable(z.string()), place: z.int(), field: z.string(), fault: z.string() }),
);
const unread: MirrorState = {
  ...{
    epoch: '',
    change: 0,
    counted: 0,
    reset_change: 0,
    as_of: null,
    tried_at: null,
    service: 'ok',
  },
  ...{ etag: null, odd: '[]', read_took_ms: 0, read_every_ms: 0 },
};

/** What this instance knows of the mirror without the ledger. */
type Held = Deps & {
  state: MirrorState;
  status: ListStatus;
  /** All transfers, to compare a list with; null unless this instance reads lists. */
  index: TransferIndex | null;
  /** When transfers were read alone after the list: the later read counts. */
  seenSince: Map<string, number>;
  /** The list that these rows equal. */
  equal: { listed: ListRead<Transfer>; rows: readonly Transfer[] } | null;
  warned: Set<string>;
};

/** The small state of the mirror, and at the reader of the list its rows. */
export function createMirrorMemory(deps: Deps) {
  const held: Held = {
    ...deps,
    ...{ state: unread, status: { readAt: 0, odd: [], isWhole: true }, index: null, equal: null },
    ...{ seenSince: new Map(), warned: new Set() },
  };

  return {
    follow: () => follow(held),
    state: () => held.state,
    /** Null before any instance has read a list and written all of it. */
    status: () => (held.state.as_of === null ? null : held.status),
    /** The first list while an instance writes it; null before and afterwards. */
    begun: () => begun(held.state),
    rows: () => held.index?.rows ?? null,
    async load() {
      held.index ??= await load(held);
    },
    drop() {
      Object.assign(held, { index: null, equal: null });
      held.seenSince.clear();
    },

    /** A read of one transfer has brought what is known. */
    seenAlone: (id: string, readAt: number) => void held.seenSince.set(id, readAt),
    seenAt: (id: string) => held.seenSince.get(id) ?? 0,

    /** Compares a list with the mirror; null stands for the list that the mirror equals. */
    compare: (listed: ListRead<Transfer> | null, readAt: number) => compare(held, listed, readAt),

    /** Holds the state after a part of a list was written. */
    takePart: (next: MirrorState) => become(held, next),

    /** Holds a list that was written. */
    takeList(compared: Compared, rows: readonly Mirrored[], next: MirrorState) {
      const { listed, removed, changed, index } = compared;
      for (const row of changed) warnIfReverted(held, row);
      const isFirst = held.state.as_of === null;
      // Some of the first list may have been shown while it was written.
      const wasBegun = begun(held.state) !== null;
      held.index = index;
      become(held, next);
      held.equal = listed && index && compared.isEqual ? { listed, rows: index.rows } : null;
      deps.tell({ rows: isFirst ? [] : rows, isReset: wasBegun || removed.length > 0 });
    },

    /** Holds single rows, or a change of the state, that were written. */
    takeRows(rows: readonly Mirrored[], next: MirrorState) {
      hold(held, rows, next.as_of);
      become(held, next);
      deps.tell({ rows, isReset: false });
    },
  };
}

/** All transfers of the mirror, read in parts. @param onPart called with each part */
export async function readIndex(
  db: LedgerDb,
  onPart: (part: readonly Mirrored[]) => void = () => {},
): Promise<TransferIndex> {
  const rows: Transfer[] = [];
  const byId: TransferIndex['byId'] = new Map();
  for await (const part of mirroredInParts(db)) {
    if (rows.length > 0) await nextTurn();
    for (const { row } of part) {
      rows.push(row);
      byId.set(row.id, row);
    }
    onPart(part);
  }
  return { rows, byId };
}

const load = (held: Held, { as_of } = held.state) =>
  readIndex(held.db, (part) => noteSeen(held, part, as_of));

/** Reads from the ledger what others have written. */
async function follow(held: Held) {
  const { state } = held;
  const next = await mirrorState(held.db);
  const isFirst = state.epoch === '';
  // Another epoch or a lower number: the ledger was restored from a backup.
  const isReset =
    !isFirst &&
    (next.epoch !== state.epoch || next.change < state.change || next.reset_change > state.change);
  if (next.epoch === state.epoch && !isReset) {
    if (next.change === state.change && next.tried_at === state.tried_at) {
      held.state = next;
      return;
    }
  }
  if (isReset) held.seenSince.clear();
  if (isReset && held.index) held.index = await load(held, next);
  const rows = isFirst || isReset ? [] : await readSince(held, next);
  const isComplete = begun(state) !== null && next.as_of !== null;
  become(held, next);
  held.tell({ rows: rows ?? [], isReset: isReset || isComplete || rows === null });
}

/**
 * Reads what changed since the known state.
 * @returns the changes up to `next`, null if they are too many. Later ones are held too, so that nothing is
 *   older than `next` says, and told with the next state
 */
async function readSince(held: Held, next: MirrorState): Promise<Mirrored[] | null> {
  let all: Mirrored[] | null = [];
  let since = held.state.change;
  // The first list tells no news: nobody has seen an earlier one.
  const isNews = held.state.as_of !== null;
  for (let more = isNews || held.index !== null; more; ) {
    const part = await mirroredSince(held.db, since, null, loadedAtOnce);
    if (isNews && all) all.push(...part.filter(({ change }) => change <= next.change));
    if (all && all.length > maxTold) all = null;
    hold(held, part, next.as_of);
    since = part.at(-1)?.change ?? since;
    more = part.length === loadedAtOnce && (all !== null || held.index !== null);
    if (more) await nextTurn();
  }
  return all;
}

function hold(held: Held, changed: readonly Mirrored[], as_of: string | null) {
  if (!held.index) return;
  for (const { row } of changed) warnIfReverted(held, row);
  held.index = withRows(
    held.index,
    changed.map(({ row }) => row),
  );
  noteSeen(held, changed, as_of);
}

function noteSeen({ seenSince }: Held, rows: readonly Mirrored[], as_of: string | null) {
  for (const { row, read_at } of rows) {
    if (as_of !== null && read_at > as_of) seenSince.set(row.id, Date.parse(read_at));
  }
}

function become(held: Held, next: MirrorState) {
  const { state, seenSince } = held;
  const odd = next.odd === state.odd ? held.status.odd : z.parse(oddRows, JSON.parse(next.odd));
  if (next.odd !== state.odd) held.record.took('transfers', odd);
  const readAt = next.as_of === null ? 0 : Date.parse(next.as_of);
  for (const [id, at] of seenSince) if (at <= readAt) seenSince.delete(id);
  held.state = next;
  held.status = { readAt, odd, isWhole: true };
}

function begun({ as_of, change, tried_at }: MirrorState): ListStatus | null {
  if (as_of !== null || change === 0 || tried_at === null) return null;
  return { readAt: Date.parse(tried_at), odd: [], isWhole: false };
}

function warnIfReverted({ index, warned, log }: Held, { id, state }: Transfer) {
  const old = index?.byId.get(id);
  if (!old || !isFinal(old.state) || isFinal(state) || warned.has(id)) return;
  warned.add(id);
  log.warn({ transfer_id: id }, 'tracking: transfer left a final state');
}

async function compare(
  held: Held,
  listed: ListRead<Transfer> | null,
  readAt: number,
): Promise<Compared> {
  if (listed) held.index ??= await load(held);
  const { index, equal, seenSince } = held;
  const base = index?.rows ?? null;
  if (listed === null || (equal?.listed === listed && equal.rows === base)) {
    return { listed, readAt, base, index, changed: [], removed: [], isEqual: true };
  }
  const next = await nextIndex(index, listed.rows);
  // The service may have answered this list later, although its read began earlier: the next list
  // decides.
  const later = [...seenSince].flatMap(([id, at]) => {
    const known = index?.byId.get(id);
    return known && at > readAt && next.index.byId.get(id) !== known ? [known] : [];
  });
  const kept = new Set(later.map(({ id }) => id));
  return {
    ...{ listed, readAt, base, isEqual: later.length === 0 },
    index: withRows(next.index, later),
    changed: next.changed.filter(({ id }) => !kept.has(id)),
    removed: next.removed.filter((id) => !kept.has(id)),
  };
}

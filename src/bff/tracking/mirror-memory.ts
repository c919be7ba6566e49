import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Transfer } from '../../contract/transfer.ts';
import { isFinal } from '../../contract/transfer-state.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import {
  type Mirrored,
  type MirrorState,
  mirroredAfter,
  mirroredSince,
  mirrorState,
} from '../ledger/mirror.ts';
import type { ListRead } from '../service/list-reader.ts';
import type { ListRecord } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import { type NextIndex, nextIndex, type TransferIndex, withRows } from './transfer-index.ts';

/** What changed in the mirror, by this instance or another. */
export type MirrorNews = {
  /** Changed rows in the order of their numbers. */
  rows: readonly Mirrored[];
  /** True if rows were removed, so that events cannot tell what changed. */
  isReset: boolean;
};

/** A list compared with the mirror. */
export type Compared = NextIndex & {
  /** Null for the list that the mirror equals. */
  listed: ListRead<Transfer> | null;
  /** When the read of the list began, in milliseconds since 1970. */
  readAt: number;
  /** The rows of the mirror that it was compared with. */
  base: readonly Transfer[];
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
const oddRows = z.array(
  z.object({ id: z.nullable(z.string()), place: z.int(), field: z.string(), fault: z.string() }),
);
const unread: MirrorState = {
  ...{ epoch: '', change: 0, reset_change: 0, as_of: null, tried_at: null, service: 'ok' },
  ...{ etag: null, odd: '[]', read_took_ms: 0, read_every_ms: 0 },
};
const empty: TransferIndex = { rows: [], byId: new Map(), readAt: 0, odd: [], change: 0 };

/** The mirror as this instance knows it. */
type Held = Deps & {
  state: MirrorState;
  index: TransferIndex;
  isLoaded: boolean;
  /** When transfers were read alone after the list: the later read counts. */
  seenSince: Map<string, number>;
  /** The list that these rows equal. */
  equal: { listed: ListRead<Transfer>; rows: readonly Transfer[] } | null;
  warned: Set<string>;
};

/** The mirror of the transfers as an index in memory. */
export function createMirrorMemory(deps: Deps) {
  const held: Held = {
    ...deps,
    ...{ state: unread, index: empty, isLoaded: false, equal: null },
    ...{ seenSince: new Map(), warned: new Set() },
  };
  const isRead = () => held.state.as_of !== null;

  return {
    follow: () => follow(held),
    state: () => held.state,
    rows: () => held.index.rows,
    /** The transfers; null before any instance has read a list. */
    index: () => (isRead() ? held.index : null),

    /** The latest known transfer and when its read began; null if unknown. */
    known(id: string): { row: Transfer; readAt: number } | null {
      const row = isRead() ? held.index.byId.get(id) : undefined;
      return row ? { row, readAt: Math.max(held.seenSince.get(id) ?? 0, held.index.readAt) } : null;
    },

    /** A read of one transfer has brought what is known. */
    seenAlone: (id: string, readAt: number) => void held.seenSince.set(id, readAt),

    /** Compares a list with the mirror; null stands for the list that the mirror equals. */
    compare: (listed: ListRead<Transfer> | null, readAt: number) => compare(held, listed, readAt),

    /** Holds a list that was written. */
    takeList(compared: Compared, rows: readonly Mirrored[], next: MirrorState) {
      const { listed, removed, changed } = compared;
      for (const row of changed) warnIfReverted(held, row);
      const isFirst = !isRead();
      held.index = compared.index;
      become(held, next);
      held.equal = listed && compared.isEqual ? { listed, rows: held.index.rows } : null;
      deps.tell({ rows: isFirst ? [] : rows, isReset: removed.length > 0 });
    },

    /** Holds single rows, or a change of the state, that were written. */
    takeRows(rows: readonly Mirrored[], next: MirrorState) {
      hold(held, rows, next.as_of);
      become(held, next);
      deps.tell({ rows, isReset: false });
    },
  };
}

/** Reads from the ledger what others have written. */
async function follow(held: Held) {
  const { state } = held;
  const next = await mirrorState(held.db);
  const wasLoaded = held.isLoaded;
  // Another epoch or a lower number: the ledger was restored from a backup.
  const isReset =
    next.epoch !== state.epoch || next.change < state.change || next.reset_change > state.change;
  if (wasLoaded && !isReset && next.change === state.change && next.tried_at === state.tried_at) {
    held.state = next;
    return;
  }
  let rows: Mirrored[] = [];
  if (!wasLoaded || isReset) held.index = await load(held, next);
  else rows = await readSince(held, next);
  held.isLoaded = true;
  become(held, next);
  // The first list tells no news: nobody has seen an earlier one.
  held.tell({ rows: state.as_of === null ? [] : rows, isReset: isReset && wasLoaded });
}

async function load(held: Held, { as_of }: MirrorState): Promise<TransferIndex> {
  const rows: Transfer[] = [];
  const byId: TransferIndex['byId'] = new Map();
  held.seenSince.clear();
  for (let more = true; more; ) {
    const part = await mirroredAfter(held.db, rows.at(-1)?.id ?? null, loadedAtOnce);
    for (const { row } of part) {
      rows.push(row);
      byId.set(row.id, row);
    }
    noteSeen(held, part, as_of);
    more = part.length === loadedAtOnce;
    if (more) await nextTurn();
  }
  return { ...empty, rows, byId };
}

/**
 * Holds what changed since the known state.
 * @returns the changes up to `next`. Later ones are held too, so that nothing is older than `next` says,
 *   and told with the next state
 */
async function readSince(held: Held, next: MirrorState): Promise<Mirrored[]> {
  const all: Mirrored[] = [];
  let since = held.state.change;
  for (let more = true; more; ) {
    const part = await mirroredSince(held.db, since, null, loadedAtOnce);
    all.push(...part.filter(({ change }) => change <= next.change));
    hold(held, part, next.as_of);
    since = part.at(-1)?.change ?? since;
    more = part.length === loadedAtOnce;
    if (more) await nextTurn();
  }
  return all;
}

function hold(held: Held, changed: readonly Mirrored[], as_of: string | null) {
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
  const odd = next.odd === state.odd ? held.index.odd : z.parse(oddRows, JSON.parse(next.odd));
  if (next.odd !== state.odd) held.record.took('transfers', odd);
  const readAt = next.as_of === null ? 0 : Date.parse(next.as_of);
  for (const [id, at] of seenSince) if (at <= readAt) seenSince.delete(id);
  held.state = next;
  held.index = { ...held.index, readAt, odd, change: next.change };
}

function warnIfReverted({ index, warned, log }: Held, { id, state }: Transfer) {
  const old = index.byId.get(id);
  if (!old || !isFinal(old.state) || isFinal(state) || warned.has(id)) return;
  warned.add(id);
  log.warn({ transfer_id: id }, 'tracking: transfer left a final state');
}

async function compare(
  { index, equal, seenSince }: Held,
  listed: ListRead<Transfer> | null,
  readAt: number,
): Promise<Compared> {
  const isSame = listed === null || (equal?.listed === listed && equal.rows === index.rows);
  const next: NextIndex = isSame
    ? { index: { ...index, readAt }, changed: [], removed: [] }
    : await nextIndex(index, listed.rows, readAt, listed.odd);
  // The service may have answered this list later, although its read began earlier: the next list
  // decides.
  const later = [...seenSince].flatMap(([id, at]) => {
    const known = index.byId.get(id);
    return known && at > readAt && next.index.byId.get(id) !== known ? [known] : [];
  });
  const kept = new Set(later.map(({ id }) => id));
  return {
    ...{ listed, readAt, base: index.rows, isEqual: later.length === 0 },
    index: withRows(next.index, later),
    changed: next.changed.filter(({ id }) => !kept.has(id)),
    removed: next.removed.filter((id) => !kept.has(id)),
  };
}

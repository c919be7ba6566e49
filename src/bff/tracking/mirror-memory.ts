import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Transfer } from '../../contract/transfer.ts';
import { isFinal } from '../../contract/transfer-state.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import {
  type Mirrored,
  type MirrorState,
  mirroredByIds,
  mirroredInParts,
  mirroredSince,
  mirrorState,
} from '../ledger/mirror.ts';
import type { ListRecord, OddRow } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import { type ListedTransfers, placesById, placesOf } from './listed-transfers.ts';
import type { RowHashes } from './row-hashes.ts';
import { isSame } from './same-transfer.ts';

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
export type Compared = {
  /** Null for the list that the mirror equals. */
  listed: ListedTransfers | null;
  /** When the read of the list began, in milliseconds since 1970. */
  readAt: number;
  /** Of the mirror that it was compared with. */
  version: number;
  /** New and changed rows, by their place in the list. */
  changed: number[];
  /** Ids of rows of the mirror that the list does not have. */
  removed: string[];
  /** Ids of rows that were read alone after the list, so that it does not change them. */
  kept: string[];
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
const comparedAtOnce = 500;
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
  /** Of the list whose rows the mirror has, except `touched`; null unless this instance reads lists. */
  hashes: RowHashes | null;
  /** Ids of rows that were written otherwise since. */
  touched: Set<string>;
  /** Another one after each change of `hashes` and `touched`. */
  version: number;
  /** When transfers were read alone after the list: the later read counts. */
  seenSince: Map<string, number>;
  warned: Set<string>;
};

/** The small state of the mirror, and at the reader of the list a hash of each row. */
export function createMirrorMemory(deps: Deps) {
  const held: Held = {
    ...deps,
    ...{ state: unread, status: { readAt: 0, odd: [], isWhole: true } },
    ...{ hashes: null, touched: new Set(), version: 0, seenSince: new Map(), warned: new Set() },
  };

  return {
    follow: () => follow(held),
    state: () => held.state,
    /** Null before any instance has read a list and written all of it. */
    status: () => (held.state.as_of === null ? null : held.status),
    /** The first list while an instance writes it; null before and afterwards. */
    begun: () => begun(held.state),
    hashes: () => held.hashes,
    /** Ids of rows that were written otherwise since the list of the hashes. */
    touched: (): ReadonlySet<string> => held.touched,
    version: () => held.version,
    /** Forgets the hashes: the next list is compared with every row of the ledger. */
    drop: () => drop(held),
    warnIfReverted: (old: Transfer, next: Transfer['state']) => warnIfReverted(held, old, next),

    /** A read of one transfer has brought what is known. */
    seenAlone: (id: string, readAt: number) => void held.seenSince.set(id, readAt),
    seenAt: (id: string) => held.seenSince.get(id) ?? 0,

    /** Compares a list with the mirror; null stands for the list that the mirror equals. */
    compare: (listed: ListedTransfers | null, readAt: number) => compare(held, listed, readAt),

    /** Holds the state after a part of a list was written. */
    takePart: (next: MirrorState) => become(held, next),

    /** Holds a list that was written. */
    takeList(compared: Compared, rows: readonly Mirrored[], next: MirrorState) {
      const { listed, removed, kept } = compared;
      const isFirst = held.state.as_of === null;
      if (listed) {
        Object.assign(held, { hashes: listed.rows, touched: new Set(kept) });
        held.version += 1;
      }
      become(held, next);
      deps.tell({
        rows: isFirst ? [] : rows, // The first list may have been shown before it was whole.
        isReset: isFirst || removed.length > 0,
      });
    },

    /** Holds single rows, or a change of the state, that were written. */
    takeRows(rows: readonly Mirrored[], next: MirrorState) {
      hold(held, rows, next.as_of);
      become(held, next);
      deps.tell({ rows, isReset: false });
    },
  };
}

function drop(held: Held) {
  Object.assign(held, { hashes: null, touched: new Set() });
  held.version += 1;
}

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
  if (isReset) {
    held.seenSince.clear();
    drop(held);
  }
  const rows = isFirst || isReset ? [] : await readSince(held, next);
  const isComplete = !isFirst && state.as_of === null && next.as_of !== null;
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
  for (let more = isNews || held.hashes !== null; more; ) {
    const part = await mirroredSince(held.db, since, null, loadedAtOnce);
    if (isNews && all) all.push(...part.filter(({ change }) => change <= next.change));
    if (all && all.length > maxTold) all = null;
    hold(held, part, next.as_of);
    since = part.at(-1)?.change ?? since;
    more = part.length === loadedAtOnce && (all !== null || held.hashes !== null);
    if (more) await nextTurn();
  }
  return all;
}

function hold(held: Held, changed: readonly Mirrored[], as_of: string | null) {
  if (held.hashes === null || changed.length === 0) return;
  for (const { row } of changed) held.touched.add(row.id);
  held.version += 1;
  noteSeen(held, changed, as_of);
}

function noteSeen({ seenSince }: Held, rows: readonly Mirrored[], as_of: string | null) {
  for (const { row, read_at } of rows) {
    if (as_of === null || read_at <= as_of) continue;
    seenSince.set(row.id, Math.max(Date.parse(read_at), seenSince.get(row.id) ?? 0));
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

function warnIfReverted({ warned, log }: Held, { id, state }: Transfer, next: Transfer['state']) {
  if (!isFinal(state) || isFinal(next) || warned.has(id)) return;
  warned.add(id);
  log.warn({ transfer_id: id }, 'tracking: transfer left a final state');
}

/** Finds what a list changes. Only rows that the hashes can't vouch for are read from the ledger. */
async function compare(
  held: Held,
  listed: ListedTransfers | null,
  readAt: number,
): Promise<Compared> {
  const { version, hashes } = held;
  const found: Compared = { listed, readAt, version, changed: [], removed: [], kept: [] };
  if (listed === null) return found;
  if (listed.before === null) await compareAll(held, listed, found);
  else if (listed.before === hashes) await compareSome(held, listed, found);
  else throw new Error('the mirror was reset while its list was read');
  return found;
}

/** Compares the rows that the hashes name. */
async function compareSome(held: Held, listed: ListedTransfers, found: Compared) {
  const { rows, missing, places: kept } = listed;
  const wanted = new Set([...kept.keys(), ...missing, ...held.touched]);
  // Those that moved, or were written while the list was read.
  const others = [...missing, ...held.touched].filter((id) => !kept.has(id));
  const places = await placesOf(rows, new Set(others));
  for (const [id, place] of kept) places.set(id, place);
  for await (const part of inParts(held.db, [...wanted])) {
    noteSeen(held, part, held.state.as_of);
    for (const { row } of part) {
      compareRow(held, row, listed, places.get(row.id), found);
      places.delete(row.id);
    }
    if (part.length >= comparedAtOnce) await nextTurn();
  }
  for (const place of places.values()) found.changed.push(place);
}

/** Compares every row of the list with every row of the mirror, both by their ids. */
async function compareAll(held: Held, listed: ListedTransfers, found: Compared) {
  const { compareTo } = listed.rows;
  const places = await placesById(listed.rows);
  let next = 0;
  for await (const part of mirroredInParts(held.db)) {
    noteSeen(held, part, held.state.as_of);
    for (const { row } of part) {
      let place = places[next];
      for (; place !== undefined && compareTo(place, row.id) < 0; place = places[next]) {
        found.changed.push(place);
        next += 1;
      }
      const isListed = place !== undefined && compareTo(place, row.id) === 0;
      compareRow(held, row, listed, isListed ? place : undefined, found);
      if (isListed) next += 1;
    }
    if (part.length >= comparedAtOnce) await nextTurn();
  }
  for (const place of places.slice(next)) found.changed.push(place);
}

/** @param place of the row in the list; undefined if the list does not have it */
function compareRow(
  held: Held,
  row: Transfer,
  listed: ListedTransfers,
  place: number | undefined,
  { readAt, changed, removed, kept }: Compared,
) {
  const next = place === undefined ? null : listed.saidAt(place);
  if (next && isSame(row, next)) return;
  // The service may have answered this list later, although its read began earlier: the next list decides.
  if ((held.seenSince.get(row.id) ?? 0) > readAt) kept.push(row.id);
  else if (place === undefined) removed.push(row.id);
  // Written while the list was read, which says what the list before it said.
  else if (next === null) kept.push(row.id);
  else {
    warnIfReverted(held, row, next.state);
    changed.push(place);
  }
}

async function* inParts(db: LedgerDb, ids: readonly string[]): AsyncGenerator<Mirrored[]> {
  for (let start = 0; start < ids.length; start += comparedAtOnce) {
    yield await mirroredByIds(db, ids.slice(start, start + comparedAtOnce));
  }
}

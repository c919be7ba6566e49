import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import {
  lateOwned,
  type Mirrored,
  type MirrorState,
  mirroredByIds,
} from '../ledger/transfers/mirror.ts';
import { timestamp } from '../lib/timestamp.ts';
import { isSame, type TransferList } from './transfer-index.ts';
import {
  type Held,
  isLater,
  type Plan,
  type TransferMirror,
  warnIfReverted,
} from './transfer-mirror.ts';

type Taken = {
  /** Null for the list that the mirror equals, by its ETag. */
  list: TransferList | null;
  etag: string | null;
  /** The mirror when the read began. */
  before: Pick<MirrorState, 'as_of' | 'etag'>;
  /** When the read began, in milliseconds since 1970. */
  readAt: number;
  /** Called when all changes are known. */
  effort: (isChanged: boolean) => Pick<MirrorState, 'read_took_ms' | 'read_every_ms'>;
  /** Called after each part. @throws Error to stop */
  onPart: () => void;
};

/** More rows are written in several transactions, so that none holds up the store. */
const rowsAtOnce = { usually: 200, first: 500 };

/**
 * Writes to the mirror what a list says, unless one whose read began later is there.
 * @returns false if it is to be read again: the mirror was reset since the list was compared with its index, or no longer has the
 *   list of the ETag, or the store's clock was set back
 */
export async function takeList(mirror: TransferMirror, taken: Taken): Promise<boolean> {
  const { list, before, onPart } = taken;
  const atOnce = rowsAtOnce[before.as_of === null ? 'first' : 'usually'];
  let changes = 0;
  try {
    // The last first: the newest transfers are what people look for while the first list is written.
    for (let end = list?.unknown.length ?? 0; ; end -= atOnce) {
      const isLast = end <= atOnce;
      const rows = list?.unknown.slice(Math.max(0, end - atOnce), end) ?? [];
      const outcome = await writePart(mirror, taken, { rows, isLast, changes });
      if (outcome === 'older') return mirror.state().as_of !== before.as_of;
      if (isLast || outcome === 'changed') return outcome !== 'changed';
      changes = outcome;
      onPart();
      await nextTurn();
    }
  } finally {
    await mirror.flush();
  }
}

/**
 * Writes that a read failed.
 * @param readAt when it began, in milliseconds since 1970
 */
export async function takeFailure(
  mirror: TransferMirror,
  readAt: number,
  failure: Pick<MirrorState, 'service' | 'read_took_ms' | 'read_every_ms'>,
): Promise<void> {
  const read_at = timestamp(readAt);
  await mirror.write(async ({ state, storeClock }) =>
    isLater(state.tried_at, readAt, await storeClock.now())
      ? null
      : { read_at, state: { ...failure, tried_at: read_at } },
  );
}

/** @param changes how many there were in the parts before */
type Part = { rows: readonly Transfer[]; isLast: boolean; changes: number };
/** How many changes there were so far, or why nothing was written. */
type Outcome = number | 'older' | 'changed';

async function writePart(
  mirror: TransferMirror,
  { list, etag, before, readAt, effort }: Taken,
  { rows, isLast, changes: earlier }: Part,
): Promise<Outcome> {
  const read_at = timestamp(readAt);
  let outcome: Outcome = earlier;

  await mirror.write(async (held): Promise<Plan | null> => {
    const { db, state } = held;
    const now = await held.storeClock.now();
    const isAfter: IsAfter = (time) => isLater(time, readAt, now);
    // Without rows, its ETag stands for the list only while the mirror has it.
    const isComparable = list ? held.index === list.index : state.etag === before.etag;
    if (isAfter(state.as_of)) outcome = 'older';
    else outcome = isComparable ? earlier : 'changed';
    if (typeof outcome === 'string') return null;
    const found = await compare(db, rows, isAfter);
    const gone = isLast && list ? await goneFrom(db, list, rows, isAfter) : noneGone;
    const changes = earlier + found.changed.length + gone.removed.length;
    const isFirst = state.as_of === null;
    const plan: Plan = {
      ...{ read_at, changed: found.changed, isPart: !isLast },
      // The first list has years of transfers that Giro did not make: only those of its people are recorded.
      ...(isFirst && ({ seen: 'owned', state: { tried_at: read_at } } as const)),
      // Of a part of a list, no ETag stands for what the mirror has.
      ...(!isFirst && found.changed.length > 0 && { state: { etag: null } }),
      onWritten() {
        outcome = changes;
        note(held, list, found);
        for (const id of gone.missing) list?.index.remove(id);
        // With their values, which the ledger does not have.
        if (isLast && list) held.odd = list.odd;
      },
    };
    if (!isLast) return plan;
    const isExact = gone.isExact && found.later.size === 0;
    const late = await lateOwned(db, state.as_of);
    const isWritten = new Set([...found.changed.map(({ id }) => id), ...gone.removed]);
    const odd = list?.odd.map(({ parts: _values, ...one }) => one);
    return {
      ...plan,
      owned: late.filter(({ row }) => !isWritten.has(row.id)),
      removed: gone.removed,
      state: {
        ...{ ...effort(changes > 0 || isFirst), as_of: read_at, tried_at: read_at, service: 'ok' },
        ...{ etag: isExact ? etag : null, ...(odd && { odd: JSON.stringify(odd) }) },
      },
    };
  });
  return outcome;
}

type Compared = {
  rows: readonly Transfer[];
  old: ReadonlyMap<string, Mirrored>;
  changed: Transfer[];
  /** Ids of differing rows that were read alone after the list, or just made: the next list decides. */
  later: Set<string>;
};

/** True if a row was read later than the list. */
type IsAfter = (read_at: string | null) => boolean;

async function compare(
  db: LedgerDb,
  rows: readonly Transfer[],
  isAfter: IsAfter,
): Promise<Compared> {
  const mirrored = await mirroredByIds(db, rows.map(idOf));
  const old = new Map(mirrored.map((one) => [one.row.id, one]));
  const found: Compared = { rows, old, changed: [], later: new Set() };
  for (const row of rows) {
    const known = old.get(row.id);
    if (isSame(known?.row, row)) continue;
    if (known && isAfter(known.read_at)) found.later.add(row.id);
    else found.changed.push(row);
  }
  return found;
}

/** Takes note of the rows that the mirror has now. */
function note(held: Held, list: TransferList | null, { rows, old, changed, later }: Compared) {
  for (const row of changed) warnIfReverted(held, old.get(row.id)?.row, row);
  for (const row of rows) list?.index.take(row.id, later.has(row.id) ? null : row);
}

type Gone = { missing: string[]; removed: string[]; isExact: boolean };
const noneGone: Gone = { missing: [], removed: [], isExact: true };

/** What the mirror has and a list has not; not what was read alone after it, or just made. */
async function goneFrom(
  db: LedgerDb,
  list: TransferList,
  last: readonly Transfer[],
  isAfter: IsAfter,
): Promise<Gone> {
  const { missing, isExact } = await list.index.review(list, new Set(last.map(idOf)));
  const removed: string[] = [];
  const later = new Set<string>();
  for (let start = 0; start < missing.length; start += rowsAtOnce.first) {
    const some = await mirroredByIds(db, missing.slice(start, start + rowsAtOnce.first));
    for (const { row, read_at } of some) {
      if (isAfter(read_at)) later.add(row.id);
      else removed.push(row.id);
    }
    await nextTurn();
  }
  const gone = missing.filter((id) => !later.has(id));
  return { missing: gone, removed, isExact: isExact && later.size === 0 };
}

const idOf = ({ id }: Transfer) => id;

import { type Selectable, sql } from 'kysely';
import type { Transfer, TransferRequest } from '../../../contract/transfer.ts';
import { isFinal } from '../../../contract/transfer-state.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { ownersOf } from '../people/owners.ts';
import { inParts } from '../store/in-parts.ts';
import { isAmong } from '../store/is-among.ts';
import { isPostgres } from '../store/is-postgres.ts';
import type { LedgerDb, MirrorTable, TransfersTable } from '../store/schema.ts';
import { addStateObservations } from './state-observations.ts';
import { moveCounts } from './transfer-counts.ts';

// The mirror: the service's transfers as last read, kept in the ledger for every instance.

/** What the last read said of itself; numbers are safe integers. */
export type MirrorState = Omit<
  Selectable<MirrorTable>,
  'id' | 'change' | 'reset_change' | 'read_took_ms' | 'read_every_ms'
> & {
  change: number;
  reset_change: number;
  read_took_ms: number;
  read_every_ms: number;
};

/** A transfer in the mirror, with the numbers of its last changes. */
export type Mirrored = {
  row: Transfer;
  /** When the read began that wrote it, ISO 8601. */
  read_at: string;
  isOwned: boolean;
  content_change: number;
  change: number;
};

/** The channel on which PostgreSQL tells all instances of a change. */
export const mirrorChannel = 'giro_mirror';
/** A transaction of a stopped process is ended after this time, so that others can write. */
const idleMs = 5_000;
const readAtOnce = 1_000;

/** The state of the mirror. */
export async function mirrorState(db: LedgerDb): Promise<MirrorState> {
  const row = await db.selectFrom('mirror').selectAll().executeTakeFirstOrThrow();
  const { id: _id, change, reset_change, read_took_ms, read_every_ms, ...rest } = row;
  return {
    ...rest,
    change: Number(change),
    reset_change: Number(reset_change),
    read_took_ms: Number(read_took_ms),
    read_every_ms: Number(read_every_ms),
  };
}

/** Up to `limit` transfers with a number above `since`, and at most `until` if given; lowest number first. */
export async function mirroredSince(
  db: LedgerDb,
  since: number,
  until: number | null,
  limit: number,
): Promise<Mirrored[]> {
  let query = db.selectFrom('transfers').selectAll().where('change', '>', since);
  if (until !== null) query = query.where('change', '<=', until);
  return (await query.orderBy('change').limit(limit).execute()).map(mirrored);
}

/** The ids of all transfers in parts. */
export async function* mirroredIds(db: LedgerDb): AsyncGenerator<string[]> {
  let last = '';
  for (let more = true; more; ) {
    const query = db.selectFrom('transfers').select(['id', 'id_order']);
    const part = await query
      .where('id_order', '>', last)
      .orderBy('id_order')
      .limit(readAtOnce)
      .execute();
    yield part.map(({ id }) => id);
    last = part.at(-1)?.id_order ?? last;
    more = part.length === readAtOnce;
  }
}

/** All transfers to these accounts. */
export async function mirroredTo(db: LedgerDb, accounts: readonly string[]): Promise<Transfer[]> {
  const isTheirs = isAmong(db, sql.ref('destination_account_id'), accounts);
  const rows = await db.selectFrom('transfers').selectAll().where(isTheirs).execute();
  return rows.map((row) => mirrored(row).row);
}

/** The transfers with the account, source amount and currencies of a request. */
export async function mirroredLike(db: LedgerDb, request: TransferRequest): Promise<Transfer[]> {
  const rows = await db
    .selectFrom('transfers')
    .selectAll()
    .where('destination_account_id', '=', request.destination_account_id)
    .where('source_amount_cents', '=', `${request.source_amount_cents}`)
    .where('source_amount_currency', '=', request.source_amount_currency)
    .where('destination_amount_currency', '=', request.destination_amount_currency)
    .execute();
  return rows.map((row) => mirrored(row).row);
}

/** True if a transfer to this account is the outcome of no send. */
export async function isAnyByOthersTo(db: LedgerDb, account_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('transfers')
    .select('id')
    .where('destination_account_id', '=', account_id)
    // Not a parameter: SQLite uses an index of some rows only where it reads the same condition.
    .where(sql<boolean>`by_giro = 0`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sends')
            .select('sends.key')
            .whereRef('sends.transfer_id', '=', 'transfers.id')
            .whereRef('sends.destination_account_id', '=', 'transfers.destination_account_id'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if there are more than this many transfers; looks at no more of them. */
export async function isMirrorLongerThan(db: LedgerDb, count: number): Promise<boolean> {
  const row = await db
    .selectFrom('transfers')
    .select('id')
    .limit(1)
    .offset(count)
    .executeTakeFirst();
  return row !== undefined;
}

/** One transfer, or null. */
export async function mirroredOne(db: LedgerDb, id: string): Promise<Mirrored | null> {
  const row = await db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? mirrored(row) : null;
}

/** The transfers with these ids, in no order. */
export async function mirroredByIds(db: LedgerDb, ids: readonly string[]): Promise<Mirrored[]> {
  if (ids.length === 0) return [];
  const isOne = isAmong(db, sql.ref('id'), ids);
  return (await db.selectFrom('transfers').selectAll().where(isOne).execute()).map(mirrored);
}

/** How long before the last list an owner counts as new: clocks may differ. */
const lateForMs = 10 * 60_000;

/** Transfers that have an owner since the last list (`as_of`), but had none when they were written. */
export async function lateOwned(db: LedgerDb, as_of: string | null): Promise<Mirrored[]> {
  if (as_of === null) return [];
  const rows = await db
    .selectFrom('owners')
    .innerJoin('transfers', 'transfers.id', 'owners.id')
    .selectAll('transfers')
    .where('owners.kind', '=', 'transfer')
    .where('owners.created_at', '>=', timestamp(Date.parse(as_of) - lateForMs))
    .where('transfers.owned', '=', 0)
    .execute();
  return rows.map(mirrored);
}

/**
 * Takes note that a transfer has no owner any more.
 * @param tx the transaction in which the owner is removed
 */
export async function unmarkOwned(tx: LedgerDb, id: string): Promise<void> {
  // Locks the counts: every writer changes this row first.
  const { change } = await tx
    .updateTable('mirror')
    .set({ change: sql`change + 1` })
    .returning('change')
    .executeTakeFirstOrThrow();
  const one = await mirroredOne(tx, id);
  if (!one?.isOwned) return;
  const row = tx.updateTable('transfers').set({ owned: 0, change: `${change}` });
  await row.where('id', '=', id).execute();
  await moveCounts(tx, [one], [{ ...one, isOwned: false }]);
}

/**
 * True while a transfer is not in a final state. Before the first list that is not known: then if Giro has made
 * one.
 */
export async function isAnyGoingOn(db: LedgerDb): Promise<boolean> {
  const { as_of } = await mirrorState(db);
  if (as_of === null) {
    const made = db.selectFrom('owners').select('id').where('kind', '=', 'transfer').limit(1);
    return (await made.executeTakeFirst()) !== undefined;
  }
  const row = await db
    .selectFrom('transfers')
    .select('id')
    .where('ended', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type MirrorWrite = {
  /** Only if nobody has written since this state. */
  since: Pick<MirrorState, 'change' | 'as_of'>;
  /** When the read began, ISO 8601. */
  read_at: string;
  /** New and changed transfers. */
  changed?: readonly Transfer[];
  /** Transfers that stay as they are, but have an owner now. */
  owned?: readonly Mirrored[];
  /** Ids of transfers that are gone. */
  removed?: readonly string[];
  /** Whose states are recorded as first seen at `read_at`. */
  seen?: 'all' | 'owned';
  state?: Partial<Omit<MirrorState, 'epoch' | 'change' | 'reset_change'>>;
};

type MirrorWritten = { rows: readonly Mirrored[]; change: number };

/**
 * Writes a read in one transaction: rows, their state observations and the raised change numbers. The
 * mirror's row is locked from the first statement on, so that numbers appear in their order.
 * @returns the new and changed rows with their numbers, and the last number; `overtaken` if another has
 *   written since: nothing is written then
 */
export async function writeMirror(
  db: LedgerDb,
  write: MirrorWrite,
): Promise<MirrorWritten | 'overtaken'> {
  const { since, read_at, changed = [], owned = [], removed = [], seen = 'all', state } = write;
  const last = since.change + changed.length + owned.length;
  const reset = removed.length > 0 ? last + 1 : null;
  const change = reset ?? last;
  return db.transaction().execute(async (tx) => {
    if (isPostgres(db)) {
      await sql`select set_config('idle_in_transaction_session_timeout', ${`${idleMs}`}, true)`.execute(
        tx,
      );
    }
    const locked = await tx
      .updateTable('mirror')
      .set({ ...state, change, ...(reset !== null && { reset_change: reset }) })
      .where('change', '=', since.change)
      .where('as_of', since.as_of === null ? 'is' : '=', since.as_of)
      .executeTakeFirst();
    if (locked.numUpdatedRows === 0n) return 'overtaken';
    const ids = [...changed, ...owned.map(({ row }) => row)].map(({ id }) => id);
    const owners = await ownersOf(tx, 'transfer', ids);
    const rows = changed.map((row, place) => {
      const number = since.change + 1 + place;
      const isOwned = owners.has(row.id);
      return { row, read_at, isOwned, content_change: number, change: number };
    });
    const late = owned.map((one, place) => {
      const isOwned = owners.has(one.row.id);
      return { ...one, isOwned, change: since.change + 1 + changed.length + place };
    });
    const next = [...rows, ...late];
    const before = await mirroredByIds(tx, [...ids, ...removed]);
    await moveCounts(tx, before, next);
    for (const part of inParts(next)) await upsertRows(tx, part);
    if (removed.length > 0) {
      await tx
        .deleteFrom('transfers')
        .where(isAmong(db, sql.ref('id'), removed))
        .execute();
    }
    const looked = new Map(before.map((one) => [one.row.id, one.read_at]));
    const observed = rows.filter(({ isOwned }) => seen === 'all' || isOwned);
    await addStateObservations(
      tx,
      observed.map(({ row }) => ({
        ...{ transfer_id: row.id, state: row.state },
        unseen_ms: unseenSince(looked.get(row.id), since.as_of, read_at),
      })),
      read_at,
    );
    if (isPostgres(db)) await sql`select pg_notify(${mirrorChannel}, '')`.execute(tx);
    return { rows: [...rows, ...late], change };
  });
}

/**
 * For how many milliseconds nobody had looked at a transfer before a read: since it was read alone, or since the last
 * list, which shows a transfer that did not change too. Null for a transfer that was not there.
 */
function unseenSince(looked: string | undefined, as_of: string | null, read_at: string) {
  if (looked === undefined) return null;
  const last = as_of !== null && as_of > looked ? as_of : looked;
  return Math.max(0, Date.parse(read_at) - Date.parse(last));
}

async function upsertRows(tx: LedgerDb, part: readonly Mirrored[]) {
  await tx
    .insertInto('transfers')
    .values(part.map(valuesOf))
    .onConflict((oc) =>
      oc.column('id').doUpdateSet(({ ref }) => ({
        destination_account_id: ref('excluded.destination_account_id'),
        source_amount_cents: ref('excluded.source_amount_cents'),
        source_amount_currency: ref('excluded.source_amount_currency'),
        destination_amount_cents: ref('excluded.destination_amount_cents'),
        destination_amount_currency: ref('excluded.destination_amount_currency'),
        state: ref('excluded.state'),
        ended: ref('excluded.ended'),
        owned: ref('excluded.owned'),
        read_at: ref('excluded.read_at'),
        content_change: ref('excluded.content_change'),
        change: ref('excluded.change'),
      })),
    )
    .execute();
}

function valuesOf({ row, read_at, isOwned, content_change, change }: Mirrored) {
  return {
    id: row.id,
    id_order: orderOf(row.id),
    destination_account_id: row.destination_account_id,
    source_amount_cents: `${row.source_amount_cents}`,
    source_amount_currency: row.source_amount_currency,
    destination_amount_cents: `${row.destination_amount_cents}`,
    destination_amount_currency: row.destination_amount_currency,
    state: row.state,
    ended: isFinal(row.state) ? 1 : 0,
    owned: isOwned ? 1 : 0,
    ...{ read_at, content_change, change },
  };
}

/** Sorts as text like the number; an id has at most 30 digits, an amount 60. */
export const orderOf = (digits: string) => `${digits.length}`.padStart(2, '0') + digits;

/** A row of the table as the service's transfer. */
export function transferOf(row: Pick<Selectable<TransfersTable>, keyof Transfer>): Transfer {
  return {
    id: row.id,
    source_amount_cents: BigInt(row.source_amount_cents),
    source_amount_currency: row.source_amount_currency,
    destination_amount_cents: BigInt(row.destination_amount_cents),
    destination_amount_currency: row.destination_amount_currency,
    state: row.state,
    destination_account_id: row.destination_account_id,
  };
}

function mirrored(row: Selectable<TransfersTable>): Mirrored {
  const { read_at, owned, content_change, change } = row;
  return {
    row: transferOf(row),
    ...{ read_at, isOwned: Number(owned) === 1 },
    ...{ content_change: Number(content_change), change: Number(change) },
  };
}

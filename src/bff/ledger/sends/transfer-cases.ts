import type { Selectable } from 'kysely';
import type { TransferCasesTable } from '../store/case-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

type Row = Selectable<TransferCasesTable>;

/** A case that support, or Giro itself, opened for a transfer, and that transfer as last read. */
export type TransferCaseRow = Row & {
  /** As last read; null if the service does not list it. */
  transfer_state: string | null;
  /** When that state was first seen (ISO 8601); null if it never was. */
  state_seen_at: string | null;
};

const query = (db: LedgerDb) =>
  db
    .selectFrom('transfer_cases')
    .leftJoin('transfers', 'transfers.id', 'transfer_cases.transfer_id')
    .leftJoin('sightings', (on) =>
      on
        .onRef('sightings.transfer_id', '=', 'transfer_cases.transfer_id')
        .onRef('sightings.state', '=', 'transfers.state'),
    )
    .selectAll('transfer_cases')
    .select(['transfers.state as transfer_state', 'sightings.seen_at as state_seen_at']);

/**
 * True if the transfer's state is another than when the case was done. One that Giro opened, because the transfer was
 * slow, does not come back when that goes on.
 */
export const cameBack = ({ opened_by, done_state, transfer_state }: TransferCaseRow): boolean =>
  opened_by !== null &&
  done_state !== null &&
  transfer_state !== null &&
  transfer_state !== done_state;

/** True while somebody has to work on it. */
export const isCaseOpen = (row: TransferCaseRow): boolean =>
  row.done_state === null || cameBack(row);

/** The case of a transfer; undefined if support never opened one. */
export function findTransferCase(db: LedgerDb, id: string): Promise<TransferCaseRow | undefined> {
  return query(db).where('transfer_cases.transfer_id', '=', id).executeTakeFirst();
}

/** The cases that are open, or came back. */
export function openTransferCases(db: LedgerDb): Promise<TransferCaseRow[]> {
  return query(db)
    .where(({ and, eb, or, ref }) =>
      or([
        eb('done_state', 'is', null),
        and([eb('opened_by', 'is not', null), eb('transfers.state', '<>', ref('done_state'))]),
      ]),
    )
    .execute();
}

type Opening = Omit<Row, 'done_by' | 'done_at' | 'done_state' | 'slow'> & { slow?: string };

/** Opens the case of a transfer. @param opening with `slow`, as JSON, if Giro itself does. @returns false, without a change, if there was one before */
export async function addTransferCase(db: LedgerDb, opening: Opening): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('transfer_cases')
    .values({ slow: null, ...opening, done_by: null, done_at: null, done_state: null })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return added === 1n;
}

/**
 * Ends the cases that Giro opened, and that are still its own, of transfers that have ended.
 * @param at ISO 8601
 * @returns the ids of the transfers
 */
export async function endOwnCases(tx: LedgerDb, at: string): Promise<string[]> {
  const ended = await tx
    .selectFrom('transfer_cases')
    .innerJoin('transfers', 'transfers.id', 'transfer_cases.transfer_id')
    .select(['transfer_id', 'transfers.state'])
    .where('opened_by', 'is', null)
    .where('done_at', 'is', null)
    .where('ended', '=', 1)
    .execute();
  const done: string[] = [];
  for (const { transfer_id, state } of ended) {
    const { numUpdatedRows } = await tx
      .updateTable('transfer_cases')
      .set({ done_at: at, done_state: state })
      .where('transfer_id', '=', transfer_id)
      .where('done_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) done.push(transfer_id);
  }
  return done;
}

type Done = { by: string; at: string; transfer_state: string };

/**
 * Ends a case, if nobody ended it since it was read.
 * @returns false, without a change, if somebody did
 */
export async function endTransferCase(
  db: LedgerDb,
  { transfer_id, done_at }: TransferCaseRow,
  { by, at, transfer_state }: Done,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfer_cases')
    .set({ done_by: by, done_at: at, done_state: transfer_state })
    .where('transfer_id', '=', transfer_id)
    .where('done_at', 'is not distinct from', done_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Opens a case again that was done. @returns false, without a change, if it was not */
export async function reopenTransferCase(
  db: LedgerDb,
  transfer_id: string,
  { by, at }: Pick<Done, 'by' | 'at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfer_cases')
    .set({ opened_by: by, opened_at: at, done_by: null, done_at: null, done_state: null })
    .where('transfer_id', '=', transfer_id)
    .where('done_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

import { sql } from 'kysely';
import type { StatementPart } from '../../../contract/api/statement.ts';
import { isHeld } from '../store/holds.ts';
import type { LedgerDb } from '../store/schema.ts';
import { readerOf } from '../store/sqlite-thread.ts';
import { mirrorState } from './mirror.ts';

/** From a moment on, and before another; ISO 8601. */
type Times = { from: string; before: string };

/** A transfer as it was when the period ended; amounts in subunits. */
export type KnownThen = {
  id: string;
  part: StatementPart;
  state: string;
  began_at: string;
  ended_at: string | null;
  source_amount_cents: bigint;
  source_amount_currency: string;
  destination_amount_cents: bigint;
  destination_amount_currency: string;
  destination_account_id: string;
  /** Null if the transfer was not sent through Giro, or before Giro kept it. */
  snapshot: {
    name: string;
    alias: string;
    account_tail: string;
    source_subunits: string;
    destination_subunits: string;
  } | null;
  /** False if the amounts are from a later day. */
  isKept: boolean;
};

const rowsAtOnce = 500;

/**
 * The transfers of a person's statement in parts: those that began in the period, then those from before that ended
 * in it, each in the order of that time.
 */
export async function* statementRows(
  ledger: LedgerDb,
  user_id: string,
  times: Times,
): AsyncGenerator<KnownThen[]> {
  const db = readerOf(ledger);
  for (const part of ['period', 'earlier'] as const) {
    let after = { at: '', id: '' };
    for (let more = true; more; ) {
      const rows = await select(db, { user_id, times, part, after });
      if (rows.length > 0) yield rows.map((row) => knownThen(row, part, times));
      const last = rows.at(-1);
      if (last) after = { at: last.at, id: last.transfer_id };
      more = rows.length === rowsAtOnce;
    }
  }
}

type Asked = {
  user_id: string;
  times: Times;
  part: StatementPart;
  /** The time and id of the last row before these. */
  after: { at: string; id: string };
};

type Row = Awaited<ReturnType<typeof select>>[number];

function select(db: LedgerDb, { user_id, times: { from, before }, part, after }: Asked) {
  const column = part === 'period' ? ('began_at' as const) : ('ended_at' as const);
  let query = db
    .selectFrom('statement_transfers as statement')
    .leftJoin('sends', 'sends.transfer_id', 'statement.transfer_id')
    .leftJoin('send_snapshots as snapshot', 'snapshot.send_key', 'sends.key')
    .select([
      ...(['statement.transfer_id', 'statement.destination_account_id'] as const),
      ...(['began_at', 'assigned_at', 'ended_at', 'ended_state', 'is_kept'] as const),
      ...(['statement.source_amount_cents', 'statement.source_amount_currency'] as const),
      ...(['destination_amount_cents', 'statement.destination_amount_currency'] as const),
      ...(['ended_source_amount_cents', 'ended_destination_amount_cents'] as const),
      ...(['name', 'alias', 'account_tail', 'source_subunits', 'destination_subunits'] as const),
    ])
    .select(sql<string>`${sql.ref(column)}`.as('at'))
    .where('statement.user_id', '=', user_id)
    .where(column, '<', before)
    // Who may see a transfer is in `owners` alone.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('owners')
          .select('id')
          .where('kind', '=', 'transfer')
          .whereRef('owners.id', '=', 'statement.transfer_id')
          .where('owners.user_id', '=', user_id),
      ),
    );
  if (part === 'earlier') query = query.where('began_at', '<', from);
  // Only one lower bound: with both, SQLite goes through all rows before the page again.
  query =
    after.id === ''
      ? query.where(column, '>=', from)
      : query.where(
          sql<boolean>`(${sql.ref(column)}, statement.transfer_id) > (${after.at}, ${after.id})`,
        );
  return query.orderBy(column).orderBy('statement.transfer_id').limit(rowsAtOnce).execute();
}

function knownThen(row: Row, part: StatementPart, { before }: Times): KnownThen {
  const hasEnded = row.ended_at !== null && row.ended_at < before;
  const isAssigned = row.assigned_at !== null && row.assigned_at < before;
  const source = (hasEnded && row.ended_source_amount_cents) || row.source_amount_cents;
  const destination =
    (hasEnded && row.ended_destination_amount_cents) || row.destination_amount_cents;
  const { name, alias, account_tail, source_subunits, destination_subunits } = row;
  return {
    id: row.transfer_id,
    part,
    state: (hasEnded && row.ended_state) || (isAssigned ? 'assigned' : 'pending'),
    began_at: row.began_at,
    ended_at: hasEnded ? row.ended_at : null,
    source_amount_cents: BigInt(source),
    source_amount_currency: row.source_amount_currency,
    destination_amount_cents: BigInt(destination),
    destination_amount_currency: row.destination_amount_currency,
    destination_account_id: row.destination_account_id,
    snapshot:
      name === null
        ? null
        : {
            name,
            alias: alias ?? '',
            account_tail: account_tail ?? '',
            source_subunits: source_subunits ?? '',
            destination_subunits: destination_subunits ?? '',
          },
    isKept: Number(row.is_kept) === 1,
  };
}

/** How long after a period's end what was seen in it may still be written: a read, and a paused machine. */
const settleMs = 10 * 60_000;

/**
 * Closes a period, if Giro has read the whole list since it ended: from then on nothing gets a time in it any more.
 * @param before the end of the period, ISO 8601
 * @param now the store's time, in milliseconds since 1970
 * @returns false if it stays open
 */
export async function closePeriod(db: LedgerDb, before: string, now: number): Promise<boolean> {
  const { closed_until } = await statementMarks(db);
  if (closed_until >= before) return true;
  const { as_of } = await mirrorState(db);
  const isRead = as_of !== null && as_of >= before;
  if (!isRead || now < Date.parse(before) + settleMs || (await isHeld(db))) return false;
  await db
    .updateTable('statement_marks')
    .set({ closed_until: before })
    .where('closed_until', '<', before)
    .execute();
  return true;
}

/** Until when periods are closed, and since when nothing was deleted; both empty at first. */
export const statementMarks = (db: LedgerDb) =>
  db
    .selectFrom('statement_marks')
    .select(['closed_until', 'kept_since'])
    .where('id', '=', 'current')
    .executeTakeFirstOrThrow();

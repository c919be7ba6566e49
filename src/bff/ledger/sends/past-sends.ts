import { sql } from 'kysely';
import { openStates } from '../../../contract/api/send-states.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';
import { type SendRow, teamScope } from './sends.ts';

/** The place of a send in a list, the newest first. */
export type SendPlace = Pick<SendRow, 'created_at' | 'key'>;

/** One person's sends with a known outcome that are older than a place, the newest first; null begins with the newest. */
export function endedSendsOf(
  db: LedgerDb,
  user_id: string,
  after: SendPlace | null,
  limit: number,
): Promise<SendRow[]> {
  let query = db
    .selectFrom('sends')
    .selectAll()
    .where('user_id', '=', user_id)
    .where(({ not }) => not(isAmong(db, sql.ref('state'), openStates)));
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'key'), '<', tuple(after.created_at, after.key)),
    );
  }
  return query.orderBy('created_at', 'desc').orderBy('key', 'desc').limit(limit).execute();
}

export type LastSendRow = Pick<SendRow, 'destination_account_id' | 'created_at'> & {
  answer: string | null;
};

/**
 * The newest sent send to each owned account.
 * @param user_id only this person's accounts and sends; null for everybody's
 * @param account_id only to this account
 */
export function lastSends(
  db: LedgerDb,
  user_id: string | null,
  account_id?: string,
): Promise<LastSendRow[]> {
  let query = db
    .selectFrom('owners')
    .innerJoin('sends', (join) =>
      join.on('sends.key', '=', (eb) => {
        const newest = eb
          .selectFrom('sends as one')
          .select('one.key')
          .whereRef('one.destination_account_id', '=', 'owners.id')
          // A literal, so that the partial index is used.
          .where('one.state', '=', sql.lit('sent'))
          .where('one.answer', 'is not', null)
          .orderBy('one.created_at', 'desc')
          .limit(1);
        return user_id === null ? newest : newest.where('one.user_id', '=', user_id);
      }),
    )
    .select(['sends.destination_account_id', 'sends.created_at', 'sends.answer'])
    .where('owners.kind', '=', 'account');
  if (user_id !== null) query = query.where('owners.user_id', '=', user_id);
  if (account_id !== undefined) query = query.where('owners.id', '=', account_id);
  return query.execute();
}

/**
 * True if a scope has sent to an account as it is now. A send from before Giro kept how its recipient was counts, as
 * nobody knows better; one that was found, or written
 * again, after a loss does not.
 * @param fingerprint of the account's details
 */
export async function isPaidBefore(
  db: LedgerDb,
  guard_scope: string,
  account_id: string,
  fingerprint: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('sends')
    .leftJoin('send_snapshots', 'send_snapshots.send_key', 'sends.key')
    .select('sends.key')
    .where('destination_account_id', '=', account_id)
    .$if(guard_scope !== teamScope, (query) => query.where('sends.user_id', '=', guard_scope))
    .where('state', '=', 'sent')
    .where(({ and, eb, or }) =>
      or([
        eb('fingerprint', '=', fingerprint),
        // One that was found or written again after a loss has no snapshot.
        and([eb('send_snapshots.send_key', 'is not', null), eb('fingerprint', 'is', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The sends with these keys. */
export function sendsWithKeys(db: LedgerDb, keys: readonly string[]): Promise<SendRow[]> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where(isAmong(db, sql.ref('key'), keys))
    .execute();
}

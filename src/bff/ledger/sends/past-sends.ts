import { sql } from 'kysely';
import { openStates } from '../../../contract/api/send-states.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';
import type { SendRow } from './sends.ts';

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

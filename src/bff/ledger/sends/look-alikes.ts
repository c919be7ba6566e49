import { type Selectable, sql } from 'kysely';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb, LookAlikesTable } from '../store/schema.ts';
import type { SendRow } from './sends.ts';

type LookAlikeRow = Selectable<LookAlikesTable>;

/**
 * Sends that ended since a time without the service's answer: reconcile or support decided their outcome.
 * @param since ISO 8601
 */
export function endedWithoutAnswer(db: LedgerDb, since: string): Promise<SendRow[]> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where('state', 'in', ['sent', 'not_sent'])
    .where('no_answer', 'is not', null)
    .where('updated_at', '>=', since)
    .execute();
}

/** Records a look-alike of an ended send. @returns false if it was recorded before */
export async function addLookAlike(
  db: LedgerDb,
  one: Pick<LookAlikeRow, 'send_key' | 'transfer_id' | 'seen_at'>,
): Promise<boolean> {
  const result = await db
    .insertInto('look_alikes')
    .values({
      ...one,
      ...{ resolved_at: null, resolved_by: null, resolved_reason: null, resolved_outcome: null },
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Look-alikes that nobody owns and support has not resolved, of one send or of all. */
export function openLookAlikes(db: LedgerDb, send_key?: string): Promise<LookAlikeRow[]> {
  let query = db
    .selectFrom('look_alikes')
    .selectAll()
    .where('resolved_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('owners')
            .select('id')
            .where('kind', '=', 'transfer')
            .whereRef('owners.id', '=', 'look_alikes.transfer_id'),
        ),
      ),
    );
  if (send_key !== undefined) query = query.where('send_key', '=', send_key);
  return query.orderBy('seen_at').orderBy('transfer_id').execute();
}

/** The sends with open look-alikes, oldest first. */
export async function sendsWithLookAlikes(db: LedgerDb): Promise<SendRow[]> {
  const keys = new Set((await openLookAlikes(db)).map(({ send_key }) => send_key));
  return db
    .selectFrom('sends')
    .selectAll()
    .where(isAmong(db, sql.ref('key'), [...keys]))
    .orderBy('created_at')
    .execute();
}

/** Records the decision of support on a look-alike. @returns false if it was resolved before */
export async function resolveLookAlike(
  db: LedgerDb,
  one: Pick<LookAlikeRow, 'send_key' | 'transfer_id'>,
  decision: { by: string; reason: string; at: string; outcome: 'sent' | 'other' },
): Promise<boolean> {
  const result = await db
    .updateTable('look_alikes')
    .set({
      resolved_at: decision.at,
      resolved_by: decision.by,
      resolved_reason: decision.reason,
      resolved_outcome: decision.outcome,
    })
    .where('send_key', '=', one.send_key)
    .where('transfer_id', '=', one.transfer_id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

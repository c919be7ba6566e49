import type { Selectable } from 'kysely';
import type { LedgerDb } from './ledger.ts';
import type { LookAlikesTable } from './schema.ts';
import type { SendRow } from './sends.ts';

export type LookAlikeRow = Selectable<LookAlikesTable>;

/** The sendings that ended since then without the service's answer: only looking, or support, told their outcome. */
export function endedWithoutAnswer(db: LedgerDb, since: string): Promise<SendRow[]> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where('state', 'in', ['sent', 'not_sent'])
    .where('no_answer', 'is not', null)
    .where('updated_at', '>=', since)
    .execute();
}

/** Notes a transfer that could be a sending which ended otherwise. Answers false when it was noted before. */
export async function addLookAlike(
  db: LedgerDb,
  one: Pick<LookAlikeRow, 'send_key' | 'transfer_id' | 'seen_at'>,
): Promise<boolean> {
  const result = await db
    .insertInto('look_alikes')
    .values({ ...one, resolved_at: null, resolved_by: null, resolved_reason: null })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Those that nobody owns and support has not spoken of; of one sending, or of all. */
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

/** The sendings that such a one could be. */
export async function sendsWithLookAlikes(db: LedgerDb): Promise<SendRow[]> {
  const keys = new Set((await openLookAlikes(db)).map(({ send_key }) => send_key));
  if (keys.size === 0) return [];
  return db
    .selectFrom('sends')
    .selectAll()
    .where('key', 'in', [...keys])
    .orderBy('created_at')
    .execute();
}

/** Writes the word of support on one. Answers false when somebody was first. */
export async function resolveLookAlike(
  db: LedgerDb,
  one: Pick<LookAlikeRow, 'send_key' | 'transfer_id'>,
  word: { by: string; reason: string; at: string },
): Promise<boolean> {
  const result = await db
    .updateTable('look_alikes')
    .set({ resolved_at: word.at, resolved_by: word.by, resolved_reason: word.reason })
    .where('send_key', '=', one.send_key)
    .where('transfer_id', '=', one.transfer_id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

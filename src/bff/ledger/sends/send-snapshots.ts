import type { Insertable } from 'kysely';
import type { LedgerDb, LedgerSchema } from '../store/schema.ts';

/** What a statement says of a send, as it was when Send was pressed. */
export type SendSnapshot = Omit<Insertable<LedgerSchema['send_snapshots']>, 'send_key' | 'user_id'>;

/**
 * Keeps the recipient of a send as it is now.
 * @param tx the transaction of the intent, so that no send is without it
 */
export async function keepSnapshot(
  tx: LedgerDb,
  { key, user_id }: { key: string; user_id: string },
  snapshot: SendSnapshot,
) {
  await tx
    .insertInto('send_snapshots')
    .values({ send_key: key, user_id, ...snapshot })
    .execute();
}

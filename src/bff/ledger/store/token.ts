import type { LedgerDb } from './schema.ts';

const id = 'current';

/** The encrypted token of the service, or null. */
export async function readSealedToken(db: LedgerDb): Promise<string | null> {
  const row = await db
    .selectFrom('service_tokens')
    .select('sealed')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/** Writes the encrypted token; null deletes it. */
export async function writeSealedToken(db: LedgerDb, sealed: string | null, now: string) {
  if (sealed === null) {
    await db.deleteFrom('service_tokens').where('id', '=', id).execute();
    return;
  }
  await db
    .insertInto('service_tokens')
    .values({ id, sealed, updated_at: now })
    .onConflict((oc) => oc.column('id').doUpdateSet({ sealed, updated_at: now }))
    .execute();
}

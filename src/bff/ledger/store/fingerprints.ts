import type { LedgerDb } from './schema.ts';

/** What a ledger belongs to, by its id in the table: its service, and the GIRO_SECRET it was made with. */
type Of = 'current' | 'secret';

/** The fingerprint that the ledger keeps; null before the first start. */
export async function keptFingerprint(db: LedgerDb, of: Of): Promise<string | null> {
  const row = await db
    .selectFrom('services')
    .select('fingerprint')
    .where('id', '=', of)
    .executeTakeFirst();
  return row?.fingerprint ?? null;
}

/** Records a fingerprint unless there is one. @returns the recorded one */
export async function keepFingerprint(
  db: LedgerDb,
  of: Of,
  fingerprint: string,
  now: string,
): Promise<string> {
  await db
    .insertInto('services')
    .values({ id: of, fingerprint, kept_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return (await keptFingerprint(db, of)) ?? fingerprint;
}

/** Replaces the recorded fingerprint. */
export async function changeFingerprint(db: LedgerDb, of: Of, fingerprint: string, now: string) {
  const change = { fingerprint, kept_at: now };
  await db
    .insertInto('services')
    .values({ id: of, ...change })
    .onConflict((oc) => oc.column('id').doUpdateSet(change))
    .execute();
}

import type { LedgerDb } from './ledger.ts';

/** The encrypted key with this name, or null. */
export async function readSealedKey(db: LedgerDb, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('sealed_keys')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/**
 * Writes an encrypted key, unless another instance replaced `instead` before.
 * @param instead the unreadable key that it replaces; null for none
 */
export async function writeSealedKey(
  db: LedgerDb,
  key: { name: string; sealed: string },
  instead: string | null,
  now: string,
) {
  const row = { ...key, created_at: now };
  await db
    .insertInto('sealed_keys')
    .values(row)
    .onConflict((oc) =>
      instead === null
        ? oc.doNothing()
        : oc.column('name').doUpdateSet(row).where('sealed_keys.sealed', '=', instead),
    )
    .execute();
}

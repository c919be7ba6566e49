import type { LedgerDb } from './schema.ts';

const id = 'current';

/** The fingerprint of the service whose ids this ledger holds; null before the first start. */
export async function serviceOf(db: LedgerDb): Promise<string | null> {
  const row = await db
    .selectFrom('services')
    .select('fingerprint')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.fingerprint ?? null;
}

/** Records the service of this ledger unless it has one. @returns the recorded fingerprint */
export async function keepService(db: LedgerDb, fingerprint: string, now: string): Promise<string> {
  await db
    .insertInto('services')
    .values({ id, fingerprint, kept_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return (await serviceOf(db)) ?? fingerprint;
}

/** Replaces the recorded service. */
export async function changeService(db: LedgerDb, fingerprint: string, now: string) {
  const change = { fingerprint, kept_at: now };
  await db
    .insertInto('services')
    .values({ id, ...change })
    .onConflict((oc) => oc.column('id').doUpdateSet(change))
    .execute();
}

import type { LedgerDb } from './ledger.ts';

const id = 'current';

/** Which service the ids in this ledger are of, as a hash; null before any was kept. */
export async function serviceOf(db: LedgerDb): Promise<string | null> {
  const row = await db
    .selectFrom('services')
    .select('fingerprint')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.fingerprint ?? null;
}

/** Keeps the service that a ledger is for, unless it is for one already. Answers which that is. */
export async function keepService(db: LedgerDb, fingerprint: string, now: string): Promise<string> {
  await db
    .insertInto('services')
    .values({ id, fingerprint, kept_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return (await serviceOf(db)) ?? fingerprint;
}

/** From here on the ledger is for this one. */
export async function changeService(db: LedgerDb, fingerprint: string, now: string) {
  const change = { fingerprint, kept_at: now };
  await db
    .insertInto('services')
    .values({ id, ...change })
    .onConflict((oc) => oc.column('id').doUpdateSet(change))
    .execute();
}

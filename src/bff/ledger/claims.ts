import type { LedgerDb } from './ledger.ts';

/** Remembers an account whose creation got no answer. `body` is the request as JSON. */
export async function addClaim(
  db: LedgerDb,
  claim: { user_id: string; alias: string; body: string },
  now: string,
) {
  await db
    .insertInto('account_claims')
    .values({ ...claim, created_at: now })
    .onConflict((oc) =>
      oc.columns(['user_id', 'alias']).doUpdateSet({ body: claim.body, created_at: now }),
    )
    .execute();
}

export function claimsOf(db: LedgerDb, user_id: string) {
  return db.selectFrom('account_claims').selectAll().where('user_id', '=', user_id).execute();
}

export async function removeClaim(db: LedgerDb, user_id: string, alias: string) {
  await db
    .deleteFrom('account_claims')
    .where('user_id', '=', user_id)
    .where('alias', '=', alias)
    .execute();
}

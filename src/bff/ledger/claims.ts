import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { LedgerDb } from './ledger.ts';
import type { AccountClaimsTable } from './schema.ts';

export type ClaimRow = Selectable<AccountClaimsTable>;

/** Writes down an account that is about to be created, and forgets the claims from before a time. `body` is the request as JSON. */
export async function addClaim(
  db: LedgerDb,
  claim: { user_id: string; alias: string; body: string },
  now: string,
  since: string,
): Promise<string> {
  const id = randomUUID();
  await db.deleteFrom('account_claims').where('created_at', '<', since).execute();
  await db
    .insertInto('account_claims')
    .values({ ...claim, id, created_at: now })
    .execute();
  return id;
}

export function claimsOf(db: LedgerDb, user_id: string, since: string): Promise<ClaimRow[]> {
  return db
    .selectFrom('account_claims')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('created_at', '>=', since)
    .execute();
}

/** The claims that others have on an alias. */
export function rivalClaims(db: LedgerDb, claim: ClaimRow, since: string): Promise<ClaimRow[]> {
  return db
    .selectFrom('account_claims')
    .selectAll()
    .where('user_id', '!=', claim.user_id)
    .where('alias', '=', claim.alias)
    .where('created_at', '>=', since)
    .execute();
}

/** The claims of anybody on an alias. */
export function claimsOfAlias(db: LedgerDb, alias: string): Promise<ClaimRow[]> {
  return db.selectFrom('account_claims').selectAll().where('alias', '=', alias).execute();
}

export async function removeClaim(db: LedgerDb, id: string) {
  await db.deleteFrom('account_claims').where('id', '=', id).execute();
}
